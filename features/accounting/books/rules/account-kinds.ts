import { labelled } from '#core/words.ts'

export const accountTypeKinds = ['savings', 'shares', 'fixed_deposit'] as const
export type AccountTypeKind = (typeof accountTypeKinds)[number]

export const accountTypeKindNames: Record<AccountTypeKind, string> = labelled({
  savings: 'Savings',
  shares: 'Shares',
  fixed_deposit: 'Fixed deposit',
})

/** What kind of society it is, which its bye-laws say: presets follow it, and a non-interest one pays and takes no interest. */
export const societyKinds = ['general', 'salary_earners', 'market', 'non_interest'] as const
export type SocietyKind = (typeof societyKinds)[number]
