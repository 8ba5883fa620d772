import { labelled } from '#core/words.ts'

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
