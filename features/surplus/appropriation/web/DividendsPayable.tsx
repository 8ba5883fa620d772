import { useQuery } from '@tanstack/react-query'
import { listBankAccountDetails } from '#features/accounting/bank-accounts/contract.ts'
import { getDividendsPayable, payOutDividends } from '#features/surplus/appropriation/contract.ts'
import { useState } from 'react'
import type { AccountId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useNavigate } from '#ui/router/place.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select } from '#ui/Select.tsx'
import { moneyText, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Payable } from './api.ts'

/** Dividends that are to be paid to members' banks; nothing where there are none. */
export function DividendsPayable() {
  const payable = useQuery(query(getDividendsPayable, {}))
  const [isPaying, setPaying] = useState(false)
  if (!payable.data) return null
  const { members, amount, withoutAccount: without } = payable.data
  if (members + without.members === 0) return null
  return (
    <>
      <Banner
        title={`${moneyText(sumOf(payable.data))} of dividends is to be paid to members’ banks`}
        actions={
          members > 0 && (
            <Button needs="transaction.decide" look="primary" onClick={() => setPaying(true)}>
              Record payments
            </Button>
          )
        }
      >
        {members > 0 && <p>{`${plural(members, 'member')} can be paid ${moneyText(amount)} now.`}</p>}
        {without.members > 0 && (
          <p>
            {`${plural(without.members, 'member')} with ${moneyText(without.amount)} gave no bank details. It stays payable until they do.`}
          </p>
        )}
      </Banner>
      {isPaying && <PayDialog payable={payable.data} onClose={() => setPaying(false)} />}
    </>
  )
}

const sumOf = ({ amount, withoutAccount }: Payable) => (amount + withoutAccount.amount) as typeof amount

function PayDialog({ payable: { members, amount }, onClose }: { payable: Payable; onClose: () => void }) {
  const accounts = useQuery(query(listBankAccountDetails, {}))
  const [chosen, setChosen] = useState<AccountId>()
  const accountId = chosen ?? accounts.data?.[0]?.accountId
  const navigate = useNavigate()
  const pay = useAction(payOutDividends)
  const submit = () => {
    if (!accountId) return
    pay.mutate(
      { accountId, members, amount },
      {
        onSuccess: ({ payments, left }) => {
          toast.success(`${plural(payments, 'payment')} recorded${left > 0 ? `, ${left} left` : ''}`)
          navigate({ to: '/coop/financial-operations/payment-batches', search: { do: 'new', account: accountId } })
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Pay ${moneyText(amount)} to members’ banks?`}
      description={`${plural(members, 'payment')} leave the account that you choose in the books. Gather them into a payment batch next. If a payment fails, it is payable again.`}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="pay-out-dividends" busy={pay.isPending}>
          Record payments
        </CancelOr>
      }
    >
      <Form id="pay-out-dividends" className="stack" onSubmit={submit} problems={pay.error}>
        {pay.error && <RefusedBanner error={pay.error} title="Nothing was paid" />}
        <Select
          label="Pay from"
          value={accountId ?? ''}
          options={(accounts.data ?? []).map(({ accountId: value, name, details }) => ({
            value: value as string,
            label: details ? `${name ?? ''}, ${details.bank} ${details.accountNumber}` : (name ?? ''),
          }))}
          onChange={(value) => setChosen(value as AccountId)}
        />
      </Form>
    </Dialog>
  )
}
