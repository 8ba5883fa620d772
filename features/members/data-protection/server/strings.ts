export const yourDataWasNotErased = 'Your data was not erased: {reason}'
export const eraseByLetter = 'Erase the personal data of member {membershipno} by a letter of {day} that {by} recorded'
export const yourData = 'Your data'
