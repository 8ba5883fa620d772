import { reverseLoanMovement } from '#features/loans/loans/loan-money.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { dayText, moneyText } from '#ui/format.ts'
import type { LoanDetail, LoanMovement } from './api.ts'

/** Asks why a payment is taken back; the schedule is then what it would have been without it. */
export function ReverseMovement({
  loan,
  movement,
  onClose,
}: {
  loan: LoanDetail
  movement: LoanMovement
  onClose: () => void
}) {
  const sum = moneyText(movement.amount)
  return (
    <ReasonDialog
      endpoint={reverseLoanMovement}
      input={{ loanId: loan.id, movementId: movement.id }}
      title={
        movement.kind === 'write_off'
          ? 'Take the write-off back?'
          : movement.kind === 'disbursement'
            ? 'Reverse this payment to the member?'
            : movement.recovery
              ? 'Reverse this recovery?'
              : 'Reverse this repayment?'
      }
      description={`${sum} of ${dayText(movement.occurredOn)}. An entry of today undoes it, both stay visible, and ${movement.kind === 'write_off' ? 'the loan runs on as before, with whoever guaranteed it' : movement.kind === 'recovered' ? 'it is unpaid again' : 'the schedule is what it would have been'}.${movement.kind === 'disbursement' && loan.settles.some(({ amount }) => amount !== null) ? ' A loan that was settled with it runs on as before.' : ''}${movement.recovery ? ' Everybody gets back what was taken, and the guarantors is for it again.' : ''}`}
      button={`Reverse ${sum}`}
      waits={loan.reversalsWaitFrom !== null && movement.amount >= loan.reversalsWaitFrom}
      failed="This was not reversed"
      done={`${sum} reversed`}
      onClose={onClose}
    />
  )
}
