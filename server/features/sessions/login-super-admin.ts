import type { loginSuperAdmin as contract } from '#contract/sessions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { Caller, Context } from '#server/context.ts'
import { recordAudit } from '#server/features/platform/record-audit.ts'
import { checkPassword, refuseGuessing } from './check-password.ts'
import { openSession } from './open-session.ts'
import { findSuperAdminLogin } from './queries.ts'

export async function loginSuperAdmin(
  context: Context,
  caller: Caller,
  { identifier, password }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  refuseGuessing(context, caller)
  const found = await database.auth((tx) => findSuperAdminLogin(tx, identifier))
  const login = await checkPassword(context, caller, found, { identifier, password, cost: 'officer', unknown: 'invalid_credentials' })
  const tokens = await database.auth(async (tx) => {
    await recordAudit(tx, { loginId: login.login_id, name: login.name }, { action: 'session.login', after: { device: caller.agent } }, context)
    return openSession(tx, caller, now, { loginId: login.login_id, role: 'superadmin', cooperativeId: null, memberId: null, keepSignedIn: false })
  })
  const superAdmin = { id: login.login_id, name: login.name, username: login.username ?? identifier, role: 'superadmin' as const }
  return { superAdmin, ...tokens, token: tokens.accessToken }
}
