import type { TenantActor } from '#core/actor.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import type { LoanToSettle } from '#features/loans/loans/rules/top-up.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Saves which loans an application settles, with the terms of their products today, which never change. */
export async function saveSettlements(
  tx: Tx,
  actor: TenantActor,
  { loanId, memberId }: { loanId: LoanId; memberId: MemberId },
  settles: readonly LoanToSettle[],
): Promise<void> {
  if (settles.length === 0) return
  await tx.run(sql`
    insert into app.loan_settlement (cooperative_id, loan_id, member_id, settles, after_percent)
    select ${actor.cooperativeId}, ${loanId}, ${memberId}, s.* from unnest(${settles.map((each) => each.loanId)}::uuid[], ${settles.map(({ afterPercent }) => afterPercent)}::int[]) as s`)
}
