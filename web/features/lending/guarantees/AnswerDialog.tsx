import { declineGuarantee, acceptGuarantee } from '#contract/lending/guarantees.ts'
import { useAction } from '#web/api/use-action.ts'
import { useSession } from '#web/session/session.ts'
import type { MemberId } from '#domain/ids.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { moneyText } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
import { type Guarantee } from './api.ts'

/** Asks once more before savings are tied up, or before the borrower hears no. */
export function AnswerDialog({
  guarantee,
  accepts,
  onClose,
}: {
  guarantee: Guarantee
  accepts: boolean
  onClose: () => void
}) {
  const [accept, decline] = [useAction(acceptGuarantee), useAction(declineGuarantee)]
  const action = accepts ? accept : decline
  const memberId = (useSession()?.memberId ?? '') as MemberId
  const { loanId, borrower, loan, amount, alreadyHeld } = guarantee
  const answer = () =>
    action.mutate({ loanId, memberId }, toastThen(accepts ? `You guarantee ${borrower}` : 'Declined', onClose))
  return (
    <Dialog
      open
      onClose={onClose}
      title={accepts ? `Guarantee the loan of ${borrower}?` : `Decline the loan of ${borrower}?`}
      description={
        accepts
          ? amount > 0n
            ? `${moneyText(amount)} of your savings stays where it is until the loan is paid back, less with each repayment.${alreadyHeld > 0n ? ` ${moneyText(alreadyHeld)} of that is tied up already, for the loan that this one settles.` : ''} You can't take your word back yourself.`
            : `You guarantee the ${loan} loan with your word. Nothing of your savings is tied up.`
          : `${borrower} is told and can ask somebody else.`
      }
      actions={
        <CancelOr onCancel={onClose} look={accepts ? 'primary' : 'danger'} busy={action.isPending} onClick={answer}>
          {accepts ? (amount > 0n ? `Tie up ${moneyText(amount)}` : 'Guarantee it') : 'Decline'}
        </CancelOr>
      }
    >
      {action.error && <RefusedBanner error={action.error} title="Your answer was not kept" />}
    </Dialog>
  )
}
