import type { listApprovals as contract } from '#contract/approvals.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { EntryId, ReversalId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { foldQuery } from '#domain/searching.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { approvalOf, approvalRows, type ApprovalRow, reversalSubjects, transactionSubjects } from '#server/features/transactions/queries.ts'

type Row = Replied<typeof contract>

const orders: Record<string, Statement> = {
  askedAt: sql`"askedAt", subject_id`,
  '-askedAt': sql`"askedAt" desc, subject_id`,
  amount: sql`amount, subject_id`,
  '-amount': sql`amount desc, subject_id`,
}

/** What waits, with who has approved it; `mine` keeps what this officer may approve now. */
export async function listApprovals(
  tx: Tx,
  actor: TenantActor,
  { kind, mine, q, sort = 'askedAt', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Row>> {
  const wanted = allOf([
    ...(kind ? [sql`w.kind = ${kind}`] : []),
    ...(mine ? [sql`w.is_open = ${mine === 'true'}`] : []),
    ...(q ? [sql`(w.search_text like ${containing(foldQuery(q))} or lower(w."askedBy") like ${containing(q.toLowerCase())})`] : []),
  ])
  const waiting = sql`
    with state as (${approvalRows(actor, sql`${transactionSubjects(sql`t.status = 'pending'`)} union all ${reversalSubjects(sql`r.status = 'pending'`)}`)}),
    waits as (
      select t.transaction_id as subject_id, t.type as kind, t.transaction_id, null::uuid as reversal_id, t.amount, t.description, t.recorded_by_name as "askedBy", t.created_at as "askedAt"
      from app.transaction t where t.status = 'pending'
      union all
      select r.reversal_id, 'reversal', r.transaction_id, r.reversal_id, r.amount, r.reason, r.asked_by_name, r.asked_at from app.reversal_request r where r.status = 'pending'),
    waiting as (
      select w.*, t.member_id as "memberId", m.first_name || ' ' || m.last_name as "memberName", a.name as account, t.occurred_on as "occurredOn", m.search_text, s.is_open,
        s.needed, s.maker_id, s.made_by_officer, s.open, s.officers, s.checkers, s.is_own, s.given
      from waits w join state s on s.subject_id = w.subject_id join app.transaction t on t.transaction_id = w.transaction_id
      left join app.member m on m.member_id = t.member_id left join app.account_type a on a.account_type_id = t.account_type_id)`
  const [rows, { total, open }] = await Promise.all([
    tx.many<Omit<Row, 'approvals'> & ApprovalRow>(sql`
      ${waiting} select w.kind, w.transaction_id as "transactionId", w.reversal_id as "reversalId", w."memberId", w."memberName", w.account, w.amount, w."occurredOn", w.description,
        w."askedBy", w."askedAt", w.subject_id, w.needed, w.maker_id, w.made_by_officer, w.open, w.officers, w.checkers, w.is_own, w.given
      from waiting w where ${wanted} order by ${orders[sort] ?? sql`"askedAt", subject_id`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; open: number }>(sql`${waiting} select count(*) filter (where ${wanted})::int as total, count(*) filter (where w.is_open)::int as open from waiting w`),
  ])
  return { rows: rows.map((row) => ({ ...row, approvals: approvalOf(row, actor) })), total, summary: { mine: open } }
}

/** The request, held. Refuses: not_found, transaction_decided. */
export async function holdReversal(tx: Tx, id: ReversalId): Promise<{ entryId: EntryId; reason: string }> {
  await tx.run(sql`select from app.reversal_request where reversal_id = ${id} for update`)
  const found = await tx.maybe<{ entryId: EntryId; reason: string; status: 'pending' | 'approved' | 'rejected'; by: string | null }>(sql`
    select entry_id as "entryId", reason, status, decided_by_name as by from app.reversal_request where reversal_id = ${id}`)
  if (!found) return refuse('not_found')
  if (found.status !== 'pending') refuse('transaction_decided', { status: found.status, by: found.by ?? undefined })
  return found
}
