import type { Day } from '#domain/calendar.ts'
import type { AccountTypeId, CooperativeId, EntryId, LoginId, MemberId, TransactionId } from '#domain/ids.ts'
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
      ${rows.map((r) => r.entryId)}::uuid[], ${rows.map((r) => r.entryNumber)}::bigint[], ${rows.map((r) => r.line)}::smallint[],
      ${rows.map((r) => r.recordedBy)}::uuid[], ${rows.map((r) => r.recordedByName)}::text[]) as t`)
}
