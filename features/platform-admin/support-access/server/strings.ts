export const allowedSupportAccessForMinutes = '{name} allowed support access for {minutes} minutes.'
export const declinedSupportAccess = '{name} declined support access.'
export const ofAjoseAsksToLook =
  '{name} of Ajose asks {society} to look at its records for {minutes} minutes: “{reason}” An admin allows or declines it in Settings, under Support.'
export const endedTheSupportAccess = '{name} ended the support access.'
export const ofAjoseEndedTheSupport = '{name} of Ajose ended the support access.'
