export const doesNotGuaranteeYourLoan =
  '{guarantor} does not guarantee your {loan} loan of {principal}. Name somebody else.'
export const guaranteeOfTheLoanOf = 'Guarantee of the {loan} loan of {borrower}'
export const guaranteesYourLoanOf = '{guarantor} guarantees your {loan} loan of {principal}.'
export const youGuaranteeALoan = 'You guarantee a loan'
export const youGuarantee =
  'You guarantee the {loan} loan of {borrower}, {principal}. If you did not agree, call your cooperative at once.'
export const youGuaranteeAndTiesUp =
  'You guarantee the {loan} loan of {borrower}, {principal}. {held} of your savings is tied up. If you did not agree, call your cooperative at once.'
