import type { logMemberOut as contract } from '#features/members/register/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMember } from './queries.ts'
import { endSessionsHere } from './store.ts'
import { refuseOfficer } from './update-member.ts'

/**
 * Ends every session that a member has at this cooperative. Their sessions at other cooperatives stay, and open this one
 * again only after a new login. Refuses: not_found, officer_by_admin.
 */
export async function logMemberOut(tx: Tx, actor: TenantActor, { memberId }: Parsed<typeof contract>): Promise<null> {
  refuseOfficer(actor, await findMember(tx, memberId))

  // From here on the change must succeed.
  await endSessionsHere(tx, memberId)
  return null
}
