export const theOwnLoginIsNow =
  'What is done with the cooperative’s own login is now recorded as {actsAs}. Before, it was recorded as {before}. If that is not who uses it, ask them to enter their own name.'
