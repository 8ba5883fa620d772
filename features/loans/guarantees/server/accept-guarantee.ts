import type { acceptGuarantee as contract } from '#features/loans/guarantees/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerGuarantee } from './answer-guarantee.ts'
import { findStanding, findWhoSaw, toldOf } from './queries.ts'

/** The guarantor agrees with their own login. Refuses: not_found, and what answerGuarantee refuses. */
export async function acceptGuarantee(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const own = refuseUnlessOwn(actor, memberId)
  const now = await answerGuarantee(tx, loanId, 'accepted', {
    author: actor,
    memberId: own,
    guarantor: actor.name,
    way: 'app',
    seenBy: await findWhoSaw(tx, own),
  })
  return toldOf(now, await findStanding(tx, own))
}

/** A member answers for themselves only: another's guarantee is as missing as one that never was. */
export function refuseUnlessOwn(actor: TenantActor, memberId: MemberId): MemberId {
  return actor.role === 'member' && actor.memberId === memberId ? memberId : refuse('not_found')
}
