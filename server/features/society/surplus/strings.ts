export const dividendPaidToTheBank = 'Dividend paid to the bank'
export const dividendsLeaveForBanks =
  'Dividends of {count} member, {amount} together, leave {name} for their banks|Dividends of {count} members, {amount} together, leave {name} for their banks'
export const dividendCredited = '{amount} {name} for the year to {to} is on your account.'
export const partCredited = '{amount} Your part of {name} for the year to {to} is on your account.'
export const yearTo = '{name}, year to {to}'
