import { labelled } from '#core/words.ts'

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

export const stateLabels: Record<ScheduleState, string> = labelled({
  draft: 'Draft',
  sent: 'Sent',
  deducted: 'Deducted',
  part_remitted: 'Part remitted',
  remitted: 'Remitted',
})

/** The state of a month; what is paid over and on the members' accounts is allocated, which ends it. */
export function stateLabel({ state, credited }: { state: ScheduleState; credited: boolean }): string {
  return state === 'remitted' && credited ? 'Allocated' : stateLabels[state]
}

/** How a member's deduction differs from the month before. */
export const variationKinds = ['joiner', 'leaver', 'changed', 'finished'] as const

export type VariationKind = (typeof variationKinds)[number]
