import type { TenantActor } from '#domain/actor.ts'
import type { PledgeId } from '#domain/ids.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { renewFloor } from '#server/ledger/ledger.ts'
import { insertPledge, type NewPledge } from './store.ts'

/** Ties up what stands for a loan. Refuses: below_floor, where less stands on the account. */
export async function pledgeForLoan(tx: Tx, actor: TenantActor, pledge: Omit<NewPledge, 'id'>): Promise<PledgeId> {
  const id = newId<PledgeId>()
  await insertPledge(tx, actor, { ...pledge, id })
  // What stands for a loan that this one settles is held already; a floor that stays needs nothing.
  if (pledge.held > 0n) await renewFloor(tx, actor.cooperativeId, pledge.accountId)
  return id
}
