import type { KeyScope } from '#core/key-scope.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ApiKeyId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function insertApiKey(
  tx: Tx,
  { cooperativeId, loginId, memberId }: TenantActor,
  { id, name, scopes, hash, days }: { id: ApiKeyId; name: string; scopes: KeyScope[]; hash: Buffer; days: number },
): Promise<void> {
  await tx.run(sql`
    insert into app.api_key (cooperative_id, api_key_id, name, scopes, key_hash, made_by, made_by_member, expires_at)
    values (${cooperativeId}, ${id}, ${name}, ${scopes}, ${hash}, ${loginId}, ${memberId ?? null}, now() + make_interval(days => ${days}))`)
}

/** One that was revoked before stays as it is. */
export async function revokeKey(tx: Tx, id: ApiKeyId): Promise<void> {
  await tx.run(sql`update app.api_key set revoked_at = now() where api_key_id = ${id} and revoked_at is null`)
}
