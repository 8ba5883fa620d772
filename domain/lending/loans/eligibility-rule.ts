import { labelled } from '#domain/words.ts'

/** What a loan asks of the one who wants it. */
export const eligibilityRules = [
  'member',
  'offered',
  'waiting',
  'top_up',
  'arrears',
  'written_off',
  'loans',
  'same_loan',
  'limit',
  'instalments',
  'own_cover',
  'salary',
  'guarantors',
] as const
export type EligibilityRule = (typeof eligibilityRules)[number]

/** What each rule is called on screen. */
export const eligibilityRuleLabels: Record<EligibilityRule, string> = labelled({
  member: 'Active membership',
  offered: 'The loan is offered',
  waiting: 'Months of membership',
  arrears: 'Instalments paid in time',
  written_off: 'No loan written off',
  loans: 'Loans at once',
  same_loan: 'Loans of this kind at once',
  limit: 'Amount that the savings allow',
  instalments: 'Number of instalments',
  own_cover: 'Own free savings that stay',
  salary: 'A third of the net salary',
  guarantors: 'Guarantors',
  top_up: 'Running loan that this one settles',
})
