import type { Author } from '#core/actor.ts'
import type { PledgeId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewFloors } from '#platform/ledger/ledger.ts'
import { insertPledges, type NewPledge } from './store.ts'

export type { NewPledge }

/** Pledges savings for a loan. Refuses: below_floor, where the account has less. */
export async function pledgeForLoan(tx: Tx, actor: Author, pledge: Omit<NewPledge, 'id'>): Promise<PledgeId> {
  const id = newId<PledgeId>()
  await pledgeForLoans(tx, actor, [{ ...pledge, id }])
  return id
}

/** The same for many at once. */
export async function pledgeForLoans(tx: Tx, actor: Author, pledges: readonly NewPledge[]): Promise<void> {
  if (pledges.length === 0) return
  await insertPledges(tx, actor, pledges)
  // Savings that are pledged already for a loan that this one settles need no new floor.
  const accounts = pledges.filter(({ held }) => held > 0n).map(({ accountId }) => accountId)
  if (accounts.length > 0) await renewFloors(tx, actor.cooperativeId, accounts)
}
