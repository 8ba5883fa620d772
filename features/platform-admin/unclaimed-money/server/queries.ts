import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { listUnclaimedMoney as listContract } from '#features/platform-admin/unclaimed-money/contract.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import type { CooperativeId, UnclaimedMoneyId } from '#domain/ids.ts'
import { allOf, sql, type Statement } from '#server/db/sql.ts'
import type { Joined, Tx } from '#server/db/tx.ts'

type UnclaimedMoney = Replied<typeof listContract>
type Row = Omit<UnclaimedMoney, 'listedFor'> & Joined<{ cooperativeId: CooperativeId; cooperativeName: string }>

const columns = sql`u.unclaimed_id as id, u.kind, u.provider, u.reference, u.amount, u.sent_to, c.cooperative_id, c.name as "cooperativeName",
  u.came_at, u.handled_at, u.handled_by_name as "handledBy", u.reason`
const joined = sql`platform.unclaimed_money u left join app.cooperative c on c.cooperative_id = u.cooperative_id`

const unclaimedFrom = ({ cooperativeId, cooperativeName, ...row }: Row): UnclaimedMoney => ({
  ...row,
  listedFor: cooperativeId === null ? null : { id: cooperativeId, name: cooperativeName },
})

const orders: Record<string, Statement> = {
  cameAt: sql`u.came_at, u.unclaimed_id`,
  '-cameAt': sql`u.came_at desc, u.unclaimed_id desc`,
}

export async function listUnclaimedMoney(
  tx: Tx,
  _actor: SuperAdminActor,
  { q, sort, page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
): Promise<PageOf<UnclaimedMoney>> {
  const where = allOf([sql`true`, ...(q ? [sql`(u.reference = ${q} or u.sent_to = ${q})`] : [])])
  const order = orders[sort ?? ''] ?? sql`u.handled_at is not null, u.came_at desc, u.unclaimed_id desc`
  const [rows, { total }] = await Promise.all([
    tx.many<Row>(
      sql`select ${columns} from ${joined} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from platform.unclaimed_money u where ${where}`),
  ])
  return { rows: rows.map(unclaimedFrom), total }
}

export async function findUnclaimedMoney(tx: Tx, id: UnclaimedMoneyId): Promise<UnclaimedMoney | undefined> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${joined} where u.unclaimed_id = ${id}`)
  return row && unclaimedFrom(row)
}
