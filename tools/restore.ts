import { resolve } from 'node:path'
import pg from 'pg'
import { backupSettings } from '#platform/backup/backup-settings.ts'
import { openStore } from '#platform/backup/open-store.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { UnusableBackup } from '#platform/backup/sealed-store.ts'
import { readConfig } from '#platform/config.ts'
import { readServerSecrets } from '#platform/credentials/server-secret.ts'
import { openDatabase } from '#platform/db/database.ts'
import { migrate, roleUrl } from '#platform/db/migrate.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { computeUnpaidMonths } from '#platform/jobs/compute-unpaid-months.ts'
import { sealAuditEvents } from '#platform/jobs/seal-audit-events.ts'
import { sumCooperatives } from '#platform/jobs/sum-cooperatives.ts'
import { endAccess } from './end-access.ts'
import { runCommand } from './operator-command.ts'
import { verifyBooks } from './verify-books.ts'

/** What the books come to at one moment: two databases with the same are the same books. */
export type BooksAt = {
  members: number
  entries: number
  lastEntryAt: Date | null
  heads: { coopId: string; entryNo: number; hash: string }[]
}

export async function booksAt(adminUrl: string): Promise<BooksAt> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'ajose restore' })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const counts = await client.query<Omit<BooksAt, 'heads'>>(
      'select (select count(*)::int from app.member) as members, (select count(*)::int from ledger.entry) as entries, (select max(created_at) from ledger.entry) as "lastEntryAt"',
    )
    const heads = await client.query<BooksAt['heads'][number]>(
      `select c.coop_id as "coopId", h.last_no::int as "entryNo", encode(h.hash, 'hex') as hash from ledger.head h join app.cooperative c using (cooperative_id) order by c.coop_id`,
    )
    return { ...(counts.rows[0] as Omit<BooksAt, 'heads'>), heads: heads.rows }
  } finally {
    await client.end()
  }
}

/**
 * Restores a backup into an empty folder, proves its books and says what came back. Resolves with false where the books do not
 * hold; throws UnusableBackup where nothing could be restored. The folder is a DATA_DIR afterwards; no process of it is left.
 */
export async function restoreAndProve(
  { from, into, to, variables }: { from: string; into: string; to: Date | undefined; variables: NodeJS.ProcessEnv },
  say: (line: string) => void,
): Promise<{ books: BooksAt; holds: boolean }> {
  const config = readConfig({ ...variables, BACKUP_URL: from })
  const settings = await backupSettings(config)
  if (!settings) throw new UnusableBackup('Name the place of the backup in --from or in BACKUP_URL.')
  const folder = resolve(into)
  const { backup, database } = await restoreBackup(openStore(settings), folder, to, say)
  try {
    if (config.APP_SECRET === undefined && !backup.files.includes('secret'))
      throw new UnusableBackup('Set APP_SECRET as the server has it, which the backup does not hold.')
    const books = await booksAt(database.adminUrl)
    await settle(database.adminUrl, await readServerSecrets(folder, config))
    await endAccess(database.adminUrl, to !== undefined, say)
    const proved = await verifyBooks(database.adminUrl, say)
    const failures = await runChecks(database.adminUrl)
    for (const { check, rows } of failures) say(`  WRONG  ${check}: ${JSON.stringify(rows[0])}`)
    say(
      `Cooperatives: ${books.heads.length}. Members: ${books.members}. Entries: ${books.entries}${books.lastEntryAt ? `, the last one of ${books.lastEntryAt.toISOString()}` : ''}.`,
    )
    for (const { coopId, entryNo, hash } of books.heads) say(`  ${coopId}  entry ${entryNo}  ${hash}`)
    return { books, holds: proved && failures.length === 0 }
  } finally {
    await database.stop()
  }
}

/** What the server does by itself soon after each change, and would do first after its start. */
async function settle(adminUrl: string, secrets: readonly Buffer[]): Promise<void> {
  const secret = await migrate(adminUrl, secrets)
  const database = openDatabase((role) => roleUrl(adminUrl, role, secret), 4)
  try {
    await computeUnpaidMonths(database)
    await sumCooperatives(database)
    await sealAuditEvents(database)
  } finally {
    await database.close()
  }
}

/** A time with its zone; one without could mean two. */
function timeFrom(text: string): Date {
  const time = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(time.getTime()))
    throw new UnusableBackup(`${text} is no time with a zone. Write it like 2026-11-23T07:30+01:00.`)
  return time
}

const usage = `Restores a backup into a new folder and proves its books, with BACKUP_KEY in the environment:
  npm run restore -- --into FOLDER [--from PLACE] [--to 2026-11-23T07:30+01:00]
PLACE is that of BACKUP_URL, and the time the latest, where they are not given (docs/backup.md).`

async function main(values: { from?: string; into?: string; to?: string }): Promise<boolean> {
  const from = values.from ?? process.env.BACKUP_URL
  if (values.into === undefined || !from) throw new UnusableBackup(usage)
  const to = values.to === undefined ? undefined : timeFrom(values.to)
  const say = (line: string) => console.log(line)
  const { holds } = await restoreAndProve({ from, into: values.into, to, variables: process.env }, say)
  say(
    holds
      ? `Restored. Start it with DATA_DIR=${values.into} npm start.`
      : `Restored into ${values.into}, but its books do not hold.`,
  )
  return holds
}

if (import.meta.main) await runCommand(usage, { options: ['from', 'into', 'to'] }, ({ options }) => main(options))
