import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { attendMeeting as contract } from '#features/governance/meetings/attendance.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotAttend } from '#features/governance/meetings/rules/meeting.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { isCurrentAttendanceCode } from '#platform/credentials/attendance-code.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseUsedUp, useQuota } from '#platform/limits/quotas.ts'
import { factsOf, findMeeting, isActiveMember, lockMeeting } from './queries.ts'
import { addOwnAttendance } from './store.ts'

/**
 * A member says by the code on the officer's screen that they are here; a second time changes nothing. Refuses: not_found,
 * meeting_cancelled, attendance_not_open, minutes_adopted, attendee_not_active, attendance_code_wrong, attendance_codes_many.
 */
export async function attendMeeting(
  tx: Tx,
  actor: TenantActor,
  { id, attendanceCode }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { database, secret, now } = context
  const memberId = actor.memberId ?? refuse('not_found')
  refuseUsedUp(context, 'wrong_attendance_codes', memberId)
  const reason = whyNotAttend(factsOf(await findMeeting(tx, id)), dayIn(now))
  if (reason) throw reason
  if (!(await isActiveMember(tx, memberId))) refuse('attendee_not_active')
  if (!isCurrentAttendanceCode(secret, id, attendanceCode, now)) {
    // Before the meeting is locked, because the count has a transaction of its own.
    await database.auth((own) => useQuota(own, context, 'wrong_attendance_codes', memberId))
    refuse('attendance_code_wrong', { field: 'attendanceCode' })
  }
  const changed = whyNotAttend(factsOf(await lockMeeting(tx, id)), dayIn(now))
  if (changed) throw changed

  // From here on it must succeed.
  await addOwnAttendance(tx, actor.cooperativeId, { id, memberId })
  return findMeeting(tx, id)
}
