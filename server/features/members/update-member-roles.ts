import type { updateMemberRoles as contract } from '#contract/member-changes.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Tx } from '#server/db/tx.ts'
import { findMember, getMemberRoles } from './queries.ts'
import { endMemberSessions, lockMember, setRoles } from './store.ts'

/** Sets a member's roles. A role that is taken away ends the sessions that stood on it. */
export async function updateMemberRoles(tx: Tx, actor: TenantActor, { memberId, roleIds }: Parsed<typeof contract>): Promise<Replied<typeof contract>> {
  await lockMember(tx, memberId)
  const before = await findMember(tx, memberId)
  const roles = [...new Set(['member' as const, ...roleIds])]

  // From here on the change must succeed.
  await setRoles(tx, memberId, roles)
  if (before.memberRoles.some(({ role }) => !roles.includes(role))) await endMemberSessions(tx, memberId, 'role_removed')
  return getMemberRoles(tx, actor, { memberId })
}
