import { postLoanAccrual, type previewLoanAccrual } from '#features/loans/accruals/contract.ts'
import { kobo } from '#core/money.ts'
import { useAction } from '#ui/api/use-action.ts'
import type { CallReply } from '#ui/api/call.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'

/** The last look before the interest of a month end is posted. */
export function PostAccrualDialog({
  summary,
  onClose,
}: {
  summary: CallReply<typeof previewLoanAccrual>['summary']
  onClose: () => void
}) {
  const { on, receivable, inAdvance, payable, income, expense, approvals } = summary
  const post = useAction(postLoanAccrual)
  const submit = () =>
    post.mutate(
      { on, receivable, inAdvance, payable },
      toastThen(
        ({ status, entryNumber }) =>
          status === 'pending' ? 'The interest waits for approval' : `Interest posted as voucher No. ${entryNumber}`,
        onClose,
      ),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Post interest for ${dayText(on)}?`}
      actions={
        <CancelOr onCancel={onClose} look="primary" busy={post.isPending} onClick={submit} data-autofocus>
          {approvals > 0 ? 'Send for approval' : 'Post interest'}
        </CancelOr>
      }
    >
      <div className="stack">
        {post.error && <RefusedBanner error={post.error} title="Nothing was posted" />}
        <p>
          The books then say that {moneyText(receivable)} of interest on loans is earned and not paid
          {inAdvance > 0n && <>, and {moneyText(inAdvance)} paid and not earned</>}. That is{' '}
          {income < 0n ? `${moneyText(kobo(-income))} less` : `${moneyText(income)} more`} of income than so far.{' '}
          {(payable > 0n || expense !== 0n) && (
            <>
              Fixed deposits have earned {moneyText(payable)} that is not paid to their members:{' '}
              {expense < 0n ? `${moneyText(kobo(-expense))} less` : `${moneyText(expense)} more`} of expense.{' '}
            </>
          )}
          {approvals > 0 && 'Another officer approves it first. '}No member owes more by it, and it can be reversed.
        </p>
      </div>
    </Dialog>
  )
}
