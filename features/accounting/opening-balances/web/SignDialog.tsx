import { signOpeningBalances } from '#features/accounting/opening-balances/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { totalFacts } from '#ui/parts/OpeningTotals.tsx'
import { Facts } from '#ui/Facts.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { OpeningBalances } from './api.ts'

/** The last look before a signature; the second one posts. */
export function SignDialog({ found, onClose }: { found: OpeningBalances; onClose: () => void }) {
  const { id, asOf, debit, status } = found
  const sign = useAction(signOpeningBalances)
  const isSecond = status === 'pending'
  return (
    <Dialog
      open
      onClose={onClose}
      title={isSecond ? `Sign and post ${moneyText(debit)}?` : `Sign ${moneyText(debit)} of opening balances?`}
      actions={
        <CancelOr
          onCancel={onClose}
          look="primary"
          busy={sign.isPending}
          onClick={() =>
            sign.mutate(
              { openingBalancesId: id },
              toastThen(
                ({ status: after, entryNumber }) =>
                  after === 'approved' ? `Posted as entry No. ${entryNumber}` : 'Signed. Another officer signs second.',
                onClose,
              ),
            )
          }
        >
          {isSecond ? 'Sign and post' : 'Sign'}
        </CancelOr>
      }
    >
      {sign.error && <RefusedBanner error={sign.error} title="This was not signed" />}
      <p>
        With your signature you say that these balances are those of the society’s old books at {dayText(asOf)}.{' '}
        {isSecond
          ? 'They are posted at once, as one entry of that day.'
          : 'They are posted when another officer has signed too.'}
      </p>
      <Facts items={totalFacts(found)} />
    </Dialog>
  )
}
