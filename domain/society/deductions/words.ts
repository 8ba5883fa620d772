import { labelled } from '#domain/words.ts'
/** What is deducted from a salary for, in the order in which part payments are used where a society has set no other. */
export const components = ['loans', 'levy', 'savings', 'shares'] as const
export type Component = (typeof components)[number]

/** When members get what was deducted: as soon as the employer says that it deducted, or when it has paid. */
export const creditMoments = ['deduction', 'remittance'] as const
export type CreditMoment = (typeof creditMoments)[number]

/** The accounts of the chart that a levy may go to. */
export const levyCodes = ['3230', '3240', '3250', '4910'] as const
export type LevyCode = (typeof levyCodes)[number]

/** What of savings that were missed a later schedule asks for: nothing, one month more each time, or all at once. */
export const missedSavingsChoices = ['none', 'one', 'all'] as const
export type MissedSavings = (typeof missedSavingsChoices)[number]

/** draft; sent to the employer; deducted by its return; paid over in part; paid over in full. */
export const scheduleStates = ['draft', 'sent', 'deducted', 'part_remitted', 'remitted'] as const
export type ScheduleState = (typeof scheduleStates)[number]

/** What is done with one line of what an employer sent back. */
export const decisions = ['post', 'split', 'hold', 'refuse'] as const
export type Decision = (typeof decisions)[number]

/** How a line of the return is to what was scheduled. */
export const varianceKinds = ['exact', 'short', 'over', 'missing', 'unknown', 'duplicate'] as const
export type VarianceKind = (typeof varianceKinds)[number]

/** What each of them is called on screen. */
export const varianceLabels: Record<VarianceKind, string> = labelled({
  exact: 'Exact',
  short: 'Short',
  over: 'Over',
  missing: 'Missing',
  unknown: 'Unknown',
  duplicate: 'Twice',
})

/** How a member's deduction differs from the month before. */
export const variationKinds = ['joiner', 'leaver', 'changed', 'finished'] as const
export type VariationKind = (typeof variationKinds)[number]

/** What a column of an employer's list may hold. */
export const layoutFields = [
  'staffNumber',
  'membershipno',
  'name',
  'savings',
  'shares',
  'levy',
  'loans',
  'total',
  'period',
  'remarks',
] as const
export type LayoutField = (typeof layoutFields)[number]

/** How long an employer has kept what it deducted, in days. */
export const ageBuckets = ['days0to30', 'days31to60', 'days61to90', 'daysOver90'] as const
export type AgeBucket = (typeof ageBuckets)[number]

/** What a column of a list or a return is. */
export const fieldLabels: Record<LayoutField, string> = {
  staffNumber: 'Staff number',
  membershipno: 'Membership number',
  name: 'Name',
  savings: 'Savings',
  shares: 'Shares',
  levy: 'Levy',
  loans: 'Loan instalment',
  total: 'Total',
  period: 'Month',
  remarks: 'Remarks',
}
