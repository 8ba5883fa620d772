export const yourAccount = 'Your account'
export const yourMembership = 'Your membership'
export const yourLoan = 'Your loan'
export const yourActionFromAMeeting = 'Your action from a meeting'
