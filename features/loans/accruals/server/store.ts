import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { FixedDepositId, LoanAccrualId, TransactionId } from '#core/ids.ts'
import type { AccruedTotals } from '#features/loans/loans/rules/accrual.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { AccrualLine } from './queries.ts'

export type NewAccrual = {
  accrualId: LoanAccrualId
  transactionId: TransactionId
  on: Day
  totals: AccruedTotals
  lines: readonly AccrualLine[]
  /** What payments had taken out of the receivable when it was computed, and the last entry that it knew of. */
  collected: Kobo
  seenTo: number
  payable: Kobo
  deposits: readonly { depositId: FixedDepositId; payable: Kobo }[]
  released: Kobo
}

/** Saves an accrual with what it found of each loan and deposit; its journal is there already. */
export async function insertAccrual(
  tx: Tx,
  { cooperativeId }: TenantActor,
  { accrualId, transactionId, on, totals, lines, collected, seenTo, payable, deposits, released }: NewAccrual,
): Promise<void> {
  await tx.run(sql`
    insert into app.loan_accrual (cooperative_id, accrual_id, transaction_id, accrued_on, receivable, in_advance, suspended, collected, seen_to_no, payable, released)
    values (${cooperativeId}, ${accrualId}, ${transactionId}, ${on}, ${totals.receivable}, ${totals.inAdvance}, ${totals.suspended}, ${collected}, ${seenTo},
      ${payable}, ${released})`)
  await tx.run(sql`
    insert into app.loan_accrual_line (cooperative_id, accrual_id, loan_id, receivable, in_advance, suspended, days_late)
    select ${cooperativeId}, ${accrualId}, l.* from unnest(${lines.map((l) => l.loanId)}::uuid[], ${lines.map((l) => l.receivable)}::bigint[], ${lines.map((l) => l.inAdvance)}::bigint[],
      ${lines.map((l) => l.suspended)}::bigint[], ${lines.map((l) => l.daysLate)}::int[]) as l`)
  await tx.run(sql`
    insert into app.deposit_accrual_line (cooperative_id, accrual_id, deposit_id, payable)
    select ${cooperativeId}, ${accrualId}, l.* from unnest(${deposits.map((d) => d.depositId)}::uuid[], ${deposits.map((d) => d.payable)}::bigint[]) as l`)
}
