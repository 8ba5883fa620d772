export const accountEndingIn = '{bankName} account ending in {lastDigits}'
export const changedYourBankAccountTo =
  '{name} changed your bank account to {account}. If you did not ask for this, call your cooperative.'
export const bankDetailsOf = 'Bank details of {name}: {was} → {becomes}'
export const bankDetailsEndingTheSame =
  'Bank details of {name}: {was} → another account number that ends in the same digits'
export const accountSince = '{account} (since {since})'
