import type { TenantActor } from '#core/actor.ts'
import type { ExternalAuditorId, LoginId } from '#core/ids.ts'
import { externalAuditorPost } from '#features/access/login/rules/external-auditor.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'

/** The society with the number of its next external auditor, locked until the transaction ends, so that no two get the same. */
export async function lockNextNumber(tx: Tx): Promise<{ coopId: string; society: string; number: number }> {
  const { coopId, society } = await tx.one<{ coopId: string; society: string }>(
    sql`select coop_id, name as society from app.cooperative for no key update`,
  )
  const { number } = await tx.one<{ number: number }>(
    sql`select coalesce(max(number), 0) + 1 as number from app.external_auditor`,
  )
  return { coopId, society, number }
}

/** Their login, with the code by which they set a password. */
export async function createLogin(
  tx: Tx,
  { loginId, username, name }: { loginId: LoginId; username: string; name: string },
  { hash, expiresAt }: { hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    select platform.create_auditor_login(${loginId}, ${username}, ${name}, ${externalAuditorPost}, ${newId()}, ${hash}, ${expiresAt})`)
}

/** The login of one whose access no officer has ended; undefined else. */
export async function lockOpenAuditor(tx: Tx, id: ExternalAuditorId): Promise<LoginId | undefined> {
  const found = await tx.maybe<{ loginId: LoginId }>(
    sql`select login_id from app.external_auditor where auditor_id = ${id} and ended_at is null for update`,
  )
  return found?.loginId
}

export async function endAuditor(
  tx: Tx,
  { name }: TenantActor,
  auditorId: ExternalAuditorId,
  loginId: LoginId,
): Promise<void> {
  await update(tx, 'app.external_auditor', { auditorId }, { endedAt: sql`clock_timestamp()`, endedByName: name })
  await tx.run(sql`select platform.close_auditor_login(${loginId})`)
}
