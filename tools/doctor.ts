import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import type { BackupKind } from '#features/platform-admin/overview/rules/backup-kind.ts'
import { systemOf } from '#platform/backup/backup-index.ts'
import { backupSettings, isOnDiskOf } from '#platform/backup/backup-settings.ts'
import { backupSentences } from '#platform/backup/backup-state.ts'
import { openStore } from '#platform/backup/open-store.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { type Config, isTrial, readConfig } from '#platform/config.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { connectAsAdministrator, refuseUnsuitable } from '#platform/db/administrator.ts'
import { readDataKey } from '#platform/db/data-key.ts'
import { damageIn } from '#platform/db/damage.ts'
import { loginRoles } from '#platform/db/database.ts'
import { migrationsLacking, roleUrl } from '#platform/db/migrate.ts'
import { DatabaseClient } from '#platform/db/primary.ts'
import { positionOf, TooFarBehind, untilReplayed } from '#platform/db/read-replica.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { smtpPort } from '#platform/messages/smtp.ts'
import { openPayments } from '#platform/payments/open-payments.ts'
import { runCommand, withAnyDatabase } from './operator-command.ts'

/** `wrong` must be changed, `look` may be meant so. */
export type Finding = { verdict: 'fine' | 'look' | 'wrong'; sentence: string }

const fine = (sentence: string): Finding => ({ verdict: 'fine', sentence })
const look = (sentence: string): Finding => ({ verdict: 'look', sentence })
const wrong = (sentence: string): Finding => ({ verdict: 'wrong', sentence })

/** Seconds that the clocks of the server and the database may differ: a code of an authenticator app lives for thirty. */
const clockSecondsMax = 2

/** Looks at an installation from the server's own machine, and leaves everything as it was. */
export async function diagnose(config: Config, adminUrl: string): Promise<Finding[]> {
  const dataDir = resolve(config.DATA_DIR)
  return [
    ...settings(config),
    ...(await mail(config)),
    ...(await payments(config)),
    await disk(dataDir),
    ...(await backupPlace(config)),
    ...(await database(config, adminUrl)),
    ...(await front(config, dataDir)),
  ]
}

/** Whether backups can be written where they are to go, and outlive the disk of the database. */
async function backupPlace(config: Config): Promise<Finding[]> {
  const settings = await backupSettings(config)
  if (settings === undefined) return []
  const { place } = settings
  const store = openStore(settings)
  const probe = `doctor-${randomUUID()}`
  try {
    await systemOf(store)
    // The server makes a folder that is not there, as its own user; one that another made would be shut to it.
    if (!('folder' in place) || existsSync(place.folder)) {
      await store.put(probe, Buffer.from('a try'))
      await store.delete(probe)
    }
  } catch (error) {
    return [wrong(error instanceof Error ? error.message : String(error))]
  }
  if (await isOnDiskOf(place, resolve(config.DATA_DIR)))
    return [(isTrial(config) ? look : wrong)(backupSentences.oneDisk)]
  return 'folder' in place && !existsSync(place.folder)
    ? [look(`The folder ${place.folder} of the backups is not there yet; the server makes it.`)]
    : [fine('Backups can be written where BACKUP_URL says.')]
}

function settings(config: Config): Finding[] {
  const { AJOSE_ENV: env, APP_SECRET_OLD: old, TRUSTED_PROXIES: proxies, METRICS_PORT: metrics } = config
  return [
    isTrial(config)
      ? look('This is a trial: set AJOSE_ENV=production before real money is entered.')
      : env === 'production'
        ? fine('AJOSE_ENV is production, and no setting that it needs is missing.')
        : wrong('Others can reach this server, and AJOSE_ENV is not production.'),
    ...(old === undefined
      ? []
      : [look('APP_SECRET_OLD is set: remove it once every server was started with the new APP_SECRET.')]),
    ...(proxies?.some((each) => each.endsWith('/0')) === true
      ? [wrong('TRUSTED_PROXIES believes every address, so anybody can pretend to come from anywhere.')]
      : []),
    ...(env === 'production' && metrics === undefined
      ? [look('METRICS_PORT is not set, so no monitoring sees this server.')]
      : []),
    ...(config.SMS_PROVIDER?.length === 0
      ? [look('SMS_PROVIDER is none: SMS go to the file outbox.jsonl, and no phone rings.')]
      : []),
  ]
}

async function mail({ SMTP_URL: url, MESSAGES_FROM: from }: Config): Promise<Finding[]> {
  if (url === undefined || from === undefined)
    return [look('SMTP_URL is not set: email goes to the file outbox.jsonl, and no mailbox gets it.')]
  const port = smtpPort({ url, from })
  try {
    const problem = await port.whyNot()
    return [problem === undefined ? fine('The mail server takes email from here.') : wrong(`${problem}.`)]
  } finally {
    port.close()
  }
}

