import type { updateMemberRoles as contract } from '#contract/member-changes.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { officeOf, type TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { officeNotice, whyNotGive } from '#domain/members/office.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { findMember, getMemberRoles } from './queries.ts'
import { endMemberSessions, lockMember, setRoles } from './store.ts'

/**
 * Sets a member's roles, and until when an office is his. A role that is taken away ends the sessions that stood on it.
 * Refuses: one_office_only, office_end_unused, office_end_past, office_end_missing.
 */
export async function updateMemberRoles(tx: Tx, actor: TenantActor, { memberId, roleIds, endsOn = null }: Parsed<typeof contract>, { now }: Context): Promise<Replied<typeof contract>> {
  await lockMember(tx, memberId)
  const before = await findMember(tx, memberId)
  const roles = [...new Set(['member' as const, ...roleIds])]
  const reason = whyNotGive(roles, endsOn, dayIn(now))
  if (reason) throw reason

  // From here on the change must succeed.
  await setRoles(tx, memberId, roles, endsOn)
  if (before.memberRoles.some(({ role }) => !roles.includes(role))) await endMemberSessions(tx, memberId, 'role_removed')
  const message = officeNotice(
    { office: officeOf(before.memberRoles.map(({ role }) => role)), endsOn: before.memberRoles.find((held) => 'endsOn' in held)?.endsOn ?? null },
    { office: officeOf(roles), endsOn },
  )
  if (message !== undefined) notifyMembers(tx, actor.cooperativeId, [{ memberId, message, link: '/member/dashboard' }])
  return getMemberRoles(tx, actor, { memberId })
}
