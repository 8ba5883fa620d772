import { randomBytes } from 'node:crypto'
import type { LoginId } from '#domain/ids.ts'
import type { Database } from '#server/db/database.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { newId } from '#server/db/id.ts'
import { anySuperAdmin } from './queries.ts'
import { insertSuperAdmin } from './store.ts'

/** Makes the super administrator of a new installation; answers the password where it had to be thought up. */
export async function createSuperAdmin(database: Database, username: string, given: string | undefined): Promise<{ created: boolean; password?: string }> {
  if (await database.auth(anySuperAdmin)) return { created: false }
  const password = given ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password, 'officer')
  await database.auth((tx) => insertSuperAdmin(tx, newId<LoginId>(), username, passwordHash))
  return given === undefined ? { created: true, password } : { created: true }
}
