export const deathReported =
  'Ajose: {by} reported that {name}, {membershipno}, has died. If this is wrong, call another officer of your cooperative at once.'
