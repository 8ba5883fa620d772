export const theSocietyUsesWhatI =
  'The society uses what I enter here to decide about my membership and, if I am admitted, to keep its register. If it declines, it is deleted after {declinedKeptDays} days.'
