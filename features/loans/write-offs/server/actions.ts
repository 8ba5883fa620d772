import { isSelf } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { LoanMovementId, WriteOffId } from '#core/ids.ts'
import { kobo, moneyText, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { registerApprovals } from '#features/access/approvals/server/reads.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { findWriteOff, getLoan, writeOffApprovals } from '#features/loans/details/server/reads.ts'
import { provisions, provisionToPost } from '#features/loans/loans/rules/portfolio.ts'
import { noChange, type StoredMovement } from '#features/loans/loans/rules/running-loan.ts'
import { journalOfWriteOff, leftToRecover, writeOffTooEarly } from '#features/loans/loans/rules/write-off.ts'
import * as portfolio from '#features/loans/portfolio/contract.ts'
import { findLoansByDelay, findProvision, findProvisionClasses } from '#features/loans/portfolio/server/reads.ts'
import { missingOn } from '#features/loans/reports/server/reads.ts'
import {
  accountOf,
  type LockedRunningLoan,
  lockRunningLoan,
  lockSavers,
  refuseDay,
} from '#features/loans/running-loans/server/reads.ts'
import {
  findMoney,
  type LoanMove,
  postVoucher,
  reverseEntry,
  saveWrittenOffLoan,
  savingsPosting,
} from '#features/loans/running-loans/server/save-loans.ts'
import { insertMovements } from '#features/loans/running-loans/server/writes.ts'
import * as contract from '#features/loans/write-offs/contract.ts'
import { saveLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { action, type Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, insert, update } from '#platform/db/write.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import {
  findLoanOf,
  findLossAccounts,
  findProvisionAccounts,
  findWaiting,
  planAskedWriteOff,
  planWriteOff,
} from './reads.ts'

const provisionUnchanged = refusal(
  'provision_unchanged',
  409,
  'What the books have set aside for loan losses is what it should be today. Nothing was posted.',
)
const provisionWaits = refusal(
  'provision_waits',
  409,
  '{by} recorded a provision that waits for approval. Approve or reject that first.',
)
const writeOffWaits = refusal(
  'write_off_waits',
  409,
  '{by} has asked to write this loan off already. Approve or reject that first.',
)
const writeOffChanged = refusal(
  'write_off_changed',
  409,
  '{asked} was asked for, and {owed} is owed now. Reject this and ask again, so that no one approves another amount than they read.',
)
const writeOffRecoveredOn = refusal(
  'write_off_recovered_on',
  409,
  'Money has come in since this loan was written off. Reverse that first, the latest first.',
)
const recoveredAboveWrittenOff = refusal(
  'recovered_above_written_off',
  422,
  'No more is recovered than was written off. Enter {left} or less.',
)

registerApprovals(writeOffApprovals)

/**
 * Writes a loan off, or asks for that where the settings want approvals. Refuses: not_found, loan_not_active, loan_written_off,
 * own_loan, write_off_waits, write_off_nothing, write_off_too_early, write_off_recoverable, dates out of reach.
 */
export const writeOffLoan = action(
  contract.writeOffLoan,
  async (ask, { loanId, reason, on, releasesPledges = false }) => {
    const { tx, actor, today } = ask
    const loan = await lockRunningLoan(tx, loanId)
    await lockSavers(tx, loan)
    const waiting = await findWriteOff(tx, actor, loanId)
    if (waiting?.status === 'pending') refuse(writeOffWaits({ by: waiting.askedBy }))
    const { memberId } = loan
    if (isSelf(actor, memberId)) refuse('own_loan')
    const day = on ?? today
    const { amount, approvals } = await planAskedWriteOff(tx, loan, { on: day, releasesPledges }, today)

    // From here on it must succeed.
    const writeOffId = newId<WriteOffId>()
    await insert(tx, 'app.write_off', {
      ...{ writeOffId, loanId, memberId, status: 'pending', amount, occurredOn: on ?? null, reason, releasesPledges },
      ...{ approvalsNeeded: approvals, askedBy: actor.loginId, askedByName: actor.name },
    })
    if (approvals === 0) await postWriteOff(ask, loan, { writeOffId, on: day, reason })
    return getLoan(ask, { loanId })
  },
)

/**
 * Approves a write-off that waits, and posts it with the last approval that it takes. Refuses: write_off_decided,
 * write_off_changed, maker_is_not_checker, approved_already, and what asking refuses.
 */
export const approveWriteOff = action(contract.approveWriteOff, async (ask, { writeOffId }) => {
  const { tx, actor, today } = ask
  const loan = await lockRunningLoan(tx, await findLoanOf(tx, writeOffId))
  await lockSavers(tx, loan)
  const { on, amount: asked, reason, releasesPledges } = await findWaiting(tx, writeOffId)
  await refuseOwnDecision(tx, actor, 'write_off', writeOffId, 'own_loan')
  const day = on ?? today
  const { amount: owed } = await planAskedWriteOff(tx, loan, { on: day, releasesPledges }, today)
  if (owed !== asked) refuse(writeOffChanged({ asked: moneyText(asked), owed: moneyText(owed) }))

  // From here on it must succeed.
  if (await giveApproval(tx, actor, 'write_off', writeOffId))
    await postWriteOff(ask, loan, { writeOffId, on: day, reason })
  return getLoan(ask, { loanId: loan.loanId })
})

/** Rejects a write-off that waits; the officer who asked for it may take it back like this. Refuses: write_off_decided. */
export const rejectWriteOff = action(contract.rejectWriteOff, async (ask, { writeOffId, reason }) => {
  const { tx, actor } = ask
  const { loanId } = await lockRunningLoan(tx, await findLoanOf(tx, writeOffId))
  await findWaiting(tx, writeOffId)
  await update(
    tx,
    'app.write_off',
    { writeOffId, status: 'pending' },
    { status: 'rejected', decidedByName: actor.name, decidedAt: clockTime, decidedReason: reason },
  )
  return getLoan(ask, { loanId })
})

/** Posts a write-off that has all its approvals. The schedule and what was repaid stay, so that a reversal leaves the loan that was. */
async function postWriteOff(
  ask: Ask,
  loan: LockedRunningLoan,
  { writeOffId, on, reason }: { writeOffId: WriteOffId; on: Day; reason: string },
): Promise<void> {
  const { tx, actor } = ask
  // What is left of the provision may not be used twice.
  await blockPostings(tx, actor.cooperativeId)
  const plan = await planWriteOff(tx, loan, on)
  const { amount, fromProvision, accounts } = plan
  const postings = pairsOf(journalOfWriteOff(plan, { ...accounts, loan: accountOf(loan) }))
  const voucher = await postVoucher(ask, 'write_off', on, postings)
  const movementId = newId<LoanMovementId>()
  insertMovements(tx, actor, [
    { loan, id: movementId, kind: 'write_off', amount, way: null, through: null, ...noChange, ...voucher },
  ])
  await update(
    tx,
    'app.write_off',
    { writeOffId, status: 'pending' },
    { status: 'approved', movementId, fromProvision, decidedByName: actor.name, decidedAt: clockTime },
  )
  await saveWrittenOffLoan(tx, actor, loan, { status: 'written_off', writtenOff: amount, recovered: zeroKobo })
  const { memberId, loanConfig } = loan
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'warning',
      link: '/member/loans',
      message: t(
        '{amount} of your {loanConfig} loan was written off: the cooperative no longer counts on it. You still owe it and can pay it at any time. Reason: {reason}',
        { amount: moneyText(amount), loanConfig, reason },
      ),
    },
  ])
}

