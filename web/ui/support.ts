/** Where people reach us. One place to change. */
export const support = {
  email: 'support@ajose.ng',
  phone: '+2347000025673',
  phoneText: '+234 700 002 5673',
} as const
