import type { updateMemberRoles as contract } from '#features/members/members/member-changes.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { type MemberRole, officeOf, roleName, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { whyNotGive } from '#features/access/login/rules/office.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { toldOf } from './told-of.ts'
import { changeRoles } from './change-roles.ts'
import { findMember, getMemberRoles } from './queries.ts'
import { lockMember } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Sets a member's roles, and until when an office is theirs. A role that is taken away ends the sessions that rested on it.
 * Refuses: one_office_only, office_end_unused, office_end_past, office_end_missing, member_not_active.
 */
export async function updateMemberRoles(
  tx: Tx,
  actor: TenantActor,
  { memberId, roleIds, endsOn = null }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  await lockMember(tx, memberId)
  const before = await findMember(tx, memberId)
  const roles = [...new Set(['member' as const, ...roleIds])]
  const reason = whyNotGive(roles, endsOn, dayIn(now))
  if (reason) throw reason
  // It would be in force the moment that one officer makes them active again.
  if (before.status !== 'active' && officeOf(roles) !== undefined)
    refuse('member_not_active', { name: `${before.firstName} ${before.lastName}` })

  // From here on the change must succeed.
  await changeRoles(tx, actor.cooperativeId, { memberId, roles, endsOn })
  const description = toldRoles(before, roles, endsOn)
  if (description !== undefined)
    notifyOfficers(tx, actor.cooperativeId, {
      type: 'warning',
      message: fill(strings.changedWhoWorksInThe, { name: actor.name, description }),
    })
  return getMemberRoles(tx, actor, { memberId })
}

/** “Office of Ada Obi: none → treasurer until 31 Dec 2026”. */
export async function describeRoles(
  tx: Tx,
  actor: TenantActor,
  { memberId, roleIds, endsOn = null }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const member = await findMember(tx, memberId)
  const description = toldRoles(member, roleIds, endsOn)
  if (description === undefined) return undefined
  const tells = toldOf(member, actor, strings.asksToChangeYourOffice)
  return { description, isOfOffice: true, opensToAsker: true, memberId, tells }
}

function toldRoles(
  { firstName, lastName, memberRoles }: Awaited<ReturnType<typeof findMember>>,
  roles: readonly MemberRole[],
  endsOn: Day | null,
): string | undefined {
  const held = memberRoles.find(({ role }) => role !== 'member')
  const before = toldOffice(held?.role, held && 'endsOn' in held ? (held.endsOn ?? null) : null)
  const after = toldOffice(officeOf(roles), endsOn)
  return before === after ? undefined : fill(strings.officeOf, { firstName, lastName, before, after })
}

function toldOffice(office: MemberRole | undefined, endsOn: Day | null): string {
  if (office === undefined) return strings.none
  const role = roleName(office)
  return endsOn === null ? role : fill(strings.officeUntil, { role, endsOn: dayText(endsOn) })
}
