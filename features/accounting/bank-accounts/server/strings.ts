export const changedABankAccount = '{name} changed a bank account. {description}.'
export const shownToMembers = 'shown to members'
export const notShownToMembers = 'not shown to members'
export const overdraftLimitOf = 'overdraft limit {amount}'
