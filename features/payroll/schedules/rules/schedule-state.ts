import type { Kobo } from '#core/money.ts'
import type { ScheduleState } from './words.ts'

/** The state of a month with an employer. `deducted` is what its accepted returns come to; undefined where there is none. */
export function scheduleState({
  sent,
  deducted,
  remitted,
}: {
  sent: boolean
  deducted: Kobo | undefined
  remitted: Kobo
}): ScheduleState {
  if (!sent) return 'draft'
  if (deducted === undefined) return 'sent'
  if (remitted >= deducted) return 'remitted'
  return remitted > 0n ? 'part_remitted' : 'deducted'
}
