/** Where people reach us: sample content until the operator of an installation puts their own here. No one answers these. */
export const support = {
  email: 'support@ajose.example',
  phone: '+2340000000000',
  phoneText: '+234 000 000 0000',
} as const
