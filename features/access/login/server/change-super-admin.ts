import { randomBytes } from 'node:crypto'
import { firstPasswordLifetime } from '#features/access/login/rules/session.ts'
import type { LoginId } from '#core/ids.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { noLogin } from '#platform/context.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { lockSuperAdmins, type SuperAdmin } from './queries.ts'
import { clearFailures, deleteSecondFactors, endSessionsOf, insertSuperAdmin, setPassword } from './store.ts'

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
  const password = randomBytes(12).toString('base64url')
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
      await close(tx, found.loginId, passwordHash, act === 'end' ? now : endOf(now))
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

const endOf = (now: Date) => new Date(now.getTime() + firstPasswordLifetime)

async function add(tx: Tx, username: string, passwordHash: string, now: Date): Promise<void> {
  if (!/^[A-Za-z0-9._-]{3,64}$/.test(username))
    throw new CannotStart('A user name has 3 to 64 letters, digits, dots, dashes and underscores.')
  if (!(await insertSuperAdmin(tx, newId<LoginId>(), username, passwordHash, endOf(now))))
    throw new CannotStart(`There is a super administrator ${username} already. To let them in again, use reset.`)
}

async function close(tx: Tx, loginId: LoginId, passwordHash: string, endsAt: Date): Promise<void> {
  await setPassword(tx, loginId, passwordHash, endsAt)
  await deleteSecondFactors(tx, loginId)
  await endSessionsOf(tx, loginId, 'password_reset')
  await clearFailures(tx, loginId)
}
