import type * as z from 'zod/mini'
import type { apiKey } from '#features/access/api-keys/contract.ts'
import { keyStatus } from '#features/access/api-keys/rules/api-key.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ApiKeyId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type ShownKey = z.output<typeof apiKey>

const selected = (where: Statement) => sql`
  select k.api_key_id as id, k.name, k.scopes, m.first_name || ' ' || m.last_name as "madeBy", k.created_at,
    k.expires_at, k.last_used_at, k.last_address, k.revoked_at
  from app.api_key k left join app.member m on m.cooperative_id = k.cooperative_id and m.member_id = k.made_by_member
  where ${where} order by k.created_at desc, k.api_key_id desc`

async function findKeys(tx: Tx, where: Statement, now: Date): Promise<ShownKey[]> {
  const rows = await tx.many<Omit<ShownKey, 'status'>>(selected(where))
  return rows.map((row) => ({ ...row, status: keyStatus(row, now) }))
}

export async function listApiKeys(
  tx: Tx,
  _actor: TenantActor,
  _input: object,
  { now }: Pick<Context, 'now'>,
): Promise<ShownKey[]> {
  return findKeys(tx, sql`least(k.revoked_at, k.expires_at) > now() - interval '1 year'`, now)
}

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