/** No payment has this reference, so the answer is about the keys alone. */
async function payments(config: Config) {
  const { PAYMENT_PROVIDER: name } = config
  if (name === undefined || name === 'none' || name === 'sandbox') return []
  const { provider } = openPayments(config, () => '')
  const said = await provider?.verify('ajose-doctor')
  if (said === undefined) return []
  const called = { paystack: 'Paystack', monnify: 'Monnify', flutterwave: 'Flutterwave' }[name]
  return ['retryBecause' in said ? wrong(`${said.retryBecause}.`) : fine(`${called} answers, and takes the key.`)]
}

async function disk(dataDir: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const percent = Math.floor((bavail * 100) / blocks)
  const room = `${percent} % of the disk of ${dataDir} is free (${(Number(bavail * bsize) / 2 ** 30).toFixed(1)} GB).`
  return percent < 5 ? wrong(`${room} Make room now.`) : percent < 15 ? look(`${room} Make room soon.`) : fine(room)
}

async function database(config: Config, adminUrl: string): Promise<Finding[]> {
  const client = await connectAsAdministrator(adminUrl, 'ajose doctor')
  try {
    await refuseUnsuitable(client)
    const key = await readDataKey(client, await readServerSecrets(resolve(config.DATA_DIR), config))
    const lacking = await migrationsLacking(client)
    return [
      fine('The database answers, and the secret opens it.'),
      lacking.length === 0
        ? fine('Every migration of this program is applied.')
        : look(
            `The next start applies ${lacking.length} ${lacking.length === 1 ? 'migration' : 'migrations'}: ${lacking.join(', ')}.`,
          ),
      ...(key ? [await logins(adminUrl, key)] : []),
      await clock(client),
      ...(await durability(client)),
      ...(await promises(adminUrl)),
      await connections(client, config),
      ...(await replica(config, client)),
    ]
  } finally {
    await client.end()
  }
}

/** Whether PostgreSQL lets the server's roles in with the passwords of this installation. */
async function logins(adminUrl: string, key: Buffer): Promise<Finding> {
  const refused: string[] = []
  for (const role of loginRoles) {
    const client = new DatabaseClient({ connectionString: roleUrl(adminUrl, role, key) })
    await client.connect().catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error
      refused.push(`${role} (${error.message})`)
    })
    await client.end()
  }
  return refused.length === 0
    ? fine('PostgreSQL lets the roles of the server in.')
    : wrong(
        `PostgreSQL does not let in ${refused.join(', ')}. Start the server again, which sets the passwords of its roles; if another installation uses this PostgreSQL, give each one its own.`,
      )
}

async function clock(client: pg.Client): Promise<Finding> {
  const asked = Date.now()
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
  const between = (asked + Date.now()) / 2
  const seconds = Math.abs((rows[0]?.at.getTime() ?? 0) - between) / 1000
  return seconds <= clockSecondsMax
    ? fine('The clocks of this machine and of the database agree.')
    : wrong(
        `The clocks of this machine and of the database differ by ${Math.round(seconds)} seconds. Set both by NTP (timedatectl set-ntp true).`,
      )
}

/** What PostgreSQL must be set to, or a power cut loses money that was acknowledged. */
async function durability(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'data_checksums')",
  )
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting
  const unsafe = ['fsync', 'full_page_writes'].filter((name) => setting(name) !== 'on')
  return [
    unsafe.length === 0
      ? fine('PostgreSQL waits for the disk before it says that something is kept.')
      : wrong(`PostgreSQL has ${unsafe.join(' and ')} off: a power cut can lose or damage the books. Set it on.`),
    ...(setting('data_checksums') === 'on'
      ? []
      : [look('PostgreSQL has no data checksums, so a damaged disk is noticed late (pg_checksums --enable).')]),
  ]
}

async function promises(adminUrl: string): Promise<Finding[]> {
  const failures = await runChecks(adminUrl)
  return failures.length === 0
    ? [
        fine(
          'Every promise of the database holds: walls between cooperatives, rights of the roles, books (database/checks).',
        ),
      ]
    : failures.map(({ check, rows }) =>
        wrong(`The check ${check} of database/checks finds ${rows.length} rows, the first: ${JSON.stringify(rows[0])}`),
      )
}

async function connections(client: pg.Client, { DATABASE_POOL: pool }: Config): Promise<Finding> {
  const { rows } = await client.query<{ max: number }>("select current_setting('max_connections')::int as max")
  const max = rows[0]?.max ?? 0
  // Besides the cooperatives' work: logins, the super administrator, jobs, live events, and the start's own.
  const needed = pool + 13
  return needed <= max
    ? fine(`PostgreSQL has ${max} connections; this server uses up to ${needed}.`)
    : wrong(
        `PostgreSQL has ${max} connections and this server uses up to ${needed}. Raise max_connections, or lower DATABASE_POOL.`,
      )
}

