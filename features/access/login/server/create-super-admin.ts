import { randomBytes } from 'node:crypto'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { LoginId } from '#core/ids.ts'
import { Refusal } from '#core/refusal.ts'
import { firstPasswordLifetime } from '#features/access/login/rules/session.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import type { Services } from '#platform/context.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import { newId } from '#platform/db/id.ts'
import { lockSuperAdmin } from './queries.ts'
import { clearFailures, endSessionsOf, insertSuperAdmin, setPassword } from './store.ts'

/**
 * Gives a new installation its super administrator, and a new password to one whose first password ended, or is to give way
 * to SUPERADMIN_PASSWORD, before they chose their own. Answers the password where it was made up, and undefined where
 * nothing was to do. Throws a sentence about a password that others would guess.
 */
export async function createSuperAdmin(
  services: Services,
  username: string,
  given: string | undefined,
): Promise<{ username: string; password?: string } | undefined> {
  return services.database.auth(async (tx) => {
    const now = new Date()
    const existing = await lockSuperAdmin(tx)
    if (existing && !needsPassword(existing, given, now)) return undefined
    const name = existing?.username ?? username
    if (given !== undefined) refuseWeak(services, name, given)
    const password = given ?? randomBytes(12).toString('base64url')
    const passwordHash = await hashPassword(password, 'officer')
    const endsAt = given === undefined ? new Date(now.getTime() + firstPasswordLifetime) : null
    if (existing) {
      await setPassword(tx, existing.loginId, passwordHash, endsAt)
      await endSessionsOf(tx, existing.loginId, 'password_reset')
      await clearFailures(tx, existing.loginId)
    } else if (!(await insertSuperAdmin(tx, newId<LoginId>(), name, passwordHash, endsAt))) return undefined
    return { username: name, ...(given === undefined && { password }) }
  })
}

function needsPassword(
  { firstPasswordEndsAt: endsAt }: { firstPasswordEndsAt: Date | null },
  given: string | undefined,
  now: Date,
): boolean {
  return endsAt !== null && (given !== undefined || endsAt <= now)
}

function refuseWeak(services: Services, username: string, password: string): void {
  try {
    refuseGuessable(password, services)
    refusePersonal(password, { cooperatives: [], person: username, phone: null })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new CannotStart(`The environment variable SUPERADMIN_PASSWORD can't be used: ${sentenceOf(error)}`, {
      cause: error,
    })
  }
}
