import type { placePledge as contract } from '#features/savings/pledges/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import type { PledgeId } from '#core/ids.ts'
import { kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { knownFacts } from '#features/savings/transactions/server/plan-movement.ts'
import { renewFloor } from '#platform/ledger/ledger.ts'
import { findPledge } from './queries.ts'
import { insertPledges } from './store.ts'

/**
 * Holds an amount on a member's account by raising its floor. Refuses: own_transaction, not_found, account_type_not_found,
 * pledge_above_free.
 */
export async function placePledge(
  tx: Tx,
  actor: TenantActor,
  { memberId, accountTypeId, amount, reason }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  // What is held is out of reach of a recovery or a charge too.
  if (isSelf(actor, memberId)) refuse('own_transaction')
  const facts = await knownFacts(tx, { memberId, accountTypeId: accountTypeId ?? null })
  const { accountId, accountTypeId: typeId, free } = facts
  if (accountId === null || amount > free)
    return refuse('pledge_above_free', { field: 'amount', free: moneyText(kobo(free)) })

  // From here on it must succeed.
  const id = newId<PledgeId>()
  await insertPledges(tx, actor, [
    { id, memberId, accountTypeId: typeId, accountId, amount, held: amount, purpose: 'hold', subjectId: null, reason },
  ])
  await renewFloor(tx, actor.cooperativeId, accountId)
  return findPledge(tx, id)
}
