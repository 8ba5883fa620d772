import { labelled } from '#domain/words.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import type { Schedule } from './api.ts'
import type { ScheduleState } from '#features/payroll/schedules/rules/words.ts'

export const stateLabels: Record<ScheduleState, string> = labelled({
  draft: 'Draft',
  sent: 'Sent',
  deducted: 'Deducted',
  part_remitted: 'Part remitted',
  remitted: 'Remitted',
})

const tones: Record<ScheduleState, TagTone> = {
  draft: 'neutral',
  sent: 'info',
  deducted: 'warning',
  part_remitted: 'warning',
  remitted: 'success',
}

/** The state of a month; what is paid over and on the members' accounts is allocated, which ends it. */
export function ScheduleTag({ schedule: { state, credited } }: { schedule: Pick<Schedule, 'state' | 'credited'> }) {
  return <Tag tone={tones[state]}>{state === 'remitted' && credited ? 'Allocated' : stateLabels[state]}</Tag>
}
