import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { recordAttendance as contract } from '#features/governance/meetings/attendance.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { hasQuorum, whyNotRecord } from '#features/governance/meetings/rules/meeting.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { countMembers, factsOf, lockMeeting } from './queries.ts'
import { countPresent, insertAttendance, keepOnly, removeAttendance } from './store.ts'

/** Refuses: meeting_not_yet, meeting_cancelled, minutes_adopted, not_found for somebody else's member. */
export async function recordAttendance(
  tx: Tx,
  actor: TenantActor,
  { id, present, arrived, left = [] }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotRecord(factsOf(meeting), dayIn(now))
  if (reason) throw reason
  const members = [...new Set(present ?? arrived)]
  if ((await countMembers(tx, members)) !== members.length)
    refuse('not_found', { field: present ? 'present' : 'arrived' })

  // From here on it must succeed.
  if (present) await keepOnly(tx, id, members)
  if (left.length > 0) await removeAttendance(tx, id, left)
  await insertAttendance(tx, actor.cooperativeId, id, members)
  const count = await countPresent(tx, id)
  return { present: count, quorum: meeting.quorum, hasQuorum: hasQuorum(count, meeting.quorum) ?? null }
}
