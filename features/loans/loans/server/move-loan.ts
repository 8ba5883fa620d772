import { isSelf, type TenantActor } from '#core/actor.ts'
import type { AccountId, EntryId, LoanMovementId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { type JournalLine, pairsOf } from '#features/accounting/books/rules/journal.ts'
import { journalsAsOne, settlementTotal } from '#features/loans/loans/rules/top-up.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { journalsOf, type Repaid, repaidOn } from '#features/loans/loans/rules/settlement.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import type { Settled } from '#features/loans/top-ups/server/settle-with.ts'
import { findMoneyAccount } from '#features/savings/transactions/server/reads.ts'
import { referenceOf } from '#features/loans/running-loans/server/reference-of.ts'
import { saveLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { openLoanAccount, post, receiptNumber } from '#platform/ledger/ledger.ts'
import { refuseDay } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { saveLoans, type LoanMove, savingsPosting } from '#features/loans/running-loans/server/save-loans.ts'
import {
  anyDueDay,
  changeBetween,
  eventsOf,
  isRepaid,
  journalOf,
  type LoanAccounts,
  type LoanChange,
  planOfLoan,
  runningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import { type NewLoanMovement, recordMovements } from '#features/loans/running-loans/server/record-movements.ts'
import {
  findAccountsOf,
  findSocietyAccounts,
  type LockedRunningLoan,
  lockSavings,
} from '#features/loans/running-loans/server/queries.ts'
import { bankCode, cashCode } from '#features/accounting/books/rules/chart.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** `settled`: the loans that a disbursement pays first, of its own amount. */
type Move = LoanMove & { settled?: readonly Settled[] }

/**
 * Posts one movement of a loan: one entry in the books, with its effect on the schedule. A movement that is dated back
 * also moves what later ones were used for, in the same entry. Refuses: own_loan, dates out of reach, repaid_above_owed,
 * loan_settled_for_less, loan_interest_above_principal, loan_fees_above_principal, below_floor, money_account_unknown, paid_through_savings, reference_of_savings, reference_used.
 */
export async function moveLoan(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  move: Move,
  { now, requestId }: Context,
): Promise<void> {
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  refuseDay(loan, move.on, now)
  const moved = afterMove(loan, move)
  const { after, change, rebate } = moved
  const { settled = [] } = move
  const passed = passedOn(move, change, settled)
  const { society, savings, through, reference } = await findMoney(tx, loan, move)

  // From here on it must succeed.
  const accounts: LoanAccounts = {
    ...society,
    loan: loan.accountId ?? (await openLoanAccount(tx, actor.cooperativeId, loan)),
  }
  const own =
    savings && passed > 0n
      ? await savingsPosting(tx, actor, loan, savings, society, { ...move, amount: passed })
      : undefined
  const money = own || !through ? society.unallocated : through.id
  const entryId = newId<EntryId>()
  const journals = [
    ...(move.kind === 'repayment'
      ? journalsOf(move.amount, money, moved, accounts)
      : [journalOf(move.kind, move.amount, money, change, accounts)]),
    ...(await journalsOfSettled(tx, settled, money)),
  ]
  const postings = [...(own ? [own.posting] : []), ...pairsOf(journalsAsOne(journals))]
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id: entryId, on: move.on, kind: move.kind, source: { type: move.kind, id: entryId }, postings }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error('The ledger left a loan movement without an answer')
  const { kind, amount, on, way } = move
  const isHeld = kind === 'repayment'
  const voucher = { on, entryId, entryNumber: posted.number, receiptNumber: receiptNumber(posted) }
  const id = newId<LoanMovementId>()
  recordMovements(tx, actor, [
    {
      ...{ loan, id, kind, amount, way, rebate, ...change },
      ...voucher,
      through: through?.name ?? null,
      reference,
      isHeld,
    },
    ...settled.map((each) => movementOfSettled(each, voucher)),
  ])
  await saveLoans(tx, actor, [
    ...settled.map((each) => ({
      loan: each.loan,
      after: each.after,
      accountId: each.loan.accountId ?? refuse('not_found'),
    })),
    { loan, after, accountId: accounts.loan },
  ])
  if (own) {
    const { accountTypeId, posting } = own
    const description = fill(strings.loanConfigLoan, { loanConfig: loan.loanConfig })
    saveLoanMovement(tx, actor, {
      type: move.kind,
      memberId: loan.memberId,
      accountTypeId,
      amount: posting.amount,
      occurredOn: move.on,
      description,
      entryId,
      entryNumber: posted.number,
    })
  }
  notifyMembers(
    tx,
    actor.cooperativeId,
    [{ memberId: loan.memberId, message: noticeOf(loan, move, moved), type: 'success', link: '/member/loans' }],
    move.kind === 'repayment' ? 'receipt' : 'loan',
  )
}

/** Where the money comes from or goes to. Refuses: paid_through_savings, below_floor, money_account_unknown, reference_of_savings, reference_used. */
async function findMoney(tx: Tx, loan: LockedRunningLoan, move: Move) {
  const [society, savings, through] = await Promise.all([
    findSocietyAccounts(tx, loan),
    move.way === 'savings' ? lockSavings(tx, loan.memberId) : undefined,
    move.way === 'savings'
      ? undefined
      : findMoneyAccount(tx, move.paidThrough, move.way === 'cash' ? cashCode : bankCode),
  ])
  if (savings && move.paidThrough) refuse('paid_through_savings', { field: 'paidThrough' })
  if (savings && move.kind === 'repayment' && move.amount > savings.free)
    refuse('below_floor', { field: 'amount', free: moneyText(savings.free) })
  const reference = await referenceOf(tx, loan, move, through)
  return { society, savings, through, reference }
}

function afterMove({ before, movements, ...loan }: LockedRunningLoan, { kind, on, amount }: Move): Repaid {
  const [plan, events] = [planOfLoan(loan), eventsOf(movements)]
  if (kind === 'repayment') {
    const repaid = repaidOn(plan, events, { on, amount, heldBy: anyDueDay })
    if (repaid instanceof Refusal) throw repaid
    return repaid
  }
  const after = runningLoan(plan, { ...events, disbursements: [...events.disbursements, { on, amount }] })
  if (after instanceof Refusal) throw after
  return { after, change: changeBetween(before, after), rebate: undefined }
}

/** What goes on to the borrower, or comes from them. Refuses: top_up_above_paid_out. */
function passedOn(
  { kind, amount, on }: Move,
  { deducted, feesDeducted }: LoanChange,
  settled: readonly Settled[],
): Kobo {
  if (kind === 'repayment') return amount
  const [paid, settlement] = [kobo(amount - deducted - feesDeducted), settlementTotal(settled)]
  if (settlement > paid)
    refuse('top_up_above_paid_out', { field: 'amount', settlement: moneyText(settlement), paid: moneyText(paid), on })
  return kobo(paid - settlement)
}

function movementOfSettled(
  { loan, amount, change, rebate }: Settled,
  voucher: Pick<NewLoanMovement, 'on' | 'entryId' | 'entryNumber' | 'receiptNumber'>,
): NewLoanMovement {
  const id = newId<LoanMovementId>()
  return { loan, id, kind: 'repayment', amount, way: 'top_up', through: null, ...change, rebate, ...voucher }
}

/** What settling moves: the money that goes out less, against the old loans and their income. */
async function journalsOfSettled(tx: Tx, settled: readonly Settled[], money: AccountId): Promise<JournalLine[][]> {
  if (settled.length === 0) return []
  const accountsOf = await findAccountsOf(tx)
  return settled.flatMap((each) => journalsOf(each.amount, money, each, accountsOf(each.loan)))
}

function noticeOf(
  loan: LockedRunningLoan,
  { kind, amount, way, settled = [] }: Move,
  { after, change: { feesDeducted }, rebate }: Repaid,
): string {
  const fees = feesDeducted > 0n && fill(strings.feesWereTakenOff, { feesDeducted: moneyText(feesDeducted) })
  const told = { amount: moneyText(amount), loanConfig: loan.loanConfig }
  if (settled.length > 0) {
    const settlement = settlementTotal(settled)
    const paidOut = fill(way === 'savings' ? strings.paidOutAndSettledToSavings : strings.paidOutAndSettled, {
      ...told,
      settlement: moneyText(settlement),
      settled: settled.map((each) => each.loan.loanConfig).join(strings.and),
    })
    return joined(paidOut, fees)
  }
  if (kind === 'disbursement')
    return joined(fill(way === 'savings' ? strings.wasPaidOutToSavings : strings.wasPaidOut, told), fees)
  return joined(
    fill(strings.wasReceivedOnYourLoan, told),
    rebate !== undefined && fill(strings.ofItsInterestWasGivenBack, { amount: moneyText(rebate.amount) }),
    isRepaid(after) && strings.itIsFullyRepaid,
  )
}

const joined = (...sentences: (string | false)[]) => sentences.filter(Boolean).join(' ')
