import type { startLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, officeOf, roleName, type TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { LeavingId } from '#core/ids.ts'
import { fill } from '#core/fill.ts'
import { noticeEnd } from '#features/members/leaving/rules/leaving.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { lockBorrower } from '#features/loans/running-loans/server/queries.ts'
import { endOffice } from '#features/members/members/server/change-roles.ts'
import { refuseFormer } from '#features/members/members/server/queries.ts'
import { findNamedOn, findNominees } from '#features/members/nominees/server/queries.ts'
import { describeNominee } from '#features/members/nominees/server/describe-nominee.ts'
import { changeStanding } from '#features/members/register/server/change-standing.ts'
import { getLeaving } from './get-leaving.ts'
import { findLeaver, listLeavings } from './queries.ts'
import { insertLeaving } from './store.ts'
import * as strings from './strings.ts'

/**
 * Starts the leaving of a member; they are held, so that nothing new of their slips past it. A death ends an office at once: a
 * settlement may take months. Refuses: not_found, member_merged, member_has_left, leaving_stands, dated_in_future, leaving_before_joining.
 */
export async function startLeaving(
  tx: Tx,
  actor: TenantActor,
  { memberId, reason, noticedOn, note }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(context.now)
  await lockBorrower(tx, memberId)
  const [{ name, status, joinedOn, noticeMonths }, [latest]] = await Promise.all([
    findLeaver(tx, memberId),
    listLeavings(tx, actor, memberId, today),
  ])
  if (isFormer(status)) await refuseFormer(tx, memberId)
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
  if (reason === 'death') {
    await endOffice(tx, actor.cooperativeId, memberId)
    // Who chooses active members leaves the dead out from here on.
    if (status === 'active') await changeStanding(tx, actor, memberId, 'inactive', note || strings.died)
  }
  return getLeaving(tx, actor, { memberId }, context)
}

/** Refuses: own_leaving. An officer may agree to what another one reports of them. */
export function refuseOwnLeaving(_tx: Tx, actor: TenantActor, { memberId }: Parsed<typeof contract>): void {
  if (isSelf(actor, memberId)) refuse('own_leaving')
}

/**
 * A death takes a member off rolls and off the approvers, and opens what they had to their nominees, who are named with the day on which
 * they became so: another one in between, or just before, is seen at the approval.
 */
export async function describeLeaving(
  tx: Tx,
  { name: by }: TenantActor,
  { memberId, reason }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  if (reason !== 'death') return undefined
  const [{ name, membershipno, roles }, nominees, namedOn] = await Promise.all([
    findLeaver(tx, memberId),
    findNominees(tx, memberId),
    findNamedOn(tx, memberId),
  ])
  const named = nominees
    .map((person) =>
      fill(strings.nomineeWithShare, { name: describeNominee(person), percent: `${person.shareBasisPoints / 100}` }),
    )
    .join('; ')
  const office = officeOf(roles)
  const message = fill(strings.deathIsReported, { by, name, membershipno })
  return {
    description: fill(strings.reportDeath, {
      name,
      who: office ? roleName(office).toLowerCase() : membershipno,
      nominees: namedOn
        ? fill(strings.nomineesNamedOn, { nominees: named, day: dayText(namedOn) })
        : named || strings.none,
    }),
    memberId,
    ...(office && { opensToAsker: true }),
    // Told before it is decided: a second officer may know no better, the member does.
    tells: { memberId, message, atOnceToo: true },
  }
}
