import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { changePassword as contract } from '#features/access/login/own-login.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { superAdminPasswordLengthMin } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import { checkPassword } from './check-password.ts'
import { findKnown, findLogin, lockPasswordHash } from './queries.ts'
import { endSessionsBut, setPassword, voidResetCodes } from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/** Sets a new password of the own login; every other session of it ends. Refuses: current_password_wrong, account_locked, password_unchanged, a password that others would guess. */
export async function changePassword(
  context: Context,
  caller: Caller,
  { currentPassword, password }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  const { database, passwordLengthMin, sampleIsOpen, messagesWaiting } = context
  refuseGuessable(password, {
    passwordLengthMin:
      actor.role === 'superadmin' ? Math.max(passwordLengthMin, superAdminPasswordLengthMin) : passwordLengthMin,
    sampleIsOpen,
  })
  const { found, known } = await database.auth(async (tx) => ({
    found: await findLogin(tx, actor.loginId),
    known: await findKnown(tx, actor.loginId),
  }))
  refusePersonal(password, known)
  const cost = found.kind === 'member' ? 'member' : 'officer'
  const wrong = { code: 'current_password_wrong', field: 'currentPassword' } as const
  await checkPassword(context, caller, found, {
    identifier: found.loginId,
    password: currentPassword,
    cost,
    unknown: 'current_password_wrong',
    wrong,
  })
  if (password === currentPassword) refuse('password_unchanged', { field: 'password' })
  const passwordHash = await hashPassword(password, cost)

  await database.auth(async (tx) => {
    // Locked and read again: a reset that came in between has ended this session, and its password is valid.
    if ((await lockPasswordHash(tx, found.loginId)) !== found.passwordHash) refuse('session_expired')
    await setPassword(tx, found.loginId, passwordHash)
    await endSessionsBut(tx, found.loginId, actor.sessionId, 'password_changed')
    await voidResetCodes(tx, found.loginId)
    await notifyOwner(tx, found, 'security', loginTexts.passwordChanged(found), messagesWaiting)
  })
  return null
}
