import type { Parsed } from '#core/contract/endpoint.ts'
import { confirmInPerson as contract } from '#features/members/register/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { momentText } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findActivation, findAsker, findLoginProof, findMember } from './queries.ts'
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
  // Also where no other approver is left meanwhile, and they could approve what they asked for.
  if (asker?.isOwn) refuse('maker_is_not_checker')

  // From here on it must succeed.
  await proveInPerson(tx, memberId, [...new Set([asker?.name ?? actor.name, actor.name])].join(strings.and))
  return null
}

/** With the moment of the activation: a login that was activated since is one that the asker never saw. */
export async function describeInPerson(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const { firstName, lastName, membershipno } = await findMember(tx, memberId)
  const activatedAt = await findActivation(tx, memberId)
  const when = activatedAt ? momentText(activatedAt) : strings.notYet
  return {
    description: fill(strings.sawInPerson, { firstName, lastName, membershipno, when }),
    memberId,
    ownMemberId: memberId,
    ownerNeverAgrees: true,
  }
}
