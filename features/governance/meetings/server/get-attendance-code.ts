import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { getAttendanceCode as contract } from '#features/governance/meetings/attendance.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotAttend } from '#features/governance/meetings/rules/meeting.ts'
import type { Context } from '#platform/context.ts'
import { attendanceCode, attendanceCodeLeft } from '#platform/credentials/attendance-code.ts'
import type { Tx } from '#platform/db/tx.ts'
import { factsOf, findMeeting } from './queries.ts'

/** Refuses: not_found, attendance_needs_general_meeting, meeting_cancelled, attendance_not_open, minutes_adopted. */
export async function getAttendanceCode(
  tx: Tx,
  _actor: TenantActor,
  { id }: Parsed<typeof contract>,
  { now, secret }: Context,
): Promise<Replied<typeof contract>> {
  const reason = whyNotAttend(factsOf(await findMeeting(tx, id)), dayIn(now))
  if (reason) throw reason
  return { code: attendanceCode(secret, id, now), secondsLeft: Math.ceil(attendanceCodeLeft(now) / 1000) }
}
