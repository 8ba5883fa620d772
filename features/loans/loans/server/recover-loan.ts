import type { recoverLoan as contract } from '#features/loans/loans/recoveries.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { EntryId, LoanMovementId } from '#core/ids.ts'
import { entry, type Posting } from '#features/accounting/books/rules/entry.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { isRepaid } from '#features/loans/loans/rules/running-loan.ts'
import { journalsOf } from '#features/loans/loans/rules/settlement.ts'
import { journalsAsOne } from '#features/loans/loans/rules/top-up.ts'
import { type Kobo, kobo, moneyText, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { saveLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { post, receiptNumber } from '#platform/ledger/ledger.ts'
import { lockRunningLoan, refuseDay } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { recordMovements } from '#features/loans/running-loans/server/record-movements.ts'
import {
  findRunningLoan,
  findSocietyAccounts,
  type LockedRunningLoan,
  lockSavers,
} from '#features/loans/running-loans/server/queries.ts'
import { saveDelays } from '#features/loans/running-loans/server/save-delays.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { shareTotal } from '#core/share-total.ts'
import { planRecovery, type PlannedRecovery } from './preview-recovery.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { insertRecoveryParts } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Repays what is overdue, or the whole loan, from the savings pledged for it, in one entry. Each pledge is released
 * from as much as it paid before the entry is posted, so that the ledger's floors hold throughout. Refuses: not_found,
 * loan_not_active, loan_nothing_owed, loan_not_overdue, own_loan, nothing_to_recover, recovery_changed, dates out of reach.
 */
export async function recoverLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, scope, parts: seen, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const loan = await lockRunningLoan(tx, loanId)
  await lockSavers(tx, loan)
  const plan = await planRecovery(tx, loan, scope, context)
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  const { amount, recovered } = plan
  if (!recovered) return refuse('nothing_to_recover')
  const parts = plan.parts.filter((part) => part.amount > 0n)
  if (!isAsSeen(parts, seen)) refuse('recovery_changed', { field: 'parts' })
  const on = dayIn(context.now)
  refuseDay(loan, on, context.now)
  const accountId = loan.accountId ?? refuse('loan_not_active')
  const society = await findSocietyAccounts(tx, loan)

  // From here on it must succeed.
  const { after, change, rebate } = recovered
  const [id, entryId] = [newId<LoanMovementId>(), newId<EntryId>()]
  const principals = shareTotal(
    kobo(change.principal > 0n ? change.principal : 0n),
    parts.map((part) => part.amount),
  )
  await insertRecoveryParts(
    tx,
    actor,
    loan,
    id,
    parts.map((part, index) => ({ ...part, principal: principals[index] ?? kobo(0) })),
  )
  await saveLoans(tx, actor, [{ loan, after, accountId }])
  const postings: Posting[] = [
    ...parts.map((part) => ({ debit: part.accountId, credit: society.unallocated, amount: part.amount })),
    ...pairsOf(
      journalsAsOne(journalsOf(amount, society.unallocated, { change, rebate }, { ...society, loan: accountId })),
    ),
  ]
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id: entryId, on, kind: 'repayment', source: { type: 'repayment', id: entryId }, postings }),
      actorId: actor.loginId,
      requestId: context.requestId,
    },
  ])
  if (!posted) throw new Error('The ledger left a recovery without an answer')
  recordMovements(tx, actor, [
    {
      loan,
      id,
      kind: 'repayment',
      amount,
      on,
      way: 'recovery',
      isHeld: true,
      through: null,
      ...change,
      rebate,
      entryId,
      entryNumber: posted.number,
      receiptNumber: receiptNumber(posted),
      recoveryReason: reason,
    },
  ])
  await saveDelays(tx, [loan.loanId])
  keepOnSavings(tx, actor, loan, parts, { on, entryId, entryNumber: posted.number })
  notifyMembers(tx, actor.cooperativeId, noticesOf(loan, parts, reason, isRepaid(after)))
  return getLoan(tx, actor, { loanId }, context)
}

/** “Recover ₦5,000.00 for the Regular loan of Ada Obi from savings. Reason: …” */
export async function describeRecovery(
  tx: Tx,
  _actor: TenantActor,
  { loanId, parts, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { loanConfig, memberName, memberId } = await findRunningLoan(tx, loanId)
  const amount = sumKobo(parts.map((part) => part.amount))
  return {
    description: fill(strings.recoverForTheLoanOf, { amount: moneyText(amount), loanConfig, memberName, reason }),
    memberId,
    ownMemberId: memberId,
    money: { amount, approvals: 1 },
  }
}

type Parts = PlannedRecovery['parts']

function isAsSeen(parts: Parts, seen: Parsed<typeof contract>['parts']): boolean {
  return (
    parts.length === seen.length &&
    parts.every((part) =>
      seen.some(
        ({ memberId, source, amount }) =>
          memberId === part.memberId && source === part.source && amount === part.amount,
      ),
    )
  )
}

/** What left whose savings, each on the line of the entry that carried it. */
function keepOnSavings(
  tx: Tx,
  actor: TenantActor,
  { loanConfig, memberName }: LockedRunningLoan,
  parts: Parts,
  voucher: { on: Day; entryId: EntryId; entryNumber: number },
): void {
  for (const [index, { source, memberId, accountTypeId, amount }] of parts.entries()) {
    const description =
      source === 'guarantee'
        ? fill(strings.guaranteeForTheLoanOf, { loanConfig, memberName })
        : fill(strings.recoveredForYourLoan, { loanConfig })
    const { on, entryId, entryNumber } = voucher
    saveLoanMovement(tx, actor, {
      type: 'repayment',
      memberId,
      accountTypeId,
      amount,
      occurredOn: on,
      description,
      entryId,
      entryNumber,
      line: index + 1,
    })
  }
}

function noticesOf(
  { memberId, memberName, loanConfig }: LockedRunningLoan,
  parts: Parts,
  reason: string,
  isNowRepaid: boolean,
) {
  const sumOf = (isGuarantee: boolean): Kobo =>
    sumKobo(parts.filter(({ source }) => (source === 'guarantee') === isGuarantee).map(({ amount }) => amount))
  const [own, guaranteed] = [sumOf(false), sumOf(true)]
  const told = { loanConfig, reason }
  const recovered =
    guaranteed === 0n
      ? fill(strings.recoveredFromSavings, { ...told, own: moneyText(own) })
      : own === 0n
        ? fill(strings.recoveredFromGuarantors, { ...told, guaranteed: moneyText(guaranteed) })
        : fill(strings.recoveredFromBoth, { ...told, own: moneyText(own), guaranteed: moneyText(guaranteed) })
  return [
    {
      memberId,
      message: isNowRepaid ? `${recovered} ${strings.theLoanIsFullyRepaid}` : recovered,
      type: 'warning' as const,
      link: '/member/loans' as const,
    },
    ...parts
      .filter(({ source }) => source === 'guarantee')
      .map(({ memberId: guarantor, amount }) => ({
        memberId: guarantor,
        message: fill(strings.ofYourSavingsWasTaken, { amount: moneyText(amount), loanConfig, memberName, reason }),
        type: 'warning' as const,
        link: '/member/guarantees' as const,
      })),
  ]
}
