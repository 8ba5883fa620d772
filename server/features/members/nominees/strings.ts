export const changedYourNominees = '{name} changed your nominees. If you did not ask for this, tell your cooperative.'
