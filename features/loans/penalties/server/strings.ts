export const aPenaltyOfOnYour = 'A penalty of {amount} on your {loanConfig} loan was waived: {reason}'
export const theWaiverOfAPenalty = 'The waiver of a penalty on your {loanConfig} loan was taken back: {reason}'
export const takeBackTheWaiverOf =
  'Take back the waiver of a penalty of {amount}, {loanConfig} loan of {memberName}. Reason: {reason}'
