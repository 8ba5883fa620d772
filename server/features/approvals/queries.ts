import type { getApprovalRules as rulesContract } from '#contract/approval-rules.ts'
import type { listApprovals as contract } from '#contract/approvals.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { EntryId, ReversalId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { type ApprovedKind, decidingPermission, movementsWaitFrom } from '#domain/transactions/approvals.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import { foldQuery } from '#domain/searching.ts'
import type { Context } from '#server/context.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { approvalOf, approvalRows, type ApprovalRow, changeSubjects, findApprovalRules, leavingSubjects, loanSubjects, reversalSubjects, transactionSubjects, writeOffSubjects } from '#server/features/transactions/queries.ts'

type Row = Replied<typeof contract>

const orders: Record<string, Statement> = {
  askedAt: sql`"askedAt", subject_id`,
  '-askedAt': sql`"askedAt" desc, subject_id`,
  amount: sql`amount nulls last, subject_id`,
  '-amount': sql`amount desc nulls last, subject_id`,
}

/** What is asked for, each in a row of the same columns. */
const askedOn = (today: Day) => sql`
  select t.transaction_id as subject_id, t.type as kind, t.transaction_id, null::uuid as reversal_id, null::uuid as write_off_id, null::uuid as loan_id, null::uuid as leaving_id, null::uuid as change_request_id, t.member_id, t.account_type_id, t.amount,
    t.occurred_on, coalesce(t.party || ': ', '') || t.description as description, t.recorded_by_name as "askedBy", t.created_at as "askedAt", null::text as loan_name, null::int as required, null::int as accepted, true as is_ready
  from app.transaction t where t.status = 'pending'
  union all
  select r.reversal_id, 'reversal', r.transaction_id, r.reversal_id, null, null, null, null, t.member_id, t.account_type_id, r.amount, t.occurred_on, r.reason, r.asked_by_name, r.asked_at, null, null, null, true
  from app.reversal_request r join app.transaction t using (transaction_id) where r.status = 'pending'
  union all
  select l.loan_id, 'loan', null, null, null, l.loan_id, null, null, l.member_id, null, l.principal, (l.submitted_at at time zone 'Africa/Lagos')::date, coalesce(l.purpose, ''), l.recorded_by_name,
    l.submitted_at, c.name, n.required, g.accepted, g.accepted >= n.required and g.covered >= n.cover
  from app.loan l join app.loan_configuration c using (loan_configuration_id)
  cross join lateral (select (l.terms ->> 'guarantorsRequired')::int as required) asks
  cross join lateral (select asks.required, case when asks.required = 0 then 0 else (l.principal * (l.terms ->> 'guarantorCoverPercent')::int + 99) / 100 end as cover) n
  cross join lateral (select count(*)::int as accepted, coalesce(sum(g.amount), 0) as covered from app.loan_guarantor g where g.loan_id = l.loan_id and g.status = 'accepted') g
  where l.status = 'submitted'
  union all
  select w.write_off_id, 'write_off', null, null, w.write_off_id, w.loan_id, null, null, w.member_id, null, w.amount, coalesce(w.occurred_on, ${today}::date), w.reason, w.asked_by_name, w.asked_at, c.name, null, null, true
  from app.write_off w join app.loan using (loan_id) join app.loan_configuration c using (loan_configuration_id) where w.status = 'pending'
  union all
  select v.settlement_id, 'leaving', null, null, null, null, v.leaving_id, null, v.member_id, null, v.held, v.settled_on, coalesce(v.note, initcap(v.reason)), v.asked_by_name, v.asked_at, null, null, null, true
  from app.leaving v where v.status = 'waiting'
  union all
  select c.change_request_id, 'change', null, null, null, null, null, c.change_request_id, c.member_id, null, c.amount, (c.asked_at at time zone 'Africa/Lagos')::date, c.description, c.asked_by_name, c.asked_at, null, null, null, true
  from app.change_request c where c.status = 'pending'`

/** What waits, with who has approved it; `mine` keeps what this officer may approve now. */
export async function listApprovals(
  tx: Tx,
  actor: TenantActor,
  { kind, mine, q, sort = 'askedAt', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Pick<Context, 'now'>,
): Promise<PageOf<Row>> {
  const wanted = allOf([
    ...(kind ? [sql`w.kind = ${kind}`] : []),
    ...(mine ? [sql`w.is_open = ${mine === 'true'}`] : []),
    ...(q ? [sql`(w.search_text like ${containing(foldQuery(q))} or lower(w."askedBy") like ${containing(q.toLowerCase())})`] : []),
  ])
  const subjects = sql`${transactionSubjects(sql`t.status = 'pending'`)} union all ${reversalSubjects(sql`r.status = 'pending'`)} union all ${loanSubjects(sql`l.status = 'submitted'`)} union all ${writeOffSubjects(sql`w.status = 'pending'`)} union all ${leavingSubjects(sql`v.status = 'waiting'`)} union all ${changeSubjects(sql`c.status = 'pending'`)}`
  const waiting = sql`
    with state as (${approvalRows(actor, subjects)}),
    asked as (${askedOn(dayIn(now))}),
    waiting as (
      select w.*, m.first_name || ' ' || m.last_name as "memberName", coalesce(a.name, w.loan_name) as account, m.search_text,
        w.is_ready and s.is_open as is_open, s.kind as approved_kind, s.needed, s.maker_id, s.maker_decides, s.open, s.checkers, s.is_own, s.given
      from asked w join state s using (subject_id) left join app.member m using (member_id) left join app.account_type a using (account_type_id))`
  const [rows, { total, open }] = await Promise.all([
    tx.many<Omit<Row, 'approvals' | 'guarantors' | 'needs'> & Omit<ApprovalRow, 'kind'> & { approved_kind: ApprovedKind } & { is_open: boolean; required: number | null; accepted: number | null }>(sql`
      ${waiting} select w.kind, w.transaction_id as "transactionId", w.reversal_id as "reversalId", w.write_off_id as "writeOffId", w.loan_id as "loanId", w.leaving_id as "leavingId", w.change_request_id as "changeRequestId", w.member_id as "memberId", w."memberName", w.account, w.amount,
        w.occurred_on as "occurredOn", w.description, w."askedBy", w."askedAt", w.subject_id, w.approved_kind, w.needed, w.maker_id, w.maker_decides, w.open, w.checkers, w.is_own, w.given,
        w.is_open, w.required, w.accepted
      from waiting w where ${wanted} order by ${orders[sort] ?? sql`"askedAt", subject_id`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; open: number }>(sql`${waiting} select count(*) filter (where ${wanted})::int as total, count(*) filter (where w.is_open)::int as open from waiting w`),
  ])
  return {
    rows: rows.map(({ required, accepted, ...row }) => ({
      ...row, needs: decidingPermission[row.approved_kind], approvals: { ...approvalOf({ ...row, kind: row.approved_kind }, actor), open: row.is_open }, guarantors: required === null ? null : { required, accepted: accepted ?? 0 },
    })),
    total,
    summary: { mine: open },
  }
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

export async function getApprovalRules(tx: Tx): Promise<Replied<typeof rulesContract>> {
  return { waitsFrom: movementsWaitFrom(await findApprovalRules(tx)) }
}
