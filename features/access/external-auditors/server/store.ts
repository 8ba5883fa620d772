import type { TenantActor } from '#core/actor.ts'
import { externalAuditorPost } from '#features/access/login/rules/external-auditor.ts'
import type { Day } from '#core/calendar.ts'
import type { ExternalAuditorId, LoginId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type NewAuditor = {
  id: ExternalAuditorId
  number: number
  loginId: LoginId
  name: string
  phone: string | null
  email: string | null
  endsOn: Day
}

export async function insertAuditor(
  tx: Tx,
  { cooperativeId, loginId: by, name: byName }: TenantActor,
  { id, number, loginId, name, phone, email, endsOn }: NewAuditor,
): Promise<void> {
  await tx.run(sql`
    insert into app.external_auditor (cooperative_id, auditor_id, number, login_id, name, phone, email, ends_on, invited_by, invited_by_name)
    values (${cooperativeId}, ${id}, ${number}, ${loginId}, ${name}, ${phone}, ${email}, ${endsOn}, ${by}, ${byName})`)
}

/** Their login, with the code by which they set a password. */
export async function createLogin(
  tx: Tx,
  login: { loginId: LoginId; username: string; name: string },
  code: { id: string; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    select platform.create_auditor_login(${login.loginId}, ${login.username}, ${login.name}, ${externalAuditorPost}, ${code.id}, ${code.hash}, ${code.expiresAt})`)
}

export async function endAuditor(
  tx: Tx,
  { name }: TenantActor,
  id: ExternalAuditorId,
  loginId: LoginId,
): Promise<void> {
  await tx.run(
    sql`update app.external_auditor set ended_at = clock_timestamp(), ended_by_name = ${name} where auditor_id = ${id}`,
  )
  await tx.run(sql`select platform.close_auditor_login(${loginId})`)
}
