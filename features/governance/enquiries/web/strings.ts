export const youHaveSentAllYour =
  'You have sent the three messages without your name that this device has for the month. Send this one with your name, or next month.'
export const youConfirmYourLoginFirst =
  'You confirm your login first, once, with a code that we send to your phone. Officers can see the day on which you do.'
