import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, PenaltyWaiverId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'

export type NewWaiver = {
  id: PenaltyWaiverId
  loan: Pick<LockedRunningLoan, 'loanId' | 'memberId'>
  on: Day
  dueOn: readonly Day[]
  amount: Kobo
  reason: string
}

export async function insertWaiver(
  tx: Tx,
  actor: TenantActor,
  { id, loan, on, dueOn, amount, reason }: NewWaiver,
): Promise<void> {
  await tx.run(sql`
    insert into app.penalty_waiver (cooperative_id, waiver_id, loan_id, member_id, status, occurred_on, due_on, amount, reason, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${id}, ${loan.loanId}, ${loan.memberId}, 'posted', ${on}, ${dueOn}::date[], ${amount}, ${reason}, ${actor.loginId}, ${actor.name})`)
}

export async function markWaiverReversed(
  tx: Tx,
  actor: TenantActor,
  id: PenaltyWaiverId,
  reason: string,
): Promise<void> {
  await tx.run(sql`
    update app.penalty_waiver set status = 'reversed', reversal_reason = ${reason}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp()
    where waiver_id = ${id} and status = 'posted'`)
}

export async function savePenaltyDay(tx: Tx, cooperativeId: CooperativeId, today: Day): Promise<void> {
  await tx.run(sql`
    insert into app.penalty_day (cooperative_id, looked_on) values (${cooperativeId}, ${today})
    on conflict (cooperative_id) do update set looked_on = greatest(penalty_day.looked_on, excluded.looked_on)`)
}
