export const ofTheSmsForAre =
  '{used} of the {max} SMS for {period} are used. Raise the limit, or send in the app or by email.'
