import { getLoanAgreement } from '#features/loans/agreements/contract.ts'
import type { LoanId } from '#core/ids.ts'
import { PaperButton } from '#ui/PaperButton.tsx'
import * as strings from './strings.ts'

/** Saves the agreement to sign; the server makes it again each time, with its own number. */
export function AgreementButton({ loanId }: { loanId: LoanId }) {
  return (
    <PaperButton endpoint={getLoanAgreement} input={{ loanId }} fileName="loan-agreement.pdf">
      {strings.agreement}
    </PaperButton>
  )
}
