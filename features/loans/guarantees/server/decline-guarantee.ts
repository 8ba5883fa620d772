import type { declineGuarantee as contract } from '#features/loans/guarantees/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseUnlessOwn } from './accept-guarantee.ts'
import { answerGuarantee } from './answer-guarantee.ts'
import { findStanding, toldOf } from './queries.ts'

/** The guarantor does not guarantee the loan. Refuses: not_found, guarantee_answered, guarantee_not_wanted. */
export async function declineGuarantee(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const own = refuseUnlessOwn(actor, memberId)
  const now = await answerGuarantee(tx, loanId, 'declined', {
    author: actor,
    memberId: own,
    guarantor: actor.name,
    way: 'app',
  })
  return toldOf(now, await findStanding(tx, own))
}
