import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { sealBytes, unsealBytes } from '#platform/credentials/sealing.ts'

/**
 * The key of codes' hashes, of the sealed keys of authenticator apps and of the roles' passwords. It is made with the
 * database and kept in it sealed under APP_SECRET, so that another secret can take the place of one that has leaked and
 * nothing that was made under the key is lost. The first of `secrets` is the one in use; the others may still open it.
 * Where no other is given, what older ones had sealed is removed. Throws CannotStart where none of them opens it.
 */
export async function openDataKey(
  client: pg.Client,
  secrets: readonly Buffer[],
  { isNew, makeKey = () => randomBytes(32) }: { isNew: boolean; makeKey?: () => Buffer },
): Promise<Buffer> {
  const [current] = secrets
  if (current === undefined) throw new Error('There is no secret')
  const exists = await isKept(client)
  if (!exists)
    await client.query(
      'create table migration.data_key (secret text primary key, sealed bytea not null, made_at timestamptz not null default now())',
    )
  const rows = await sealedKeys(client)
  // A database from before this table keeps the key it was used with: its secret itself.
  const key = findDataKey(rows, secrets) ?? (exists || isNew ? makeKey() : current)
  if (!rows.some(({ secret }) => secret === nameOf(current)))
    await client.query('insert into migration.data_key (secret, sealed) values ($1, $2)', [
      nameOf(current),
      sealBytes(current.toString('base64url'), key),
    ])
  if (secrets.length === 1) await client.query('delete from migration.data_key where secret <> $1', [nameOf(current)])
  return key
}

/** The data key of a database that is in use, undefined before its first start; changes nothing. Throws CannotStart where none of the secrets opens it. */
export async function readDataKey(client: pg.Client, secrets: readonly Buffer[]): Promise<Buffer | undefined> {
  return (await isKept(client)) ? findDataKey(await sealedKeys(client), secrets) : undefined
}

type SealedKey = { secret: string; sealed: Buffer }

async function isKept(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration.data_key') is not null as exists",
  )
  return rows[0]?.exists === true
}

async function sealedKeys(client: pg.Client): Promise<SealedKey[]> {
  return (await client.query<SealedKey>('select secret, sealed from migration.data_key')).rows
}

/** Undefined where no key is kept. */
function findDataKey(rows: readonly SealedKey[], secrets: readonly Buffer[]): Buffer | undefined {
  for (const secret of secrets) {
    const row = rows.find((each) => each.secret === nameOf(secret))
    if (row) return unsealBytes(secret.toString('base64url'), row.sealed)
  }
  if (rows.length === 0) return undefined
  throw new CannotStart(
    'This database was used with another secret than this one. Set APP_SECRET to that secret (or put back the file secret in DATA_DIR); to replace it, set APP_SECRET_OLD to that one beside the new APP_SECRET. Where it is lost for good, run: npm run lost-secret',
  )
}

/** Which secret it is, for who has it; it says nothing about the secret to who has not. */
function nameOf(secret: Buffer): string {
  return createHmac('sha256', secret).update('data key').digest('hex')
}
