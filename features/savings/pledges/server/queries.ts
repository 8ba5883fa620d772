import type { listPledges as contract } from '#features/savings/pledges/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { AccountId, MemberId, PledgeId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { PledgePurpose } from '#features/savings/pledges/rules/pledge.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Row = Replied<typeof contract>

const orders: Record<string, Statement> = {
  placedAt: sql`p.placed_at, p.pledge_id`,
  '-placedAt': sql`p.placed_at desc, p.pledge_id desc`,
  amount: sql`p.amount, p.pledge_id`,
  '-amount': sql`p.amount desc, p.pledge_id`,
}

const columns = sql`p.pledge_id as id, p.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno, a.name as account, p.amount, p.held, p.kind as purpose, p.reason,
  p.placed_by_name as "placedBy", p.placed_at, p.released_by_name as "releasedBy", p.released_at, p.released_reason`

const joins = sql`join app.member m on m.member_id = p.member_id join app.account_type a on a.account_type_id = p.account_type_id`

/** Row security shows a member their own only. */
export async function listPledges(
  tx: Tx,
  _actor: TenantActor,
  { memberId, state, q, sort = '-placedAt', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Row>> {
  const where = allOf([
    ...(memberId ? [sql`p.member_id = ${memberId}`] : []),
    ...(state ? [state === 'open' ? sql`p.released_at is null` : sql`p.released_at is not null`] : []),
    ...(q
      ? [
          sql`p.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))})`,
        ]
      : []),
  ])
  const order = orders[sort] ?? sql`p.placed_at desc, p.pledge_id desc`
  const [rows, totals] = await Promise.all([
    tx.many<Row>(sql`
      select ${columns} from (select * from app.pledge p where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) p ${joins} order by ${order}`),
    tx.one<{ total: number; pledged: bigint }>(sql`
      select count(*)::int as total, coalesce(sum(p.held) filter (where p.released_at is null), 0)::bigint as pledged from app.pledge p where ${where}`),
  ])
  return { rows, total: totals.total, summary: { pledged: totals.pledged as Kobo } }
}

export async function findPledge(tx: Tx, id: PledgeId): Promise<Row> {
  const row = await tx.maybe<Row>(sql`select ${columns} from app.pledge p ${joins} where p.pledge_id = ${id}`)
  return row ?? refuse('not_found')
}

export type LockedPledge = {
  accountId: AccountId
  memberId: MemberId
  purpose: PledgePurpose
  releasedBy: string | null
}

/** The pledge, locked: of two who release it, the second sees what the first did. */
export async function lockPledge(tx: Tx, id: PledgeId): Promise<LockedPledge> {
  await tx.run(sql`select from app.pledge where pledge_id = ${id} for update`)
  const row = await tx.maybe<LockedPledge>(
    sql`select account_id, member_id, kind as purpose, case when released_at is not null then released_by_name end as "releasedBy" from app.pledge where pledge_id = ${id}`,
  )
  return row ?? refuse('not_found')
}
