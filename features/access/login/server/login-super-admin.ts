import type { loginSuperAdmin as contract } from '#features/access/login/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { checkPassword, refuseGuessing } from './check-password.ts'
import { openSession } from './open-session.ts'
import { findSuperAdminLogin, type LoginRow } from './queries.ts'
import { startSecondStep } from './start-second-step.ts'

/** Refuses: whatever checkPassword refuses, first_password_ended. */
export async function loginSuperAdmin(
  context: Context,
  caller: Caller,
  { identifier, password }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  refuseGuessing(context, caller)
  const found = await database.auth((tx) => findSuperAdminLogin(tx, identifier))
  const login = await checkPassword(context, caller, found, {
    identifier,
    password,
    cost: 'officer',
    unknown: 'invalid_credentials',
  })
  if (login.firstPasswordEndsAt && login.firstPasswordEndsAt <= now) refuse('first_password_ended')
  return database.auth(
    async (tx) =>
      (await startSecondStep(tx, caller, now, login, false)) ?? openSuperAdminSession(tx, context, caller, login),
  )
}

/** Opens the session of a super administrator whose login has been proved, with its second factor where it has one. */
export async function openSuperAdminSession(
  tx: Tx,
  context: Context,
  caller: Caller,
  { loginId, name, username, firstPasswordEndsAt: endsAt, hasSecondFactor: has }: LoginRow,
) {
  await recordAudit(tx, { loginId, name }, { action: 'session.login', after: { device: caller.agent } }, context)
  const tokens = await openSession(tx, caller, context.now, {
    loginId,
    role: 'superadmin',
    cooperativeId: null,
    memberId: null,
    keepSignedIn: false,
  })
  const missing = { passwordMissing: endsAt !== null, secondFactorMissing: context.secondFactorRequired && !has }
  const superAdmin = { id: loginId, name, username: username ?? name, role: 'superadmin' as const, ...missing }
  return { superAdmin, ...tokens, token: tokens.accessToken }
}
