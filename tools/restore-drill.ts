import { randomBytes, randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { openStore } from '#platform/backup/open-store.ts'
import { readIndexes } from '#platform/backup/backup-index.ts'
import { backupSettings } from '#platform/backup/backup-settings.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { start } from '#app/server/start.ts'
import { backUpNow } from './backup.ts'
import { runCommand } from './operator-command.ts'
import { type BooksAt, booksAt, restoreAndProve } from './restore.ts'

export type Point = { at: Date; books: BooksAt }

export type Drill = {
  /** The environment of the server that was lost, with the place and the key of its backup. */
  variables: NodeJS.ProcessEnv & { BACKUP_URL: string; BACKUP_KEY: string }
  /** Moments between which money was recorded, oldest first. */
  points: Point[]
  /** What an officer of the lost server holds: their session, and a key that they made before the first moment. */
  held: Held
  /** A folder inside the drill's own. */
  folder(name: string): string
  close(): Promise<void>
}

export type Held = { accessToken: string; refreshToken: string; apiKey: string }

/**
 * Runs a server with the sample cooperative and a backup, records money, writes down what the books come to at `count`
 * moments, then ruins the database, and loses it altogether. A second backup is made half way. `prepare` may fill the data
 * folder before the first start.
 */
export async function loseDatabase(count: number, prepare = (_dataDir: string) => {}): Promise<Drill> {
  const home = await mkdtemp(join(tmpdir(), 'ajose-drill-'))
  // The database of a drill by root has a user of its own, who must be able to pass through.
  await chmod(home, 0o755)
  const folder = (name: string) => join(home, name)
  const dataDir = folder('data')
  const variables = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    SEED_DEMO: '1',
    BACKUP_URL: folder('backup'),
    BACKUP_KEY: randomBytes(24).toString('hex'),
  }
  const close = () => rm(home, { recursive: true, force: true, maxRetries: 10 })
  try {
    prepare(dataDir)
    const server = await start(readConfig(variables), () => {})
    try {
      const { adminUrl } = await startEmbedded(dataDir)
      await firstBackup(variables)
      const { record, held } = await depositor(server.url)
      const points: Point[] = []
      for (let point = 0; point < count; point += 1) {
        if (point === Math.ceil(count / 2)) await backUpNow(variables, () => {})
        for (let deposits = randomInt(1, 5); deposits > 0; deposits -= 1) await record()
        points.push(await pointOf(adminUrl))
      }
      await record()
      await ruin(adminUrl)
      return { variables, points, held, folder, close }
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  } catch (error) {
    await close()
    throw error
  }
}

export type Outcome = { at: Date; isSame: boolean; holds: boolean; entries: number; milliseconds: number }

/** Restores the backup to that moment and compares the books with what they were. */
export async function restorePoint({ variables, folder }: Drill, { at, books }: Point): Promise<Outcome> {
  const into = folder(`restored-${at.getTime()}`)
  const began = performance.now()
  try {
    const restored = await restoreAndProve({ from: variables.BACKUP_URL, into, to: at, variables }, () => {})
    return {
      at,
      isSame: isDeepStrictEqual(restored.books, books),
      holds: restored.holds,
      entries: restored.books.entries,
      milliseconds: Math.round(performance.now() - began),
    }
  } finally {
    await rm(into, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** The server makes it by itself, after its start. */
async function firstBackup(variables: NodeJS.ProcessEnv): Promise<void> {
  const settings = await backupSettings(readConfig(variables))
  const store = settings && openStore(settings)
  const deadline = Date.now() + 120_000
  while (store && (await readIndexes(store)).length === 0) {
    if (Date.now() > deadline) throw new Error('The server made no backup.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Records deposits of random amounts on members of the sample cooperative, as an officer who makes an API key first. */
async function depositor(url: string): Promise<{ record: () => Promise<void>; held: Held }> {
  const call = async (method: string, path: string, token?: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const reply = (await response.json()) as { success: boolean; message: string; data: never }
    if (!reply.success) throw new Error(`${method} ${path}: ${reply.message}`)
    return reply.data
  }
  const { accessToken, refreshToken } = (await call('POST', '/cooperatives/login', undefined, {
    identifier: 'AJO-DEM234',
    password: 'sample-treasurer',
  })) as { accessToken: string; refreshToken: string }
  const { key: apiKey } = (await call('POST', '/cooperatives/api-keys', accessToken, {
    name: 'Payroll',
    scopes: ['members.read'],
  })) as { key: string }
  const members = (await call('GET', '/cooperatives/members?limit=50&status=active', accessToken)) as {
    memberid: string
  }[]
  const record = async () => {
    await call('POST', '/financial/transactions', accessToken, {
      type: 'deposit',
      memberId: members[randomInt(members.length)]?.memberid,
      amount: randomInt(100, 50_000),
      anotherPayment: true,
    })
  }
  return { record, held: { accessToken, refreshToken, apiKey } }
}

/** The first whole millisecond after now, at which nothing else happens, and the books then. */
export async function pointOf(adminUrl: string): Promise<Point> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at, pg_sleep(0.005)::text`,
    )
    return { at: (rows[0] as { at: Date }).at, books: await booksAt(adminUrl) }
  } finally {
    await client.end()
  }
}

async function ruin(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('drop schema ledger cascade')
  // What comes after it reaches the backup as well: only the chosen time keeps it out.
  await client.query('select pg_switch_wal()')
  await client.end()
}

async function main(count: number): Promise<boolean> {
  console.log(`Recording money, with a backup, until ${count} moments are known …`)
  const drill = await loseDatabase(count)
  try {
    let isExact = true
    for (const point of drill.points.toSorted(() => randomInt(3) - 1)) {
      const { isSame, holds, entries, milliseconds } = await restorePoint(drill, point)
      if (!isSame || !holds) isExact = false
      console.log(
        `${point.at.toISOString()}  ${String(point.books.entries).padStart(6)} entries then  ${String(entries).padStart(6)} restored  ${isSame ? 'same books' : 'OTHER BOOKS'}  ${holds ? 'proof holds' : 'PROOF FAILS'}  ${milliseconds} ms`,
      )
    }
    console.log(isExact ? 'Every moment came back exactly.' : 'Not every moment came back.')
    return isExact
  } finally {
    await drill.close()
  }
}

const usage = `Ruins and loses a database of its own and restores moments of it: npm run restore-drill -- [20]
The number is how many moments to restore, one or more.`

if (import.meta.main)
  await runCommand(usage, { words: 1 }, ({ words: [count = '20'] }) => {
    if (!/^[1-9]\d{0,3}$/.test(count)) throw new CannotStart(usage)
    return main(Number(count))
  })
