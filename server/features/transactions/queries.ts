import type { listTransactions as contract } from '#contract/transactions.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Kobo } from '#domain/money.ts'
import { foldQuery } from '#domain/searching.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

type Row = Replied<typeof contract>

const orders: Record<string, Statement> = {
  occurredOn: sql`t.occurred_on, t.transaction_id`,
  '-occurredOn': sql`t.occurred_on desc, t.transaction_id desc`,
  amount: sql`t.amount, t.transaction_id`,
  '-amount': sql`t.amount desc, t.transaction_id`,
  entryNumber: sql`t.entry_no, t.line`,
  '-entryNumber': sql`t.entry_no desc, t.line`,
}

/** Row security shows a member his own only. */
export async function listTransactions(
  tx: Tx,
  _actor: TenantActor,
  { type, status, memberId, from, to, q, sort = '-occurredOn', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Row>> {
  const where = allOf([
    ...(type ? [sql`t.type = ${type}`] : []),
    ...(status ? [sql`t.status = ${status}`] : []),
    ...(memberId ? [sql`t.member_id = ${memberId}`] : []),
    ...(from ? [sql`t.occurred_on >= ${from}::date`] : []),
    ...(to ? [sql`t.occurred_on <= ${to}::date`] : []),
    ...(q ? [sql`t.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))})`] : []),
  ])
  const order = orders[sort] ?? sql`t.occurred_on desc, t.transaction_id desc`
  const [rows, totals] = await Promise.all([
    tx.many<Row>(sql`
      select t.transaction_id as id, t.type, t.status, t.member_id as "memberId", m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
        a.name as account, t.amount, t.direction, t.occurred_on as "occurredOn", to_char(t.period, 'YYYY-MM') as period, t.description,
        t.entry_id as "entryId", t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy", t.created_at as "createdAt"
      from (select * from app.transaction t where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) t
      join app.member m using (member_id)
      join app.account_type a using (account_type_id)
      order by ${order}`),
    tx.one<{ total: number; in: bigint; out: bigint }>(sql`
      select count(*)::int as total, coalesce(sum(t.amount) filter (where t.direction = 'in' and t.status = 'approved'), 0)::bigint as in,
        coalesce(sum(t.amount) filter (where t.direction = 'out' and t.status = 'approved'), 0)::bigint as out
      from app.transaction t where ${where}`),
  ])
  return { rows, total: totals.total, summary: { in: totals.in as Kobo, out: totals.out as Kobo } }
}
