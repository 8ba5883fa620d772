import { resolve } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import { readConfig } from '#platform/config.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { type Database, openDatabase } from '#platform/db/database.ts'
import { migrate, roleUrl } from '#platform/db/migrate.ts'
import {
  changeSuperAdmin,
  listSuperAdmins,
  type SuperAdminAct,
  superAdminActs,
} from '#features/access/login/server/create-super-admin.ts'
import { runCommand, withDatabase } from './operator-command.ts'

const usage = `Who oversees the platform, from the server's own keyboard; the server may run.
  npm run super-admin -- list
  npm run super-admin -- add NAME      a further super administrator
  npm run super-admin -- reset NAME    for one who lost the password, the phone or both
  npm run super-admin -- end NAME      for one who leaves`

/** Answers whether the command was one. */
export async function superAdminCommand(
  database: Database,
  [act = '', username = '']: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  if (act === 'list') {
    for (const { username: name, firstPasswordEndsAt: endsAt, hasSecondFactor } of await listSuperAdmins(database))
      say(
        `${name}: ${endsAt === null ? 'logs in with a password of their own' : endsAt > new Date() ? `has not logged in yet; the first password ends ${endsAt.toISOString()}` : 'ended'}${hasSecondFactor ? ', with two steps' : ''}`,
      )
    return true
  }
  if (!superAdminActs.includes(act as SuperAdminAct) || username === '') {
    say(usage)
    return false
  }
  const password = await changeSuperAdmin(database, act as SuperAdminAct, username, new Date())
  say(
    password === undefined
      ? `${username} is no super administrator any more; their sessions have ended.`
      : `The first password of ${username}, shown this once: ${password}\nIt opens nothing but the choice of their own, and ends after 72 hours.`,
  )
  return true
}

async function main(words: readonly string[]): Promise<boolean> {
  if (words.length === 0) throw new CannotStart(usage)
  const config = readConfig(process.env)
  return withDatabase(async (adminUrl) => {
    const key = await migrate(adminUrl, await readServerSecrets(resolve(config.DATA_DIR), config))
    const database = openDatabase((role) => roleUrl(adminUrl, role, key), 2)
    try {
      return await superAdminCommand(database, words, (line) => console.log(line))
    } finally {
      await database.close()
    }
  })
}

if (import.meta.main) await runCommand(usage, { words: 2 }, ({ words }) => main(words))
