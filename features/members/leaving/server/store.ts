import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId, LeavingId, MemberId, PayoutId, SettlementId } from '#core/ids.ts'
import type { LeavingReason, LeavingSums } from '#features/members/leaving/rules/leaving.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import type { StoredStatement } from './queries.ts'

export type NewLeaving = {
  id: LeavingId
  memberId: MemberId
  reason: LeavingReason
  noticedOn: Day
  noticeEndsOn: Day | null
  note: string | null
  statusBefore: MemberStatus
}

export async function insertLeaving(tx: Tx, actor: TenantActor, v: NewLeaving): Promise<void> {
  await tx.run(sql`
    insert into app.leaving (cooperative_id, leaving_id, member_id, reason, status, noticed_on, notice_ends_on, note, status_before, started_by, started_by_name)
    values (${actor.cooperativeId}, ${v.id}, ${v.memberId}, ${v.reason}, 'open', ${v.noticedOn}, ${v.noticeEndsOn}, ${v.note}, ${v.statusBefore}, ${actor.loginId}, ${actor.name})`)
}

export async function markWaived(tx: Tx, actor: TenantActor, id: LeavingId, reason: string): Promise<void> {
  await tx.run(
    sql`update app.leaving set waived_reason = ${reason}, waived_by_name = ${actor.name}, waived_at = clock_timestamp() where leaving_id = ${id} and status = 'open'`,
  )
}

export async function markEnded(
  tx: Tx,
  actor: TenantActor,
  id: LeavingId,
  status: 'cancelled' | 'reversed',
  reason: string,
): Promise<void> {
  await tx.run(sql`
    update app.leaving set status = ${status}, ended_by_name = ${actor.name}, ended_at = clock_timestamp(), ended_reason = ${reason}
    where leaving_id = ${id} and status in ('open', 'waiting', 'settled')`)
}

export type AskedSettlement = Omit<LeavingSums, 'missing'> & {
  settlementId: SettlementId
  on: Day
  statement: StoredStatement
  approvalsNeeded: number
}

export async function markAsked(tx: Tx, actor: TenantActor, id: LeavingId, s: AskedSettlement): Promise<void> {
  await tx.run(sql`
    update app.leaving set status = 'waiting', settlement_id = ${s.settlementId}, settled_on = ${s.on}, held = ${s.held}, set_off = ${s.setOff}, fee = ${s.fee}, net = ${s.net},
      statement = ${JSON.stringify(s.statement)}::jsonb, approvals_needed = ${s.approvalsNeeded}, asked_by = ${actor.loginId}, asked_by_name = ${actor.name}, asked_at = clock_timestamp()
    where leaving_id = ${id} and status = 'open'`)
}

/** The leaving is open again, and nothing of what was asked for stays. */
export async function markSentBack(tx: Tx, id: LeavingId): Promise<void> {
  await tx.run(sql`delete from app.leaving_payee where leaving_id = ${id}`)
  await tx.run(sql`
    update app.leaving set status = 'open', settlement_id = null, settled_on = null, held = null, set_off = null, fee = null, net = null, statement = null, approvals_needed = null,
      asked_by = null, asked_by_name = null, asked_at = null
    where leaving_id = ${id} and status = 'waiting'`)
}

export type NewPayee = {
  number: number
  name: string
  relationship: string | null
  phone: string | null
  shareBasisPoints: number
  amount: Kobo
  through: { id: AccountId; name: string } | null
}

export async function insertPayees(
  tx: Tx,
  actor: TenantActor,
  leaving: { id: LeavingId; memberId: MemberId },
  payees: readonly NewPayee[],
): Promise<void> {
  if (payees.length === 0) return
  await tx.run(sql`
    insert into app.leaving_payee (cooperative_id, leaving_id, member_id, number, name, relationship, phone, share_basis_points, amount, account_id, account_name)
    select ${actor.cooperativeId}, ${leaving.id}, ${leaving.memberId}, p.* from unnest(${payees.map(({ number }) => number)}::int[], ${payees.map(({ name }) => name)}::text[],
      ${payees.map(({ relationship }) => relationship)}::text[], ${payees.map(({ phone }) => phone)}::text[], ${payees.map(({ shareBasisPoints }) => shareBasisPoints)}::int[],
      ${payees.map(({ amount }) => amount)}::bigint[], ${payees.map(({ through }) => through?.id ?? null)}::uuid[], ${payees.map(({ through }) => through?.name ?? null)}::text[]) as p`)
}

export async function markSettled(
  tx: Tx,
  actor: TenantActor,
  id: LeavingId,
  posted: Posted | undefined,
): Promise<void> {
  await tx.run(sql`
    update app.leaving set status = 'settled', entry_id = ${posted?.entryId ?? null}, entry_no = ${posted?.number ?? null}, receipt_number = ${posted ? receiptNumber(posted) : null},
      settled_by_name = ${actor.name}, settled_at = clock_timestamp()
    where leaving_id = ${id} and status = 'waiting'`)
}

export type NewPayout = {
  id: PayoutId
  leavingId: LeavingId
  number: number
  amount: Kobo
  on: Day
  through: { id: AccountId; name: string }
  posted: Posted
}

export async function insertPayout(tx: Tx, actor: TenantActor, o: NewPayout): Promise<void> {
  await tx.run(sql`
    insert into app.leaving_payout (cooperative_id, payout_id, leaving_id, number, status, amount, occurred_on, account_id, account_name, entry_id, entry_no, receipt_number, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${o.id}, ${o.leavingId}, ${o.number}, 'posted', ${o.amount}, ${o.on}, ${o.through.id}, ${o.through.name}, ${o.posted.entryId}, ${o.posted.number},
      ${receiptNumber(o.posted)}, ${actor.loginId}, ${actor.name})`)
}

export async function markPayoutReversed(
  tx: Tx,
  actor: TenantActor,
  id: PayoutId,
  reason: string,
  reversal: { entryId: EntryId; number: number },
): Promise<void> {
  await tx.run(sql`
    update app.leaving_payout set status = 'reversed', reversal_no = ${reversal.number}, reversal_reason = ${reason}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp()
    where payout_id = ${id} and status = 'posted'`)
}