/**
 * Records money that comes in on a written-off loan: income of its own, as the loan is no asset any more. Refuses:
 * own_loan, recovered_above_written_off, write_off_too_early, below_floor, money_account_unknown, paid_through_savings, dates out of reach.
 */
export async function recoverWrittenOff(ask: Ask, loan: LockedRunningLoan, move: LoanMove): Promise<void> {
  const { tx, actor, today } = ask
  const { amount, on, way } = move
  const { memberId, loanConfig, writtenOff } = loan
  if (isSelf(actor, memberId)) refuse('own_loan')
  refuseDay(loan, on, today)
  const lostOn = loan.movements.find(({ kind, status }) => kind === 'write_off' && status === 'posted')?.occurredOn
  if (lostOn && on < lostOn) refuse(writeOffTooEarly({ field: 'on', last: lostOn }))
  const left = leftToRecover(loan)
  if (amount > left) refuse(recoveredAboveWrittenOff({ field: 'amount', left: moneyText(left) }))
  const { recovered: income } = await findLossAccounts(tx)
  const { savings, through, reference } = await findMoney(tx, loan, move)

  // From here on it must succeed.
  const own = savings && (await savingsPosting(tx, actor, loan, savings, { unallocated: income }, move))
  const postings = [own?.posting ?? { debit: through?.id ?? refuse('money_account_unknown'), credit: income, amount }]
  const voucher = await postVoucher(ask, 'recovered', on, postings)
  const id = newId<LoanMovementId>()
  insertMovements(tx, actor, [
    {
      ...{ loan, id, kind: 'recovered', amount, way, through: through?.name ?? null, reference },
      ...noChange,
      ...voucher,
    },
  ])
  const recovered = kobo(loan.recovered + amount)
  await saveWrittenOffLoan(tx, actor, loan, { status: 'written_off', writtenOff, recovered })
  if (own) {
    const { entryId, entryNumber } = voucher
    saveLoanMovement(tx, actor, {
      ...{
        type: 'repayment',
        memberId,
        accountTypeId: own.accountTypeId,
        amount,
        occurredOn: on,
        entryId,
        entryNumber,
      },
      description: t('Written-off {loanConfig} loan', { loanConfig }),
    })
  }
  const stillOwed = kobo(left - amount)
  const told = { amount: moneyText(amount), loanConfig }
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId,
      type: 'success',
      link: '/member/loans',
      message:
        stillOwed === 0n
          ? t(
              '{amount} was received on your {loanConfig} loan, which had been written off. All of it is paid now.',
              told,
            )
          : t(
              '{amount} was received on your {loanConfig} loan, which had been written off. {stillOwed} of it is still unpaid.',
              { ...told, stillOwed: moneyText(stillOwed) },
            ),
    },
  ])
}

