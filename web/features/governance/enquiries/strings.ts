export const youHaveSentAllYour =
  'You have sent the three messages without your name that this device has for the month. Send this one with your name, or next month.'
