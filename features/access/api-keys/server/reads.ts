import type { ApiKeyId } from '#core/ids.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/access/api-keys/contract.ts'
import { keyStatus } from '#features/access/api-keys/rules/api-key.ts'
import { shortListOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type ShownKey = Replied<typeof contract.listApiKeys>

async function findKeys(tx: Tx, where: Statement, now: Date): Promise<ShownKey[]> {
  const rows = await tx.many<Omit<ShownKey, 'status'>>(sql`
    select k.api_key_id as id, k.name, k.scopes, m.first_name || ' ' || m.last_name as made_by, k.created_at,
      k.expires_at, k.last_used_at, k.last_address, k.revoked_at
    from app.api_key k left join app.member m on m.cooperative_id = k.cooperative_id and m.member_id = k.made_by_member
    where ${where} order by k.created_at desc, k.api_key_id desc`)
  return rows.map((row) => ({ ...row, status: keyStatus(row, now) }))
}

export const listApiKeys = shortListOf(contract.listApiKeys, ['name'], ({ tx, now }) =>
  findKeys(tx, sql`least(k.revoked_at, k.expires_at) > now() - interval '1 year'`, now),
)

/** Refuses: not_found. */
export async function findApiKey(tx: Tx, id: ApiKeyId, now: Date): Promise<ShownKey> {
  const [key] = await findKeys(tx, sql`k.api_key_id = ${id}`, now)
  return key ?? refuse('not_found')
}

export async function countLiveKeys(tx: Tx): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from app.api_key where revoked_at is null and expires_at > now()`,
  )
  return count
}

export const daysFromNow = (days: number): Statement => sql`now() + make_interval(days => ${days})`
