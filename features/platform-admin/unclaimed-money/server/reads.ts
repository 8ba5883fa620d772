import type { Replied } from '#core/contract/endpoint.ts'
import type { CooperativeId, UnclaimedMoneyId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/platform-admin/unclaimed-money/contract.ts'
import { platformPageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

type UnclaimedMoney = Replied<typeof contract.listUnclaimedMoney>
type Row = Omit<UnclaimedMoney, 'listedFor'> & Joined<{ cooperativeId: CooperativeId; cooperativeName: string }>

const columns = sql`u.unclaimed_id as id, u.kind, u.provider, u.reference, u.amount, u.sent_to, c.cooperative_id, c.name as "cooperativeName",
  u.came_at, u.handled_at, u.handled_by_name as "handledBy", u.reason`
const joined = sql`platform.unclaimed_money u left join app.cooperative c on c.cooperative_id = u.cooperative_id`

const unclaimedFrom = ({ cooperativeId, cooperativeName, ...row }: Row): UnclaimedMoney => ({
  ...row,
  listedFor: cooperativeId === null ? null : { id: cooperativeId, name: cooperativeName },
})

export const listUnclaimedMoney = platformPageOf(contract.listUnclaimedMoney, {
  select: columns,
  from: joined,
  where: {},
  search: (q) => sql`(u.reference = ${q} or u.sent_to = ${q})`,
  sorts: { cameAt: [sql`u.came_at`, sql`u.unclaimed_id`] },
  order: sql`u.handled_at is not null, u.came_at desc, u.unclaimed_id desc`,
  last: sql`u.unclaimed_id`,
  row: unclaimedFrom,
})

/** Refuses: not_found. */
export async function findUnclaimedMoney(tx: Tx, id: UnclaimedMoneyId): Promise<UnclaimedMoney> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${joined} where u.unclaimed_id = ${id}`)
  return row ? unclaimedFrom(row) : refuse('not_found')
}
