import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'
import type { mergeMember as contract } from '#features/members/merging/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import type { EntryId } from '#core/ids.ts'
import { whyNotJoin } from '#features/members/members/rules/joining.ts'
import { kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { HeldAccount } from '#features/members/leaving/rules/leaving.ts'
import { whyNotMerge } from '#features/members/merging/rules/merging.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { needChartAccount } from '#features/accounting/books/server/queries.ts'
import { endMembership } from '#features/members/members/server/end-membership.ts'
import { saveEarnedInterest } from '#features/savings/transactions/server/save-earned-interest.ts'
import { moveAccounts } from '#features/savings/transactions/server/move-accounts.ts'
import { lockMembers } from '#features/savings/transactions/server/queries.ts'
import { planSettlement } from '#features/members/leaving/server/plan-settlement.ts'
import { findLeaver, lockAllOf } from '#features/members/leaving/server/queries.ts'
import { post } from '#platform/ledger/ledger.ts'
import { findRecord, mergedInto, refuseClosedBooks } from './queries.ts'
import { insertMerging } from './store.ts'

/**
 * Makes two records of one person one. What is bound to a record itself, a loan, a guarantee, a hold, a fixed deposit, a vote,
 * is not moved: that record is the one to keep. Refuses: not_found, merge_same_record, merge_of_former,
 * member_not_active, member_leaving, merge_in_office, merge_in_vote, merge_in_election, merge_has_loan, merge_not_clear, joined_before_birth, period_closed.
 */
export async function mergeMember(
  tx: Tx,
  actor: TenantActor,
  { id, into, reason }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  if (id === into) refuse('merge_same_record', { field: 'into' })
  await lockMembers(tx, [id, into])
  await lockAllOf(tx, id)
  const [ending, staying] = [await findRecord(tx, id, 'id'), await findRecord(tx, into, 'into')]
  const plan = await planSettlement(
    tx,
    await findLeaver(tx, id),
    { reason: 'merged', noticeEndsOn: null, isWaived: true },
    { on: today, fee: zeroKobo },
  )
  const { clearance, loans } = plan
  const why =
    whyNotMerge({ ending: { ...ending, loans: loans.length, clearance }, staying }) ??
    // The record that stays counts from the earlier day of joining.
    whyNotJoin({ bornOn: staying.bornOn, joinedOn: ending.joinedOn }, 'into', today)
  if (why) throw why
  await refuseClosedBooks(tx, today)

  // From here on it must succeed.
  await creditInterest(tx, actor, plan.accounts, { memberId: id, on: today, requestId })
  const accounts = plan.accounts
    .map((account) => ({ ...account, amount: kobo(account.amount + (account.interest?.amount ?? 0n)) }))
    .filter(({ amount }) => amount > 0n)
  const description = `${ending.membershipno} merged into ${staying.membershipno}: ${reason}`
  await moveAccounts(tx, actor, { from: id, into, accounts, on: today, description }, requestId)
  await endMembership(tx, actor, id, 'left', today)
  const note = mergedInto(staying, ending, today)
  await insertMerging(tx, actor, { memberId: id, statusBefore: ending.status, into, note, on: today })
  const { membershipno, name } = staying
  return { memberId: into, membershipno, name, moved: sumKobo(accounts.map(({ amount }) => amount)) }
}

/** What the accounts earned and no run has paid is theirs before they are emptied. */
async function creditInterest(
  tx: Tx,
  actor: TenantActor,
  accounts: readonly HeldAccount[],
  { memberId, on, requestId }: { memberId: Parsed<typeof contract>['id']; on: Day; requestId: string },
): Promise<void> {
  const earned = accounts.flatMap(({ interest, ...account }) => (interest ? [{ ...account, ...interest }] : []))
  if (earned.length === 0) return
  const expense = await needChartAccount(tx, interestCode)
  const id = newId<EntryId>()
  const postings = earned.map(({ accountId: credit, amount }) => ({ debit: expense, credit, amount }))
  const drafted = entry({ id, on, kind: 'leaving', source: { type: 'leaving', id }, postings })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: drafted, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('The ledger left the interest of a merged record without an answer')
  saveEarnedInterest(tx, actor, memberId, earned, posted, on)
}

/** Refuses: merge_own_record. An officer may agree to a merge that another one asks for. */
export function refuseOwnMerging(_tx: Tx, actor: TenantActor, { id, into }: Parsed<typeof contract>): void {
  if (isSelf(actor, id) || isSelf(actor, into)) refuse('merge_own_record')
}

/** “Merge GTU/00001, Musa Bello, into GTU/00002, Musa A. Bello”; whose record it is approves it only as the only other officer. */
export async function describeMerging(
  tx: Tx,
  { name: by }: TenantActor,
  { id, into }: Parsed<typeof contract>,
): Promise<Change> {
  const [ending, staying] = [await findRecord(tx, id, 'id'), await findRecord(tx, into, 'into')]
  return {
    description: `Merge ${ending.membershipno}, ${ending.name}, into ${staying.membershipno}, ${staying.name}`,
    memberId: id,
    ownMemberId: into,
    tells: { memberId: id, message: fill(strings.asksToMergeYou, { by, ...ending, into: staying.membershipno }) },
  }
}
