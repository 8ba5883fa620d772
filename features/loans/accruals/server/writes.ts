import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { FixedDepositId, LoanAccrualId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { AccruedTotals } from '#features/loans/loans/rules/accrual.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import type { AccrualLine } from './reads.ts'

type NewAccrual = {
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
  const { receivable, inAdvance, suspended } = totals
  await insert(tx, 'app.loan_accrual', {
    ...{ accrualId, transactionId, accruedOn: on, receivable, inAdvance, suspended, collected, seenToNo: seenTo },
    ...{ payable, released },
  })
  await tx.run(sql`
    insert into app.loan_accrual_line (cooperative_id, accrual_id, loan_id, receivable, in_advance, suspended, days_late)
    select ${cooperativeId}, ${accrualId}, l.* from unnest(${lines.map((l) => l.loanId)}::uuid[], ${lines.map((l) => l.receivable)}::bigint[], ${lines.map((l) => l.inAdvance)}::bigint[],
      ${lines.map((l) => l.suspended)}::bigint[], ${lines.map((l) => l.daysLate)}::int[]) as l`)
  await tx.run(sql`
    insert into app.deposit_accrual_line (cooperative_id, accrual_id, deposit_id, payable)
    select ${cooperativeId}, ${accrualId}, l.* from unnest(${deposits.map((d) => d.depositId)}::uuid[], ${deposits.map((d) => d.payable)}::bigint[]) as l`)
}
