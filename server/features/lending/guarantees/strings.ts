export const doesNotGuaranteeYourLoan =
  '{guarantor} does not guarantee your {loan} loan of {principal}. Name somebody else.'
export const guaranteeOfTheLoanOf = 'Guarantee of the {loan} loan of {borrower}'
export const guaranteesYourLoanOf = '{guarantor} guarantees your {loan} loan of {principal}.'
