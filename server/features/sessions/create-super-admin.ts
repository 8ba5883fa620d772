import { randomBytes } from 'node:crypto'
import { refusalMessage } from '#contract/refusals.ts'
import type { LoginId } from '#domain/ids.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Services } from '#server/context.ts'
import { refuseGuessable, refusePersonal } from '#server/credentials/password-rules.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import { newId } from '#server/db/id.ts'
import { anySuperAdmin } from './queries.ts'
import { insertSuperAdmin } from './store.ts'

/** Makes the super administrator of a new installation; answers the password where it had to be thought up. Throws a sentence about one that others would guess. */
export async function createSuperAdmin(services: Services, username: string, given: string | undefined): Promise<{ created: boolean; password?: string }> {
  const { database } = services
  if (await database.auth(anySuperAdmin)) return { created: false }
  if (given !== undefined) refuseWeak(services, username, given)
  const password = given ?? randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password, 'officer')
  await database.auth((tx) => insertSuperAdmin(tx, newId<LoginId>(), username, passwordHash))
  return given === undefined ? { created: true, password } : { created: true }
}

function refuseWeak(services: Services, username: string, password: string): void {
  try {
    refuseGuessable(password, services)
    refusePersonal(password, { cooperatives: [], person: username, phone: null })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Error(`The environment variable SUPERADMIN_PASSWORD can't be used: ${refusalMessage(error.code, error.detail)}`, { cause: error })
  }
}
