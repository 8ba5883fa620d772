import { type Author, isSelf, type TenantActor } from '#core/actor.ts'
import type { LoanId, PledgeId } from '#core/ids.ts'
import { kobo, moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/pledges/contract.ts'
import { knownFacts } from '#features/savings/transactions/server/plan-movement.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewFloor, renewFloors } from '#platform/ledger/ledger.ts'
import { findPledge, lockPledge } from './reads.ts'
import { callRenewPledges, insertPledges, markReleased, type NewPledge, releaseOfLoans } from './writes.ts'

export type { NewPledge }

const pledgeAboveFree = refusal('pledge_above_free', 409, 'Only {free} is free on this account. Pledge that or less.')
const pledgeReleased = refusal('pledge_released', 409, '{by} has already released this pledge.')
const pledgeIsForLoan = refusal('pledge_stands_for_loan', 409, 'This pledge is for a loan and ends with it.')
const pledgeNotRenewable = refusal(
  'pledge_not_renewable',
  409,
  'A guarantor, or the borrower, has meanwhile taken out savings that would have to be pledged for this loan again. Replace the guarantor and reverse it again once the new one has accepted, or have the savings paid back in first.',
)

/** Holds an amount on a member's account by raising its floor. Refuses: own_transaction, not_found, account_type_not_found, pledge_above_free. */
export const placePledge = action(contract.placePledge, async ({ tx, actor }, input) => {
  const { memberId, amount, reason } = input
  // What is held is out of reach of a recovery or a charge too.
  if (isSelf(actor, memberId)) refuse('own_transaction')
  const { accountId, accountTypeId, free } = await knownFacts(tx, {
    memberId,
    accountTypeId: input.accountTypeId ?? null,
  })
  if (accountId === null || amount > free)
    return refuse(pledgeAboveFree({ field: 'amount', free: moneyText(kobo(free)) }))

  // From here on it must succeed.
  const id = newId<PledgeId>()
  await insertPledges(tx, actor, [
    { id, memberId, accountTypeId, accountId, amount, held: amount, purpose: 'hold', subjectId: null, reason },
  ])
  await renewFloor(tx, actor.cooperativeId, accountId)
  return findPledge(tx, id)
})

/** Releases a hold, so that the floor falls by it. Refuses: not_found, own_transaction, pledge_released, pledge_stands_for_loan. */
export const releasePledge = action(contract.releasePledge, async ({ tx, actor }, { pledgeId, reason }) => {
  const { accountId, memberId, purpose, releasedBy } = await lockPledge(tx, pledgeId)
  if (isSelf(actor, memberId)) refuse('own_transaction')
  if (releasedBy !== null) refuse(pledgeReleased({ by: releasedBy }))
  if (purpose !== 'hold') refuse(pledgeIsForLoan())

  // From here on it must succeed.
  await markReleased(tx, actor, pledgeId, reason)
  await renewFloor(tx, actor.cooperativeId, accountId)
  return findPledge(tx, pledgeId)
})

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

/**
 * Brings what is pledged for these loans into line with their principal, in the transaction that moved it: less is held as
 * it comes back, and again as much where a repayment is reversed. Refuses: pledge_not_renewable.
 */
export async function renewPledges(tx: Tx, actor: Author, loanIds: readonly LoanId[]): Promise<void> {
  if (loanIds.length === 0) return
  try {
    await callRenewPledges(tx, actor, loanIds)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'below_floor')
      refuse(pledgeNotRenewable())
    throw error
  }
}

/** Releases what these loans have pledged before the savings leave in the same transaction, as those of reversed opening balances do. */
export async function endPledges(
  tx: Tx,
  actor: TenantActor,
  loanIds: readonly LoanId[],
  reason: string,
): Promise<void> {
  const accounts = await releaseOfLoans(tx, actor, loanIds, reason)
  if (accounts.length > 0) await renewFloors(tx, actor.cooperativeId, accounts)
}
