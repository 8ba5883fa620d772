import { labelled } from '#core/words.ts'
import { componentNames } from '#features/payroll/employers/rules/component.ts'
import { components } from '#features/payroll/employers/rules/words.ts'

/** What is done with one line of what an employer sent back. */
export const decisions = ['post', 'split', 'hold', 'refuse'] as const

export type Decision = (typeof decisions)[number]

const decisionNames: Record<Decision, string> = labelled({
  post: 'Post as is',
  split: 'Split in order',
  hold: 'Hold',
  refuse: 'Refuse',
})

/** What a decision is called on screen; posting a line whose money joins the person's other rows is to count it. */
export function decisionLabel(kind: VarianceKind, decision: Decision): string {
  return decision === 'post' && (kind === 'duplicate' || kind === 'fell') ? 'Count it too' : decisionNames[decision]
}

/** How a line of the return is to what was scheduled. */
export const varianceKinds = [
  'exact',
  'short',
  'over',
  'mixed',
  'rose',
  'fell',
  'missing',
  'unknown',
  'duplicate',
] as const

export type VarianceKind = (typeof varianceKinds)[number]

/** What each of them is called on screen. */
export const varianceLabels: Record<VarianceKind, string> = labelled({
  exact: 'Exact',
  short: 'Short',
  over: 'Over',
  mixed: 'Parts differ',
  rose: 'Rose since',
  fell: 'Fell since',
  missing: 'Missing',
  unknown: 'Unknown',
  duplicate: 'Twice',
})

/** What a file, or what it calls an element, is for: one component, all that was scheduled, or nothing of the society's. */
export const purposes = [...components, 'total', 'other'] as const

export type Purpose = (typeof purposes)[number]

/** What a whole file may be for. */
export const filePurposes = [...components, 'total'] as const

export const purposeLabels: Record<Purpose, string> = labelled({
  ...componentNames,
  total: 'All that was scheduled',
  other: 'Not ours',
})

/** What an officer decided about a row: its amount, or that it is left out. */
export const rowChoices = ['corrected', 'left_out'] as const

export type RowChoice = (typeof rowChoices)[number]

/** What an officer confirmed of a row: that it is no repetition, or that it comes on top of an earlier file. */
export const confirmations = ['counted', 'added'] as const

export type Confirmation = (typeof confirmations)[number]
