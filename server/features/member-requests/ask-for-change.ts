import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { askForChange as contract } from '#contract/member-requests.ts'
import type { TenantActor } from '#domain/actor.ts'
import { firstDayOf } from '#domain/calendar.ts'
import type { MemberRequestId } from '#domain/ids.ts'
import { changedFields, whyNotFrom } from '#domain/member-requests/member-request.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findMember } from '#server/features/members/queries.ts'
import { notifyOfficers } from '#server/features/notifications/notify-officers.ts'
import { findRequest, holdRequestsOf } from './queries.ts'
import { type Change, insertRequest, replaceWaiting } from './store.ts'

type Record = Awaited<ReturnType<typeof findMember>>

/**
 * Keeps what a member asks for, in place of what waits of the same kind, and tells the officers. Whose phone is in the
 * register is not told here. Refuses: request_names_one, request_changes_nothing, request_month_wrong.
 */
export async function askForChange(tx: Tx, actor: TenantActor, { note, ...asked }: Parsed<typeof contract>, { now }: Context): Promise<Replied<typeof contract>> {
  const memberId = actor.memberId ?? refuse('not_found')
  await holdRequestsOf(tx, memberId)
  const record = await findMember(tx, memberId)
  const change = changeFrom(record, asked, now)

  // From here on it must succeed.
  const id = newId<MemberRequestId>()
  await replaceWaiting(tx, memberId, change.kind)
  await insertRequest(tx, actor, { id, memberId, change, note: note || null })
  const what = change.kind === 'contribution' ? 'another monthly contribution' : 'changes of the own record'
  notifyOfficers(tx, actor.cooperativeId, { message: `${record.firstName} ${record.lastName} asks for ${what}.`, link: '/coop/member-management/requests' })
  return findRequest(tx, id)
}

function changeFrom(record: Record, { contribution, profile }: Omit<Parsed<typeof contract>, 'note'>, now: Date): Change {
  if (contribution && !profile) {
    const { monthly, from } = contribution
    const reason = whyNotFrom(from, now)
    if (reason) throw reason
    if (monthly === record.monthlyContributions) refuse('request_changes_nothing', { field: 'contribution.monthly' })
    return { kind: 'contribution', before: record.monthlyContributions, after: monthly, from: firstDayOf(from) }
  }
  if (!profile || contribution) return refuse('request_names_one', { field: 'profile' })
  const fields = changedFields(record, profile)
  if (fields.length === 0) refuse('request_changes_nothing', { field: 'profile' })
  return { kind: 'profile', fields }
}
