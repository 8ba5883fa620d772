import type pg from 'pg'
import { CannotStart } from '#platform/cannot-start.ts'
import { DatabaseClient, NoPrimary } from './primary.ts'

/**
 * Connects as the database's administrator. Throws CannotStart where it can't, with a sentence that says what to change;
 * `setting` is what the address comes from.
 */
export async function connectAsAdministrator(
  adminUrl: string,
  name: string,
  setting = 'DATABASE_URL',
): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString: adminUrl,
    application_name: name,
    connectionTimeoutMillis: 15_000,
  })
  try {
    await client.connect()
    return client
  } catch (error) {
    throw unreachable(error, client, setting) ?? error
  }
}

function unreachable(
  error: unknown,
  { host, place, user, database }: DatabaseClient,
  setting: string,
): CannotStart | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof NoPrimary)
    return new CannotStart(`${error.message}. Start PostgreSQL there, or correct ${setting}.`, { cause: error })
  const code = 'code' in error ? String(error.code) : ''
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No PostgreSQL answers at ${place}. Start it, or correct ${setting}.`,
    ENOENT: `No PostgreSQL answers at ${place}. Start it, or correct ${setting}.`,
    EHOSTUNREACH: `No PostgreSQL answers at ${place}. Start it, or correct ${setting}.`,
    ENOTFOUND: `The machine ${host} of ${setting} is not known. Correct the name, or the network's name server.`,
    EAI_AGAIN: `The machine ${host} of ${setting} is not known. Correct the name, or the network's name server.`,
    '28P01': `PostgreSQL at ${place} refuses the password of ${user}. Correct it in ${setting}.`,
    '28000': `PostgreSQL at ${place} does not let ${user} in. Allow it in pg_hba.conf, or correct ${setting}.`,
    '3D000': `PostgreSQL at ${place} has no database ${database}. Create it (createdb ${database}), or correct ${setting}.`,
    '53300': `PostgreSQL at ${place} has no connection left. Raise its max_connections, or lower DATABASE_POOL.`,
    '57P03': `PostgreSQL at ${place} is starting or stopping. Try again in a moment.`,
  }
  const sentence =
    sentences[code] ??
    (/timeout expired/.test(error.message)
      ? `PostgreSQL at ${place} did not answer within 15 seconds. See whether it runs and a firewall lets this machine through.`
      : /does not support SSL|certificate|self[- ]signed|CERT|altname/i.test(`${code} ${error.message}`)
        ? `The encrypted line to PostgreSQL at ${place} could not be set up (${error.message}). Give that server a certificate that this machine trusts, or change sslmode in ${setting}.`
        : undefined)
  return sentence === undefined ? undefined : new CannotStart(sentence, { cause: error })
}

/** Refuses, before anything is changed, a database on which the promises of the migrations would not hold. */
export async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{
    version: number
    name: string
    superuser: boolean
    encoding: string
    citus: boolean
    replica: boolean
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
       current_setting('is_superuser') = 'on' as superuser, current_setting('server_encoding') as encoding,
       exists (select from pg_extension where extname = 'citus') as citus, pg_is_in_recovery() as replica`,
  )
  if (!found) throw new Error('PostgreSQL told nothing of itself')
  const why = [
    found.version < 150_000 && `it is PostgreSQL ${found.name}, and Ajose needs 15 or later.`,
    found.replica && 'it is a replica, which can only be read. Name the primary in DATABASE_URL.',
    !found.superuser &&
      `the role of DATABASE_URL is no superuser, and the migrations make roles and take a function from everybody. Use a role that is one.`,
    found.encoding !== 'UTF8' &&
      `its encoding is ${found.encoding}, which can't hold every name. Create one with the encoding UTF8.`,
    found.citus &&
      'Citus is installed in it, which drops RESTRICTIVE from the policies of its shards: a member would see the rows of others. Use PostgreSQL without it.',
  ].find((each) => typeof each === 'string')
  if (why !== undefined) throw new CannotStart(`This database can't be used: ${why}`)
}
