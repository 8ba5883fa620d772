import type { undoMatch as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockBankAccount } from './queries.ts'
import { deleteMatch } from './store.ts'
import { forgetFrom } from './writes.ts'

/** Opens both sides of a match again, and forgets what was learned from it. Refuses: not_found. */
export async function undoMatch(
  tx: Tx,
  _actor: TenantActor,
  { accountId, matchId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  await forgetFrom(tx, accountId, matchId)
  if (!(await deleteMatch(tx, accountId, matchId))) refuse('not_found')
  return { id: matchId }
}
