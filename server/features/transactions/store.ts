import type { Day } from '#domain/calendar.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { AccountTypeId, CooperativeId, EntryId, LoginId, MemberId, TransactionId } from '#domain/ids.ts'
import type { MovementType } from '#domain/transactions/movement.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type NewTransaction = {
  id: TransactionId
  type: string
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: bigint
  direction: 'in' | 'out'
  occurredOn: Day
  period: Day | null
  description: string
  entryId: EntryId
  entryNumber: number
  line: number
  recordedBy: LoginId
  recordedByName: string
}

/** Sent, not awaited: nothing after it depends on it but the commit. */
export function insertTransactions(tx: Tx, cooperativeId: CooperativeId, rows: readonly NewTransaction[]): void {
  tx.send(sql`
    insert into app.transaction (cooperative_id, status, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, period, description,
      entry_id, entry_no, line, recorded_by, recorded_by_name)
    select ${cooperativeId}, 'approved', t.* from unnest(
      ${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.type)}::text[], ${rows.map((r) => r.memberId)}::uuid[],
      ${rows.map((r) => r.accountTypeId)}::uuid[], ${rows.map((r) => r.amount)}::bigint[], ${rows.map((r) => r.direction)}::text[],
      ${rows.map((r) => r.occurredOn)}::date[], ${rows.map((r) => r.period)}::date[], ${rows.map((r) => r.description)}::text[],
      ${rows.map((r) => r.entryId)}::uuid[], ${rows.map((r) => r.entryNumber)}::bigint[], ${rows.map((r) => r.line)}::int[],
      ${rows.map((r) => r.recordedBy)}::uuid[], ${rows.map((r) => r.recordedByName)}::text[]) as t`)
}

export type PendingMovement = {
  id: TransactionId
  type: MovementType
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: bigint
  occurredOn: Day
  description: string
}

/** A movement that waits for an officer: no entry yet, and nothing in the books. */
export async function insertPending(tx: Tx, actor: TenantActor, m: PendingMovement): Promise<void> {
  await tx.run(sql`
    insert into app.transaction (cooperative_id, status, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, description,
      recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, 'pending', ${m.id}, ${m.type}, ${m.memberId}, ${m.accountTypeId}, ${m.amount},
      ${m.type === 'deposit' ? 'in' : 'out'}, ${m.occurredOn}, ${m.description}, ${actor.loginId}, ${actor.name})`)
}

export async function markApproved(tx: Tx, id: TransactionId, posted: { occurredOn: Day; entryId: EntryId; number: number }): Promise<void> {
  await tx.run(sql`
    update app.transaction set status = 'approved', occurred_on = ${posted.occurredOn}, entry_id = ${posted.entryId}, entry_no = ${posted.number}, line = 1
    where transaction_id = ${id} and status = 'pending'`)
}

export async function markRejected(tx: Tx, id: TransactionId): Promise<void> {
  await tx.run(sql`update app.transaction set status = 'rejected' where transaction_id = ${id} and status = 'pending'`)
}

export async function markReversed(tx: Tx, entryId: EntryId): Promise<number> {
  return tx.run(sql`update app.transaction set status = 'reversed' where entry_id = ${entryId} and status = 'approved'`)
}

export type Decision = { decision: 'approved' | 'rejected' | 'reversed'; reason: string | null; reversal: { entryId: EntryId; number: number } | null }

/** Puts on record who decided what about these transactions, and why. */
export async function insertDecisions(tx: Tx, actor: TenantActor, of: readonly { id: TransactionId; memberId: MemberId }[], d: Decision): Promise<void> {
  await tx.run(sql`
    insert into app.transaction_decision (cooperative_id, transaction_id, member_id, decision, reason, entry_id, entry_no, decided_by, decided_by_name)
    select ${actor.cooperativeId}, t.*, ${d.decision}, ${d.reason}, ${d.reversal?.entryId ?? null}, ${d.reversal?.number ?? null}, ${actor.loginId}, ${actor.name}
    from unnest(${of.map(({ id }) => id)}::uuid[], ${of.map(({ memberId }) => memberId)}::uuid[]) as t(transaction_id, member_id)`)
}
