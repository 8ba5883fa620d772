import { addMonthsToDay, type Day } from '#core/calendar.ts'
import { Refusal } from '#core/refusal.ts'

/** An audit covers one year. For a longer one the auditor is invited again. */
const monthsMax = 12

/** The post under which an external auditor's acts are recorded. */
export const externalAuditorPost = 'external auditor'

/** What an external auditor logs in with: AJO-7K2M9Q/A1 */
export function auditorNumber(coopId: string, number: number): string {
  return `${coopId}/A${number}`
}

/** The same as people type it (ajo-7k2m9q/a1, AJO 7K2M9Q A1), in the form in which it is kept; else undefined. */
export function auditorNumberFrom(text: string): string | undefined {
  const match = /^AJO[\s-]?([A-Z0-9]{6})[\s/\\-]{1,3}A(\d{1,9})$/i.exec(text.trim())
  return match ? auditorNumber(`AJO-${match[1]?.toUpperCase()}`, Number(match[2])) : undefined
}

/** The latest day until which an auditor can be invited today. */
export function lastAuditDay(today: Day): Day {
  return addMonthsToDay(today, monthsMax)
}

/** Why an external auditor can't be invited until that day, or undefined when they can. */
export function whyNotInvite(endsOn: Day, today: Day): Refusal | undefined {
  return endsOn < today || endsOn > lastAuditDay(today)
    ? new Refusal('audit_end_wrong', { field: 'endsOn', months: monthsMax })
    : undefined
}

export const auditStatuses = ['open', 'over', 'ended'] as const

/** Whether somebody may look today, their last day is over, or an officer ended it. */
export function auditStatusOf(
  { endsOn, endedAt }: { endsOn: Day; endedAt: Date | null },
  today: Day,
): (typeof auditStatuses)[number] {
  if (endedAt !== null) return 'ended'
  return endsOn < today ? 'over' : 'open'
}
