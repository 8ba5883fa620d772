import type { KeyScope } from '#core/key-scope.ts'
import type { CooperativeStatus } from '#core/actor.ts'
import type { ApiKeyId, CooperativeId, LoginId, MemberId } from '#core/ids.ts'
import { alsoOwn } from './also-own.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

export type KeyRow = {
  id: ApiKeyId
  name: string
  scopes: KeyScope[]
  cooperativeId: CooperativeId
  cooperativeStatus: CooperativeStatus
  loginId: LoginId
  memberId: MemberId | null
  alsoOwn: MemberId[] | null
}

/** The live key of this hash. Every request asks the database, so that a revoked key ends at once on all servers. */
export async function findLiveKey(tx: Tx, hash: Buffer): Promise<KeyRow | undefined> {
  return tx.maybe<KeyRow>(sql`
    select k.api_key_id as id, k.name, k.scopes, k.cooperative_id, c.status as "cooperativeStatus",
      k.made_by as "loginId", k.made_by_member as "memberId",
      ${alsoOwn(sql`k.cooperative_id`)} as "alsoOwn"
    from app.api_key k join app.cooperative c using (cooperative_id) left join platform.login l on l.login_id = k.made_by
    where k.key_hash = ${hash} and k.revoked_at is null and k.expires_at > now() and c.deleted_at is null`)
}

/** Where and when it was used last, to the minute: a busy key is not a row that is written at each request. */
export function noteKeyUse(tx: Tx, hash: Buffer, address: string): void {
  tx.send(sql`
    update app.api_key set last_used_at = now(), last_address = ${address}
    where key_hash = ${hash} and (last_used_at is null or last_used_at < now() - interval '1 minute')`)
}
