import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId, MemberId, PledgeId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/pledges/contract.ts'
import type { PledgePurpose } from '#features/savings/pledges/rules/pledge.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Pledge = Replied<typeof contract.listPledges>

const columns = sql`p.pledge_id as id, p.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno, a.name as account, p.amount, p.held, p.kind as purpose, p.reason,
  p.placed_by_name as "placedBy", p.placed_at, p.released_by_name as "releasedBy", p.released_at, p.released_reason`

const tables = sql`app.pledge p join app.member m on m.member_id = p.member_id join app.account_type a on a.account_type_id = p.account_type_id`

/** Row security shows a member their own only. */
export const listPledges = pageOf(contract.listPledges, {
  select: columns,
  from: tables,
  where: {
    memberId: (id) => sql`p.member_id = ${id}`,
    state: (state) => (state === 'open' ? sql`p.released_at is null` : sql`p.released_at is not null`),
  },
  search: { folded: sql`m.search_text` },
  sorts: { placedAt: [sql`p.placed_at`, sql`p.pledge_id`], amount: sql`p.amount` },
  order: '-placedAt',
  last: sql`p.pledge_id`,
  totals: sql`coalesce(sum(p.held) filter (where p.released_at is null), 0)::bigint as pledged`,
})

export async function findPledge(tx: Tx, id: PledgeId): Promise<Pledge> {
  const row = await tx.maybe<Pledge>(sql`select ${columns} from ${tables} where p.pledge_id = ${id}`)
  return row ?? refuse('not_found')
}

type LockedPledge = { accountId: AccountId; memberId: MemberId; purpose: PledgePurpose; releasedBy: string | null }

/** The pledge, locked: of two who release it, the second sees what the first did. */
export async function lockPledge(tx: Tx, id: PledgeId): Promise<LockedPledge> {
  await tx.run(sql`select from app.pledge where pledge_id = ${id} for update`)
  const row = await tx.maybe<LockedPledge>(
    sql`select account_id, member_id, kind as purpose, case when released_at is not null then released_by_name end as "releasedBy" from app.pledge where pledge_id = ${id}`,
  )
  return row ?? refuse('not_found')
}
