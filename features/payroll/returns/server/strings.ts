export const deductedForAccount = '{amount} was deducted from your salary for {month} and is on your account.'
export const deductedForLoan = '{amount} was deducted from your salary for {month} and repaid your loan.'
export const deductedForBoth =
  '{amount} was deducted from your salary for {month}: {loan} repaid your loan, the rest is on your account.'
