export const yourDataWasNotErased = 'Your data was not erased: {reason}'
