import type { TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { AccountId, EntryId, LoanMovementId } from '#domain/ids.ts'
import { entry, type Posting } from '#domain/ledger/entry.ts'
import { pairsOf } from '#domain/ledger/journal.ts'
import type { LoanStatus, MoneyWay } from '#domain/loans/loan.ts'
import { changeBetween, type LoanAccounts, isRepaid, journalOf, runningLoan, type RunningLoan, eventsOf, planOfLoan } from '#domain/loans/running-loan.ts'
import { type Kobo, kobo, moneyText } from '#domain/money.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { bankCode, cashCode } from '#domain/configuration/presets.ts'
import { renewPledges } from '#server/features/pledges/renew-pledges.ts'
import { findMoneyAccount } from '#server/features/transactions/queries.ts'
import { keepLoanMovement } from '#server/features/transactions/keep-loan-movement.ts'
import { ensureMemberAccounts, openLoanAccount, post, receiptNumber } from '#server/ledger/ledger.ts'
import { insertMovements, type KeptLoan, replaceInstalments, updateRunningLoans } from './store.ts'
import { refuseDay } from './hold-running-loan.ts'
import { findSocietyAccounts, type HeldRunningLoan, holdSavings, type SavingsSide, type SocietyAccounts } from './queries.ts'

/** `paidThrough`: the account of the society; where none is named, its cash in hand, or for a bank payment its bank. */
export type Move = { kind: 'disbursement' | 'repayment'; amount: Kobo; on: Day; way: MoneyWay; paidThrough: AccountId | undefined }

/**
 * Posts one movement of a loan: one entry in the books, with its effect on the schedule. A movement that is dated back
 * also moves what later ones were used for, in the same entry. Refuses: dates out of reach, repaid_above_owed,
 * loan_interest_above_principal, below_floor, money_account_unknown, paid_through_savings.
 */
export async function moveLoan(tx: Tx, actor: TenantActor, loan: HeldRunningLoan, move: Move, { now, requestId }: Context): Promise<void> {
  refuseDay(loan, move.on, now)
  const events = eventsOf([...loan.movements, { kind: move.kind, status: 'posted', occurredOn: move.on, dueBy: null, amount: move.amount }])
  const after = runningLoan(planOfLoan(loan), events)
  if (after instanceof Refusal) throw after
  const [society, savings, through] = await Promise.all([
    findSocietyAccounts(tx, loan),
    move.way === 'savings' ? holdSavings(tx, loan.memberId) : undefined,
    move.way === 'savings' ? undefined : findMoneyAccount(tx, move.paidThrough, move.way === 'cash' ? cashCode : bankCode),
  ])
  if (savings && move.paidThrough) refuse('paid_through_savings', { field: 'paidThrough' })
  if (savings && move.kind === 'repayment' && move.amount > savings.free) refuse('below_floor', { field: 'amount', free: moneyText(savings.free) })

  // From here on it must succeed.
  const accounts: LoanAccounts = { ...society, loan: loan.accountId ?? (await openLoanAccount(tx, actor.cooperativeId, loan)) }
  const change = changeBetween(loan.before, after)
  const own = savings && (await savingsPosting(tx, actor, loan, savings, society, { ...move, amount: kobo(move.amount - (move.kind === 'disbursement' ? change.deducted : 0n)) }))
  const money = own || !through ? society.unallocated : through.id
  const entryId = newId<EntryId>()
  const postings = [...(own ? [own.posting] : []), ...pairsOf(journalOf(move.kind, move.amount, money, change, accounts))]
  const [posted] = await post(tx, actor.cooperativeId, [
    { entry: entry({ id: entryId, on: move.on, kind: move.kind, source: { type: move.kind, id: entryId }, postings }), actorId: actor.loginId, requestId },
  ])
  if (!posted) throw new Error('The ledger left a loan movement without an answer')
  const { kind, amount, on, way } = move
  insertMovements(tx, actor, [
    { loan, id: newId<LoanMovementId>(), kind, amount, on, way, through: through?.name ?? null, ...change, entryId, entryNumber: posted.number, receiptNumber: receiptNumber(posted) },
  ])
  await keepLoans(tx, actor, [{ loan, after, accountId: accounts.loan }])
  if (own) {
    const { accountTypeId, posting } = own
    const description = `${loan.loanConfig} loan`
    keepLoanMovement(tx, actor, { type: move.kind, memberId: loan.memberId, accountTypeId, amount: posting.amount, occurredOn: move.on, description, entryId, entryNumber: posted.number })
  }
  notifyMembers(tx, actor.cooperativeId, [{ memberId: loan.memberId, message: noticeOf(loan, move, after), type: 'success', link: '/member/loans' }])
}

/** The member's own line of full amount, against the account through which it goes on to the loan. */
async function savingsPosting(
  tx: Tx,
  actor: TenantActor,
  loan: HeldRunningLoan,
  { accountTypeId, accountId, typeName, typeKind, controlId, controlCode }: SavingsSide,
  { unallocated }: SocietyAccounts,
  { kind, amount }: Pick<Move, 'kind' | 'amount'>,
): Promise<{ posting: Posting; accountTypeId: SavingsSide['accountTypeId'] }> {
  const { memberId, membershipNumber } = loan
  const own: AccountId | undefined =
    accountId ?? (await ensureMemberAccounts(tx, actor.cooperativeId, [{ memberId, membershipNumber, accountTypeId, typeName, typeKind, controlId, controlCode }])).get(`${memberId} ${accountTypeId}`)
  if (!own) throw new Error(`No account of member ${memberId} was opened`)
  return { accountTypeId, posting: kind === 'disbursement' ? { debit: unallocated, credit: own, amount } : { debit: own, credit: unallocated, amount } }
}

/** Keeps what loans are now: their sums, their schedules, whether they run or are repaid, and what still stands for them. */
export async function keepLoans(tx: Tx, actor: TenantActor, loans: readonly Omit<KeptLoan, 'status'>[]): Promise<void> {
  const kept = loans.map((each): KeptLoan => ({ ...each, status: statusOf(each) }))
  await updateRunningLoans(tx, kept)
  await replaceInstalments(tx, actor, kept)
  await renewPledges(tx, actor, kept.map(({ loan }) => loan.loanId))
}

function statusOf({ loan, after }: Omit<KeptLoan, 'status'>): LoanStatus {
  if (after.disbursed === 0n) return 'approved'
  return isRepaid(after) && after.disbursed === loan.principal ? 'completed' : 'active'
}

function noticeOf(loan: HeldRunningLoan, { kind, amount, way }: Move, after: RunningLoan): string {
  if (kind === 'disbursement') return `${moneyText(amount)} of your ${loan.loanConfig} loan was paid out${way === 'savings' ? ' to your savings' : ''}.`
  return `${moneyText(amount)} was received on your ${loan.loanConfig} loan.${isRepaid(after) ? ' It is fully repaid.' : ''}`
}
