import type { Day } from '#core/calendar.ts'
import type { Logins, RecordedPart, Recording } from './recording.ts'

/** The build puts the real recording in the place of this empty one (tools/demonstration.ts). */
export const recorded: Recording<() => Promise<{ default: RecordedPart }>> = {
  day: '2026-01-01' as Day,
  logins: {} as Logins,
  parts: {},
}
