import { cancelLoan } from '#features/loans/guarantees/loan-guarantors.ts'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { moneyText } from '#ui/format.ts'
import type { LoanDetail } from './api.ts'

/** Takes back the approval of a loan of which nothing was paid out. */
export function CancelLoan({ loan, onClose }: { loan: LoanDetail; onClose: () => void }) {
  return (
    <ReasonDialog
      endpoint={cancelLoan}
      input={{ loanId: loan.id }}
      title={`Cancel the loan of ${loan.memberName}?`}
      description={`It is not paid out, and nothing is pledged for it any more. The member reads the reason and can apply again${loan.guarantors.length > 0 ? '; the guarantors are told that their savings are free' : ''}.`}
      keep="Keep it"
      button={`Cancel ${moneyText(loan.principal)}`}
      failed="The loan was not cancelled"
      done="Loan cancelled"
      onClose={onClose}
    />
  )
}