/** Whether the replica could answer what is read: it must follow this very database, and closely. */
async function replica({ DATABASE_READ_URL: url }: Config, primary: pg.Client): Promise<Finding[]> {
  if (url === undefined) return []
  let client: pg.Client | undefined
  try {
    client = await connectAsAdministrator(url, 'ajose doctor', 'DATABASE_READ_URL')
    const [here, there] = [await whichCluster(primary), await whichCluster(client)]
    if (!there.follows)
      return [wrong('The database of DATABASE_READ_URL is no replica, so it answers nothing. Name one, or remove it.')]
    if (here.id !== there.id)
      return [
        wrong('DATABASE_READ_URL names the replica of another database. Name one of this database, or remove it.'),
      ]
    await untilReplayed(client, await positionOf(primary))
    return [fine('The replica of DATABASE_READ_URL has everything that is stored.')]
  } catch (error) {
    if (error instanceof CannotStart) return [wrong(error.message)]
    if (!(error instanceof TooFarBehind)) throw error
    return [look('The replica of DATABASE_READ_URL is more than half a second behind, so the primary answers for it.')]
  } finally {
    await client?.end()
  }
}

/** The number that a database keeps from its making on, which its replicas share. */
async function whichCluster(client: pg.Client): Promise<{ id: string; follows: boolean }> {
  const { rows } = await client.query<{ id: string; follows: boolean }>(
    'select system_identifier::text as id, pg_is_in_recovery() as follows from pg_control_system()',
  )
  return rows[0] as { id: string; follows: boolean }
}

/** Whether the server runs, and whether people reach it by the address that was made known, and safely. */
async function front(config: Config, dataDir: string): Promise<Finding[]> {
  const url = await runningAt(dataDir)
  if (url === undefined) return [look('The server does not run on this data folder.')]
  const ready = await ask(`${url}/api/health/ready`)
  const own = ready?.ok
    ? [fine(`The server answers at ${url} and is ready.`), backups(((await ready.json()) as Readiness).data.backup)]
    : [wrong(`The server at ${url} is not ready. Its log says why.`)]
  return config.PUBLIC_URL === undefined ? own : [...own, ...(await publicFront(config.PUBLIC_URL.replace(/\/$/, '')))]
}

type Readiness = { data: { backup: { kind: BackupKind; isWell: boolean } } }

function backups({ kind, isWell }: Readiness['data']['backup']): Finding {
  if (!isWell) return wrong('The backups want attention: the health page says what is wrong (docs/backup.md).')
  if (kind === 'off') return look('No backup is made of this trial.')
  return fine(kind === 'here' ? 'The backups are well.' : 'The database of your own archives its log.')
}

async function runningAt(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'server.lock'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as { url?: string }).url
}

async function publicFront(url: string): Promise<Finding[]> {
  let reply: Response
  try {
    reply = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return [wrong(`${url} can't be reached from here (${cause}). See the name, the certificate and the proxy.`)]
  }
  const isOurs = reply.ok && (await reply.text()).includes('"uptimeSeconds"')
  if (!isOurs) return [wrong(`${url} answers, but not as this server. See where the proxy sends requests.`)]
  const findings = [
    fine(`${url} reaches this server${url.startsWith('https:') ? ', with a certificate that is trusted' : ''}.`),
  ]
  if (!url.startsWith('https:')) return [...findings, look('PUBLIC_URL is not https: passwords travel in the clear.')]
  if (reply.headers.get('strict-transport-security') === null)
    findings.push(wrong('The proxy drops the header Strict-Transport-Security. Let it pass.'))
  const plain = await ask(url.replace('https:', 'http:'))
  if (plain?.ok) findings.push(wrong('The same address answers without TLS. Let the proxy lead http to https.'))
  return findings
}

function ask(url: string): Promise<Response | undefined> {
  return fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'manual' }).catch(() => undefined)
}

const marks = { fine: 'ok   ', look: 'LOOK ', wrong: 'WRONG' }

/** Prints the findings; answers whether nothing is wrong. */
export function report(findings: readonly Finding[], say: (line: string) => void): boolean {
  for (const { verdict, sentence } of findings) say(`${marks[verdict]}  ${sentence}`)
  const count = findings.filter(({ verdict }) => verdict === 'wrong').length
  say(count === 0 ? 'Nothing is wrong.' : count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`)
  return count === 0
}

async function main(): Promise<boolean> {
  const say = (line: string) => console.log(line)
  try {
    const config = readConfig(process.env)
    return report(await withAnyDatabase((adminUrl) => diagnose(config, adminUrl)), say)
  } catch (error) {
    const cause = damageIn(error) ?? error
    if (!(cause instanceof CannotStart)) throw error
    return report([wrong(cause.message)], say)
  }
}

const usage = 'Looks at this installation and says what is well and what is wrong; changes nothing: npm run doctor'

if (import.meta.main) await runCommand(usage, {}, main)
