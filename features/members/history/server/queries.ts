import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type {
  getMemberBalances as balancesContract,
  listMemberEvents as eventsContract,
} from '#features/members/history/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { addMonths, dayIn, firstDayOf, lastDayOf, periodOf } from '#core/calendar.ts'
import { monthEnds } from '#features/members/members/rules/month-ends.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const months = 12

/** Refuses: not_found, also to a fellow member. */
export async function getMemberBalances(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof balancesContract>,
  { now }: Context,
): Promise<Replied<typeof balancesContract>> {
  const member = await tx.maybe(sql`select from app.member where member_id = ${memberId} and removed_at is null`)
  if (!member) return refuse('not_found')
  const last = periodOf(dayIn(now))
  const periods = Array.from({ length: months }, (_, index) => addMonths(last, index + 1 - months))
  const moved = await tx.many<Parameters<typeof monthEnds>[1][number]>(sql`
    select to_char(l.effective_on, 'YYYY-MM') as period, t.kind = 'shares' as "isShares", sum(l.credit - l.debit)::bigint as amount
    from ledger.member_lines(${memberId}, ${firstDayOf(periods[0] ?? last)}::date, ${lastDayOf(last)}::date) l
    join ledger.account a on a.account_id = l.account_id join app.account_type t on t.account_type_id = a.account_type_id
    where t.kind in ('savings', 'shares') group by 1, 2`)
  return monthEnds(periods, moved)
}

/** Refuses: not_found. */
export async function listMemberEvents(
  tx: Tx,
  _actor: TenantActor,
  { memberId, sort, page, limit }: Parsed<typeof eventsContract> & { page: number; limit: number },
  { eventWords }: Context,
): Promise<PageOf<Replied<typeof eventsContract>>> {
  const member = await tx.maybe(sql`select from app.member where member_id = ${memberId} and removed_at is null`)
  if (!member) return refuse('not_found')
  const order = sort === 'at' ? sql`at, event_id` : sql`at desc, event_id desc`
  const [rows, { total }] = await Promise.all([
    tx.many<Omit<Replied<typeof eventsContract>, 'says'>>(sql`
      select event_id as id, at, actor_name as by, role, action from audit.event where subject_id = ${memberId} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from audit.event where subject_id = ${memberId}`),
  ])
  return { rows: rows.map((row) => ({ ...row, says: eventWords.sentence(row.action) })), total }
}
