export const recoverForTheLoanOf =
  'Recover {amount} for the {loanConfig} loan of {memberName} from savings. Reason: {reason}'
export const guaranteeForTheLoanOf = 'Guarantee for the {loanConfig} loan of {memberName}'
export const recoveredForYourLoan = 'Recovered for your {loanConfig} loan'
export const ofYourSavingsWasTaken =
  '{amount} of your savings was taken for the {loanConfig} loan of {memberName}, which you guarantee. Reason: {reason}'
export const loanConfigLoan = '{loanConfig} loan'
export const yourApplicationForALoan =
  'Your application for a {loanConfig} loan of {principal} was not approved: {reason}'
export const yourLoanHasNewTerms =
  'Your {loanConfig} loan has new terms: {outstanding} in {instalments} at {annualRate} % a year, the first on {firstDueOn}. Reason: {reason}'
export const newTermsForTheLoan =
  'New terms for the {loanConfig} loan of {memberName}: {outstanding} in {instalments} at {annualRate} % a year, the first on {firstDueOn}. Reason: {reason}'
export const withdrewTheApprovedLoanOf =
  '{memberName} withdrew the approved {loanConfig} loan of {principal}. It is not to be paid out.'
export const tookBackTheLoanOf =
  '{memberName} took back the {loanConfig} loan of {principal}. Nothing of your savings is pledged for it.'
export const yourLoanOfWasApproved = 'Your {loanConfig} loan of {principal} was approved.'
export const onYourLoanWasReversed = '{amount} on your {loanConfig} loan was reversed: {reason}'
export const yourApprovedLoanOfWas =
  'Your approved {loanConfig} loan of {sum} was cancelled and is not paid out: {reason}'
export const theLoanOfOfWas =
  'The {loanConfig} loan of {sum} of {memberName} was cancelled before it was paid out. Nothing of your savings is pledged for it.'
export const isBackOnYourSavings =
  '{amount} is back on your savings: its recovery for the {loanConfig} loan of {memberName} was reversed. Reason: {reason}'
export const paymentAfterTheWriteOff = 'payment after the write-off'
export const reverseTheOfOnLoan =
  'Reverse the {kind} of {amount} on {occurredOn}, {loanConfig} loan of {memberName}. Reason: {reason}'
export const theNewTermsOfYour = 'The new terms of your {loanConfig} loan were taken back: {reason}'
export const takeBackTheNewTerms =
  'Take back the new terms of {on}, {loanConfig} loan of {memberName}. Reason: {reason}'
export const aGuaranteeIsAskedOfYou = 'You are asked to guarantee a loan'
export const asksYouToGuarantee = '{borrower} asks you to guarantee a {loan} loan of {principal}. Accept or decline it.'
export const asksYouToGuaranteeAndTiesUp =
  '{borrower} asks you to guarantee a {loan} loan of {principal}. It would tie up {amount} of your savings. Accept or decline it.'
export const feesWereTakenOff = 'Fees of {feesDeducted} were taken off.'
export const paidOutAndSettled =
  'Your {loanConfig} loan of {amount} was paid out: {settlement} settled your {settled} loan, and the rest was paid to you.'
export const paidOutAndSettledToSavings =
  'Your {loanConfig} loan of {amount} was paid out: {settlement} settled your {settled} loan, and the rest went to your savings.'
export const wasPaidOut = '{amount} of your {loanConfig} loan was paid out.'
export const wasPaidOutToSavings = '{amount} of your {loanConfig} loan was paid out to your savings.'
export const wasReceivedOnYourLoan = '{amount} was received on your {loanConfig} loan.'
export const ofItsInterestWasGivenBack = '{amount} of its interest was given back.'
export const itIsFullyRepaid = 'It is fully repaid.'
export const recoveredFromSavings = 'Recovered on your {loanConfig} loan: {own} from your savings. Reason: {reason}'
export const recoveredFromGuarantors =
  'Recovered on your {loanConfig} loan: {guaranteed} from your guarantors. Reason: {reason}'
export const recoveredFromBoth =
  'Recovered on your {loanConfig} loan: {own} from your savings and {guaranteed} from your guarantors. Reason: {reason}'
export const theLoanIsFullyRepaid = 'The loan is fully repaid.'
export const yourLoanRunsOn = 'Your {settled} loan runs on as before.'
export const and = ' and '
export const ownSavingsForTheLoan = 'Own savings for the {loanConfig} loan'
export const guaranteesFromOldBooks = 'Guarantees the {loanConfig} loan of {memberName}, from the old books'
export const aMember = 'a member'
