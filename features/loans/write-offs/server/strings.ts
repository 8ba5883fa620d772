export const ofYourLoanWasWritten =
  '{amount} of your {loanConfig} loan was written off: the cooperative no longer counts on it. You still owe it and can pay it at any time. Reason: {reason}'
export const writtenOffLoan = 'Written-off {loanConfig} loan'
export const theWriteOffWasTakenBack =
  'The write-off of your {loanConfig} loan was taken back, and the loan runs on: {reason}'
export const onYourLoanWasReversed = '{amount} on your {loanConfig} loan was reversed: {reason}'
export const allOfWrittenOffIsPaid =
  '{amount} was received on your {loanConfig} loan, which had been written off. All of it is paid now.'
export const partOfWrittenOffIsPaid =
  '{amount} was received on your {loanConfig} loan, which had been written off. {stillOwed} of it is still unpaid.'
