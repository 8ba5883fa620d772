export const erasureLetterRecorded =
  'Ajose: {by} recorded a letter to erase the data of {name}, {membershipno}. If you did not write it, call your cooperative now.'
