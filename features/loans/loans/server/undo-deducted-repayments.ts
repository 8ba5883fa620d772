import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { EntryId, LoanMovementId } from '#core/ids.ts'
import { entry, type Posting } from '#features/accounting/books/rules/entry.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import {
  eventsOf,
  furtherChange,
  isNoChange,
  journalOf,
  type StoredMovement,
  type LoanChange,
  planOfLoan,
  rebateOfOther,
  runningLoan,
  type RunningLoan,
} from '#features/loans/loans/rules/running-loan.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { endPledges } from '#features/savings/pledges/server/actions.ts'
import type { Reversing } from '#features/savings/transactions/server/actions.ts'
import { type Posted, post, receiptNumber } from '#platform/ledger/ledger.ts'
import {
  findAccountsOf,
  type LockedRunningLoan,
  lockLoansOfEntry,
} from '#features/loans/running-loans/server/queries.ts'
import { recordMovements, recordReversals } from '#features/loans/running-loans/server/record-movements.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** A loan without the repayment of a voucher and its rebate: what it was, what it would have been, and what later payments are then used for. */
type UndoneLoan = {
  loan: LockedRunningLoan
  movement: StoredMovement
  undone: StoredMovement[]
  after: RunningLoan
  further: LoanChange
}

/**
 * The loans that a voucher of deductions repaid, or that opening balances brought, worked out without it, and held. Refuses: deduction_loan_moved, where a
 * later movement of one would no longer be possible; opening_loan_repaid.
 */
async function findLoansWithout(tx: Tx, entryId: EntryId): Promise<UndoneLoan[]> {
  const loans = await lockLoansOfEntry(tx, entryId)
  return loans.map((loan): UndoneLoan => {
    const posted = loan.movements.filter(({ status }) => status === 'posted')
    const undone = posted.filter((each) => each.entryId === entryId)
    const [movement] = undone
    if (!movement) throw new Error(`No movement of entry ${entryId} on loan ${loan.loanId}`)
    const left = eventsOf(posted.filter((each) => !undone.includes(each)))
    if (movement.kind === 'disbursement' && left.repayments.length > 0)
      refuse('opening_loan_repaid', { loan: loan.loanConfig, name: loan.memberName })
    const after = runningLoan(planOfLoan(loan), left)
    const isRunning = loan.status === 'active' || loan.status === 'completed'
    if (!isRunning || after instanceof Refusal || rebateOfOther(posted, entryId))
      return refuse('deduction_loan_moved', { loan: loan.loanConfig, name: loan.memberName })
    return { loan, movement, undone, after, further: furtherChange(loan.before, after, undone) }
  })
}

/**
 * Puts on record that a voucher of deductions was reversed with what it had repaid. Where other repayments of those loans
 * are then used for other parts, one further entry moves these.
 */
export async function undoDeductedRepayments(
  tx: Tx,
  actor: TenantActor,
  undone: readonly UndoneLoan[],
  reason: string,
  reversal: Posted,
  { on, requestId }: { on: Day; requestId: string },
): Promise<void> {
  if (undone.length === 0) return
  await recordReversals(
    tx,
    actor,
    undone.flatMap((each) => each.undone.map(({ id }) => id)),
    reason,
    reversal.number,
  )
  await reallocate(
    tx,
    actor,
    undone.filter(({ further }) => !isNoChange(further)),
    { on, requestId },
  )
  await saveLoans(
    tx,
    actor,
    undone.map(({ loan, after }) => ({ loan, after, accountId: loan.accountId ?? refuse('not_found') })),
  )
  notifyMembers(
    tx,
    actor.cooperativeId,
    undone.map(({ loan: { memberId, loanConfig }, movement }) => ({
      memberId,
      message: fill(strings.onYourLoanWasReversed, { amount: moneyText(movement.amount), loanConfig, reason }),
      type: 'warning',
      link: '/member/loans',
    })),
  )
}

/** Refuses: deduction_loan_moved, opening_loan_repaid. */
export const reversingRepayments: Reversing = {
  async refuse(tx, { entryId }) {
    await findLoansWithout(tx, entryId)
  },
  async undo(tx, actor, { entryId, held, reason }, when) {
    const loans = await findLoansWithout(tx, entryId)
    if (held.some(({ type }) => type === 'opening'))
      await endPledges(
        tx,
        actor,
        loans.map(({ loan }) => loan.loanId),
        reason,
      )
    return (posted) => undoDeductedRepayments(tx, actor, loans, reason, posted, when)
  },
}

async function reallocate(
  tx: Tx,
  actor: TenantActor,
  undone: readonly UndoneLoan[],
  { on, requestId }: { on: Day; requestId: string },
): Promise<void> {
  if (undone.length === 0) return
  const accountsOf = await findAccountsOf(tx)
  const entryId = newId<EntryId>()
  const postings = undone.flatMap(({ loan, further }): Posting[] =>
    pairsOf(journalOf('reallocation', zeroKobo, undefined, further, accountsOf(loan))),
  )
  const voucher = entry({
    id: entryId,
    on,
    kind: 'reallocation',
    source: { type: 'reallocation', id: entryId },
    postings,
  })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: voucher, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('The ledger left a reallocation without an answer')
  recordMovements(
    tx,
    actor,
    undone.map(({ loan, further }) => ({
      loan,
      id: newId<LoanMovementId>(),
      kind: 'reallocation',
      amount: zeroKobo,
      on,
      way: null,
      through: null,
      ...further,
      entryId,
      entryNumber: posted.number,
      receiptNumber: receiptNumber(posted),
    })),
  )
}
