import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { LoanId, LoanMovementId, MemberId, WriteOffId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type NewWriteOff = {
  id: WriteOffId
  loanId: LoanId
  memberId: MemberId
  amount: Kobo
  on: Day | null
  reason: string
  releasesPledges: boolean
  approvalsNeeded: number
}

export async function insertWriteOff(tx: Tx, actor: TenantActor, w: NewWriteOff): Promise<void> {
  await tx.run(sql`
    insert into app.write_off (cooperative_id, write_off_id, loan_id, member_id, status, amount, occurred_on, reason, releases_pledges, approvals_needed, asked_by, asked_by_name)
    values (${actor.cooperativeId}, ${w.id}, ${w.loanId}, ${w.memberId}, 'pending', ${w.amount}, ${w.on}, ${w.reason}, ${w.releasesPledges}, ${w.approvalsNeeded}, ${actor.loginId}, ${actor.name})`)
}

export async function markPosted(
  tx: Tx,
  actor: TenantActor,
  id: WriteOffId,
  movementId: LoanMovementId,
  fromProvision: Kobo,
): Promise<void> {
  await tx.run(sql`
    update app.write_off set status = 'approved', movement_id = ${movementId}, from_provision = ${fromProvision}, decided_by_name = ${actor.name}, decided_at = clock_timestamp()
    where write_off_id = ${id} and status = 'pending'`)
}

export async function markRejected(tx: Tx, actor: TenantActor, id: WriteOffId, reason: string): Promise<void> {
  await tx.run(sql`
    update app.write_off set status = 'rejected', decided_by_name = ${actor.name}, decided_at = clock_timestamp(), decided_reason = ${reason}
    where write_off_id = ${id} and status = 'pending'`)
}

export async function markUndone(
  tx: Tx,
  actor: TenantActor,
  movementId: LoanMovementId,
  reason: string,
): Promise<void> {
  await tx.run(sql`
    update app.write_off set status = 'reversed', decided_by_name = ${actor.name}, decided_at = clock_timestamp(), decided_reason = ${reason}
    where movement_id = ${movementId} and status = 'approved'`)
}
