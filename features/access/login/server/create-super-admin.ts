import { randomBytes } from 'node:crypto'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { LoginId } from '#core/ids.ts'
import { Refusal } from '#core/refusal.ts'
import { firstPasswordLifetime } from '#features/access/login/rules/session.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { noLogin, type Services } from '#platform/context.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockSuperAdmin, lockSuperAdmins, type SuperAdmin } from './reads.ts'
import { clearFailures, closeSessions, deleteSecondFactors, insertSuperAdmin, setPassword } from './writes.ts'

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
    const password = given ?? madeUpPassword()
    const passwordHash = await hashPassword(password, 'officer')
    const endsAt = given === undefined ? endOf(now) : null
    if (existing) await replacePassword(tx, existing.loginId, passwordHash, endsAt)
    else if (!(await insertSuperAdmin(tx, newId<LoginId>(), name, passwordHash, endsAt))) return undefined
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

const madeUpPassword = () => randomBytes(12).toString('base64url')
const endOf = (now: Date) => new Date(now.getTime() + firstPasswordLifetime)

/** Gives a login another password, which ends its sessions and the counts of wrong ones. */
async function replacePassword(tx: Tx, loginId: LoginId, passwordHash: string, endsAt: Date | null): Promise<void> {
  await setPassword(tx, loginId, passwordHash, endsAt)
  await closeSessions(tx, loginId, 'password_reset')
  await clearFailures(tx, loginId)
}

export const superAdminActs = ['add', 'reset', 'end'] as const
export type SuperAdminAct = (typeof superAdminActs)[number]

export function listSuperAdmins(database: Database): Promise<SuperAdmin[]> {
  return database.auth(lockSuperAdmins)
}

/**
 * What the operator does at the server's own keyboard: `add` a super administrator, `reset` one who lost the password or
 * the phone (a new first password, no second factor, no session left), `end` one who leaves. Answers the first password,
 * which opens nothing but the choice of their own and ends after 72 hours; undefined for `end`. Throws CannotStart with
 * what is wrong; the platform's audit trail has a line of each.
 */
export async function changeSuperAdmin(
  database: Database,
  act: SuperAdminAct,
  username: string,
  now: Date,
): Promise<string | undefined> {
  const password = madeUpPassword()
  const passwordHash = await hashPassword(password, 'officer')
  await database.auth(async (tx) => {
    const all = await lockSuperAdmins(tx)
    const found = all.find((each) => each.username === username)
    if (act === 'add') await add(tx, username, passwordHash, now)
    else if (!found)
      throw new CannotStart(
        `There is no super administrator ${username}. There is: ${all.map((each) => each.username).join(', ')}.`,
      )
    else {
      if (act === 'end' && !all.some((each) => each !== found && each.firstPasswordEndsAt === null))
        throw new CannotStart(
          `${username} is the only super administrator with a password of their own. Add another one, who logs in once, before you end this one.`,
        )
      // A first password that has ended opens nothing.
      await replacePassword(tx, found.loginId, passwordHash, act === 'end' ? now : endOf(now))
      await deleteSecondFactors(tx, found.loginId)
    }
    await recordAudit(
      tx,
      { loginId: noLogin, name: 'Command line of the server' },
      { action: `super_admin.${act}`, after: { username } },
      { requestId: newId() },
    )
  })
  return act === 'end' ? undefined : password
}

async function add(tx: Tx, username: string, passwordHash: string, now: Date): Promise<void> {
  if (!/^[A-Za-z0-9._-]{3,64}$/.test(username))
    throw new CannotStart('A user name has 3 to 64 letters, digits, dots, dashes and underscores.')
  if (!(await insertSuperAdmin(tx, newId<LoginId>(), username, passwordHash, endOf(now))))
    throw new CannotStart(`There is a super administrator ${username} already. To let them in again, use reset.`)
}
