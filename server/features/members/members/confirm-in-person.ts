import type { Parsed } from '#contract/endpoint.ts'
import { confirmInPerson as contract } from '#contract/members/register.ts'
import type { TenantActor } from '#domain/actor.ts'
import { fill } from '#domain/fill.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/access/change-requests/ask-for-change.ts'
import { findAsker, findLoginProof, findMember } from './queries.ts'
import { lockMember, proveInPerson } from './store.ts'
import * as strings from './strings.ts'

/**
 * Proves the login of a member without a phone, whom two officers saw. A new activation code ends it with the login. Refuses:
 * member_has_phone, member_not_activated, login_proved_already, maker_is_not_checker.
 */
export async function confirmInPerson(
  tx: Tx,
  actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<null> {
  await lockMember(tx, memberId)
  const { phone, activated } = await findMember(tx, memberId)
  if (phone !== null) refuse('member_has_phone')
  if (!activated) refuse('member_not_activated')
  if ((await findLoginProof(tx, memberId)) !== null) refuse('login_proved_already')

  const asker = await findAsker(tx, actor, `${contract.method} ${contract.path}`, memberId)
  // After seven days an officer may approve other changes that they asked for.
  if (asker?.isOwn) refuse('maker_is_not_checker')

  // From here on it must succeed.
  await proveInPerson(tx, memberId, [...new Set([asker?.name ?? actor.name, actor.name])].join(strings.and))
  return null
}

export async function describeInPerson(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const { firstName, lastName, membershipno } = await findMember(tx, memberId)
  return {
    description: fill(strings.sawInPerson, { firstName, lastName, membershipno }),
    memberId,
    ownMemberId: memberId,
  }
}
