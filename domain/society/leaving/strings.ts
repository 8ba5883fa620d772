export const deathReported =
  '{by} reported that {name}, {membershipno}, has died. If this is wrong, call another officer of your cooperative at once.'
export const exitOfOfficer =
  '{by} started the exit of {name}, {membershipno}. If this is wrong, call another officer of your cooperative at once.'
