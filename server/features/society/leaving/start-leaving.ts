import type { startLeaving as contract } from '#contract/society/leaving.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, dayText } from '#domain/calendar.ts'
import type { LeavingId } from '#domain/ids.ts'
import { noticeEnd } from '#domain/society/leaving/leaving.ts'
import { isFormer } from '#domain/members/members/member.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdBorrower } from '#server/features/lending/running-loans/queries.ts'
import { tellWhatEnded } from '#server/features/access/webhooks/tell-what-ended.ts'
import { changeStanding } from '#server/features/members/register/change-standing.ts'
import { getLeaving } from './get-leaving.ts'
import { findLeaver, listLeavings } from './queries.ts'
import { insertLeaving } from './store.ts'

/**
 * Starts the leaving of a member; they are held, so that nothing new of their slips past it. Refuses: not_found, own_leaving,
 * member_has_left, leaving_stands, dated_in_future, leaving_before_joining.
 */
export async function startLeaving(
  tx: Tx,
  actor: TenantActor,
  { memberId, reason, noticedOn, note }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(context.now)
  await holdBorrower(tx, memberId)
  const [{ name, status, joinedOn, noticeMonths }, [latest]] = await Promise.all([
    findLeaver(tx, memberId),
    listLeavings(tx, actor, memberId, today),
  ])
  if (actor.memberId === memberId) refuse('own_leaving')
  if (isFormer(status)) refuse('member_has_left', { name })
  if (latest && (latest.status === 'open' || latest.status === 'waiting')) refuse('leaving_stands', { name })
  const day = noticedOn ?? today
  if (day > today) refuse('dated_in_future', { field: 'noticedOn' })
  if (day < joinedOn) refuse('leaving_before_joining', { field: 'noticedOn', joined: dayText(joinedOn) })

  // From here on it must succeed.
  await insertLeaving(tx, actor, {
    id: newId<LeavingId>(),
    memberId,
    reason,
    noticedOn: day,
    noticeEndsOn: noticeEnd(reason, day, noticeMonths) ?? null,
    note: note || null,
    statusBefore: status,
  })
  // Who chooses active members leaves the dead out from here on; a settlement may take months.
  if (reason === 'death' && status === 'active') await changeStanding(tx, actor, memberId, 'inactive', note || 'Died')
  await tellWhatEnded(tx, memberId)
  return getLeaving(tx, actor, { memberId }, context)
}
