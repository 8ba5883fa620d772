import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Author } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, LoanMovementId, MemberId, ReturnId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Posting } from '#features/accounting/books/rules/entry.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { changeBetween, eventsOf, journalOf, planOfLoan } from '#features/loans/loans/rules/running-loan.ts'
import { type SharedRepayment, shareRepayment } from '#features/loans/loans/rules/share-repayment.ts'
import { findAccountsOf, lockActiveLoans, type LockedRunningLoan } from '#features/loans/running-loans/server/reads.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { insertMovements } from '#features/loans/running-loans/server/writes.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Posted, receiptNumber } from '#platform/ledger/ledger.ts'

/** What was deducted of a member for their loans, on one line of a return. */
export type Deducted = { number: number; memberId: MemberId; amount: Kobo }

export type DeductedRepayment = SharedRepayment<LockedRunningLoan>

/** When a salary was cut, and the last day of the month that it was cut for. */
export type DeductionDays = { on: Day; dueBy: Day }

/** For how many members it is computed before other requests have their turn. */
const turn = 100

/**
 * Shares what was deducted among the running loans of its members, which are locked from here on. `left` is what no loan of
 * a line's member owes any more. Nothing is written yet.
 */
export async function shareDeductions(
  tx: Tx,
  deducted: readonly Deducted[],
  days: DeductionDays,
): Promise<{ repaid: DeductedRepayment[]; left: Map<number, Kobo> }> {
  const repaid: DeductedRepayment[] = []
  const left = new Map<number, Kobo>()
  if (deducted.length === 0) return { repaid, left }
  const loans = await lockActiveLoans(
    tx,
    deducted.map(({ memberId }) => memberId),
  )
  const byMember = Map.groupBy(
    loans.filter(({ startOn }) => startOn !== null && startOn <= days.on),
    ({ memberId }) => memberId,
  )
  for (const [index, { number, memberId, amount }] of deducted.entries()) {
    if (index % turn === turn - 1) await othersFirst()
    const own = (byMember.get(memberId) ?? []).map((loan) => ({
      ...loan,
      plan: planOfLoan(loan),
      events: eventsOf(loan.movements),
    }))
    const shared = shareRepayment(amount, own, days)
    repaid.push(...shared.repaid)
    if (shared.left > 0n) left.set(number, shared.left)
  }
  return { repaid, left }
}

/** The lines of these repayments in a voucher that debits what the employer owes; income of one kind comes in one sum. */
export async function postingsOf(
  tx: Tx,
  repaid: readonly DeductedRepayment[],
  receivableId: AccountId,
): Promise<Posting[]> {
  if (repaid.length === 0) return []
  const accountsOf = await findAccountsOf(tx)
  const sums = new Map<string, Posting>()
  for (const { loan, amount, after } of repaid) {
    const accounts = accountsOf(loan)
    for (const posting of pairsOf(
      journalOf('repayment', amount, receivableId, changeBetween(loan.before, after), accounts),
    )) {
      const key = `${posting.debit} ${posting.credit}`
      sums.set(key, { ...posting, amount: (posting.amount + (sums.get(key)?.amount ?? 0n)) as Kobo })
    }
  }
  return [...sums.values()]
}

/** Saves the repayments that a voucher carried, on the day on which the salaries were cut. */
export async function saveDeductedRepayments(
  tx: Tx,
  actor: Author,
  repaid: readonly DeductedRepayment[],
  posted: Posted,
  { on, dueBy, returnId }: DeductionDays & { returnId: ReturnId },
): Promise<void> {
  if (repaid.length === 0) return
  const { entryId, number: entryNumber } = posted
  insertMovements(
    tx,
    actor,
    repaid.map(({ loan, amount, after }) => ({
      ...{ loan, id: newId<LoanMovementId>(), kind: 'repayment', amount, on, way: 'deduction', through: null },
      ...changeBetween(loan.before, after),
      ...{ entryId, entryNumber, receiptNumber: receiptNumber(posted), deduction: { returnId, dueBy } },
    })),
  )
  await saveLoans(
    tx,
    actor,
    repaid.map(({ loan, after }) => ({ loan, after })),
  )
}
