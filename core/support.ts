/** Where people reach us: sample content until the super admin of an installation enters their own. No one answers these. */
export const support = {
  email: 'support@ajose.example',
  phone: '+2340000000000',
  phoneText: '+234 000 000 0000',
} as const
