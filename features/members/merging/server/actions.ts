import type { Ask } from '#platform/action.ts'
import { isSelf } from '#core/actor.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import type { EntryId, MemberId } from '#core/ids.ts'
import { kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import type { HeldAccount } from '#features/members/leaving/rules/leaving.ts'
import { planSettlement } from '#features/members/leaving/server/plan-settlement.ts'
import { findLeaver, lockAllOf } from '#features/members/leaving/server/reads.ts'
import { whyNotJoin } from '#features/members/members/rules/joining.ts'
import { endMembership } from '#features/members/members/server/actions.ts'
import * as contract from '#features/members/merging/contract.ts'
import { whyNotMerge } from '#features/members/merging/rules/merging.ts'
import { moveAccounts } from '#features/savings/transactions/server/record-movement.ts'
import { lockMembers } from '#features/savings/transactions/server/reads.ts'
import { saveEarnedInterest } from '#features/savings/transactions/server/actions.ts'
import { newId } from '#platform/db/id.ts'
import { post } from '#platform/ledger/ledger.ts'
import { findRecord, mergedInto, refuseClosedBooks } from './reads.ts'
import { insertMerging } from './writes.ts'

const sameRecord = refusal('merge_same_record', 422, 'Choose another record. This is the one that would be closed.')
const ownRecord = refusal('merge_own_record', 403, 'You can’t merge your own record. Ask another officer.')

/**
 * Makes two records of one person one. What is bound to a record itself, a loan, a guarantee, a hold, a fixed deposit, a vote,
 * is not moved: that record is the one to keep. An officer may agree to a merge that another one asks for of their own record, as the
 * only other officer. Refuses: not_found, merge_same_record, merge_of_former, member_not_active, member_leaving, merge_in_office,
 * merge_in_vote, merge_in_election, merge_has_loan, merge_not_clear, joined_before_birth, period_closed; merge_own_record who asks.
 */
export const mergeMember = waitingAction(
  contract.mergeMember,
  async ({ tx, actor }, { id, into }) => {
    const [ending, staying] = [await findRecord(tx, id, 'id'), await findRecord(tx, into, 'into')]
    return {
      description: `Merge ${ending.membershipno}, ${ending.name}, into ${staying.membershipno}, ${staying.name}`,
      memberId: id,
      ownMemberId: into,
      tells: {
        memberId: id,
        message: t(
          '{by} asked to merge the membership of {name}, {membershipno}, into {into}. If this is wrong, call another officer of your cooperative at once.',
          { by: actor.name, name: ending.name, membershipno: ending.membershipno, into: staying.membershipno },
        ),
      },
    }
  },
  async (ask, { id, into, reason }) => {
    const { tx, actor, today, context } = ask
    if (id === into) refuse(sameRecord({ field: 'into' }))
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
    await creditInterest(ask, plan.accounts, id)
    const accounts = plan.accounts
      .map((account) => ({ ...account, amount: kobo(account.amount + (account.interest?.amount ?? 0n)) }))
      .filter(({ amount }) => amount > 0n)
    const description = `${ending.membershipno} merged into ${staying.membershipno}: ${reason}`
    await moveAccounts(tx, actor, { from: id, into, accounts, on: today, description }, context.requestId)
    await endMembership(tx, actor, id, 'left', today)
    const note = mergedInto(staying, ending, today)
    await insertMerging(tx, actor, { memberId: id, statusBefore: ending.status, into, note, on: today })
    const { membershipno, name } = staying
    return { memberId: into, membershipno, name, moved: sumKobo(accounts.map(({ amount }) => amount)) }
  },
  ({ actor }, { id, into }) => {
    if (isSelf(actor, id) || isSelf(actor, into)) refuse(ownRecord())
  },
)

/** What the accounts earned and no run has paid is theirs before they are emptied. */
async function creditInterest(
  { tx, actor, today: on, context: { requestId } }: Ask,
  accounts: readonly HeldAccount[],
  memberId: MemberId,
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
