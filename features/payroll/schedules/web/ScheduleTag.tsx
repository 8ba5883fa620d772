import { type ScheduleState, stateLabel } from '#features/payroll/schedules/rules/words.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { Schedule } from './api.ts'

const tones: Record<ScheduleState, TagTone> = {
  draft: 'neutral',
  sent: 'info',
  deducted: 'warning',
  part_remitted: 'warning',
  remitted: 'success',
}

export function ScheduleTag({ schedule }: { schedule: Pick<Schedule, 'state' | 'credited'> }) {
  return <Tag tone={tones[schedule.state]}>{stateLabel(schedule)}</Tag>
}
