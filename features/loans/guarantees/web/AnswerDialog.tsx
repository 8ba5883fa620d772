import { declineGuarantee, acceptGuarantee } from '#features/loans/guarantees/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useSession } from '#ui/session/session.ts'
import type { MemberId } from '#core/ids.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#ui/Dialog.tsx'
import { moneyText } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Guarantee } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Asks once more before savings are pledged, or before the borrower hears no. */
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
    action.mutate(
      { loanId, memberId },
      toastThen(accepts ? fill(strings.youGuarantee, { borrower }) : strings.declined, onClose),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={accepts ? fill(strings.guaranteeTheLoanOf, { borrower }) : fill(strings.declineTheLoanOf, { borrower })}
      description={
        accepts
          ? amount > 0n
            ? fill(alreadyHeld > 0n ? strings.someIsTiedUpAlready : strings.ofYourSavingsStaysWhere, {
                amount: moneyText(amount),
                alreadyHeld: moneyText(alreadyHeld),
              })
            : fill(strings.youGuaranteeTheLoanWith, { loan })
          : fill(strings.isToldAndCanAsk, { borrower })
      }
      actions={
        <CancelOr onCancel={onClose} look={accepts ? 'primary' : 'danger'} busy={action.isPending} onClick={answer}>
          {accepts
            ? amount > 0n
              ? fill(strings.tieUp, { amount: moneyText(amount) })
              : strings.guaranteeIt
            : strings.decline}
        </CancelOr>
      }
    >
      {action.error && <RefusedBanner error={action.error} title={strings.yourAnswerWasNotKept} />}
    </Dialog>
  )
}