/**
 * Reverses a write-off, which leaves the loan that was, or a payment on a written-off loan. Refuses: write_off_recovered_on,
 * pledge_not_renewable.
 */
export async function reverseWriteOffMovement(
  ask: Ask,
  loan: LockedRunningLoan,
  movement: StoredMovement,
  reason: string,
): Promise<void> {
  const { tx, actor } = ask
  const { memberId, loanConfig, writtenOff } = loan
  const isWriteOff = movement.kind === 'write_off'
  if (isWriteOff && loan.recovered > 0n) refuse(writeOffRecoveredOn())

  // From here on it must succeed.
  await reverseEntry(ask, movement, reason)
  if (isWriteOff) {
    await update(
      tx,
      'app.write_off',
      { movementId: movement.id, status: 'approved' },
      { status: 'reversed', decidedByName: actor.name, decidedAt: clockTime, decidedReason: reason },
    )
    await saveWrittenOffLoan(tx, actor, loan, { status: 'active', writtenOff: zeroKobo, recovered: zeroKobo })
  } else {
    const recovered = kobo(loan.recovered - movement.amount)
    await saveWrittenOffLoan(tx, actor, loan, { status: 'written_off', writtenOff, recovered })
  }
  const message = isWriteOff
    ? t('The write-off of your {loanConfig} loan was taken back, and the loan runs on: {reason}', {
        loanConfig,
        reason,
      })
    : t('{amount} on your {loanConfig} loan was reversed: {reason}', {
        ...{ amount: moneyText(movement.amount), loanConfig, reason },
      })
  notifyMembers(tx, actor.cooperativeId, [{ memberId, message, type: 'warning', link: '/member/loans' }])
}

/**
 * Brings the provision for loan losses to what the classes require on a day: what is missing is an expense of the year, what is too
 * much comes back. Two officers at once take turns, so the second finds nothing to post.
 * Refuses: for_officers_only, dated_in_future, provision_waits, provision_unchanged, chart_account_missing, and what `recordJournal` refuses.
 */
export const postProvision = action(portfolio.postProvision, async ({ tx, actor, today, context }, { on }) => {
  if (actor.role === 'member') refuse('for_officers_only')
  await blockPostings(tx, actor.cooperativeId)
  const day = on ?? today
  if (day > today) refuse('dated_in_future', { field: 'on' })
  const { waiting } = await findProvision(tx)
  if (waiting) refuse(provisionWaits({ by: waiting.by }))
  const { provision, expense } = await findProvisionAccounts(tx)
  const toPost = day === today ? await missingToday(tx, today) : await missingOn(tx, day, today)
  if (toPost === 0n) refuse(provisionUnchanged())
  const amount = kobo(toPost > 0n ? toPost : -toPost)
  const [debit, credit] = toPost > 0n ? [expense, provision] : [provision, expense]
  const lines = [
    { accountId: debit, debit: amount, credit: zeroKobo },
    { accountId: credit, debit: zeroKobo, credit: amount },
  ]
  return recordJournal(
    tx,
    actor,
    {
      type: 'journal',
      lines,
      occurredOn: day,
      description: t('Provision for loan losses on {day}', { day: dayText(day) }),
    },
    context,
  )
})

async function missingToday(tx: Tx, today: Day): Promise<bigint> {
  const [classes, byDelay, { built }] = await Promise.all([
    findProvisionClasses(tx),
    findLoansByDelay(tx, today),
    findProvision(tx),
  ])
  return provisionToPost(provisions(byDelay, classes), built)
}
