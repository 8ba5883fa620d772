import { labelled } from '#core/words.ts'
import * as strings from './strings.ts'

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
  member: strings.activeMembership,
  offered: strings.theLoanIsOffered,
  waiting: strings.monthsOfMembership,
  arrears: strings.instalmentsPaidInTime,
  written_off: strings.noLoanWrittenOff,
  loans: strings.loansAtOnce,
  same_loan: strings.loansOfThisKindAt,
  limit: strings.amountThatTheSavingsAllow,
  instalments: strings.numberOfInstalments,
  own_cover: strings.ownFreeSavingsThatStay,
  salary: strings.aThirdOfTheNet,
  guarantors: strings.guarantors,
  top_up: strings.runningLoanThatThisOne,
})
