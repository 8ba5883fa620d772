import type pg from 'pg'
import { DatabaseClient } from './primary.ts'

/** Seconds after which a segment of the log that is in use is closed, so that it can be stored elsewhere. */
export const archiveSeconds = 40

/** Any number that only we use: one backup at a time. */
const backupLock = 7_305_192

/**
 * Has the database put each finished segment of its log into `folder`, or nowhere. It is set inside the database and holds
 * over restarts, so that a tool that finds the database running under other variables changes nothing.
 */
export async function archiveInto(adminUrl: string, folder: string | undefined): Promise<void> {
  await onDatabase(adminUrl, async (client) => {
    const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
    const settings: Record<string, string | undefined> = folder
      ? {
          archive_command: "''",
          archive_library: "'basic_archive'",
          'basic_archive.archive_directory': quoted(folder),
          archive_timeout: quoted(`${archiveSeconds}s`),
        }
      : {
          archive_command: undefined,
          archive_library: undefined,
          'basic_archive.archive_directory': undefined,
          archive_timeout: undefined,
        }
    // Known from here on, also before the archiver has loaded it.
    await client.query("LOAD 'basic_archive'")
    for (const [name, value] of Object.entries(settings))
      await client.query(`ALTER SYSTEM ${value === undefined ? `RESET ${name}` : `SET ${name} = ${value}`}`)
    await client.query('SELECT pg_reload_conf()')
  })
}

/** What a recovery was told; it is over. */
export async function forgetRecovery(adminUrl: string): Promise<void> {
  await onDatabase(adminUrl, async (client) => {
    for (const name of [
      'restore_command',
      'recovery_target_time',
      'recovery_target_action',
      'recovery_target_timeline',
      'hot_standby',
    ])
      await client.query(`ALTER SYSTEM RESET ${name}`)
    await client.query('SELECT pg_reload_conf()')
  })
}

export type ArchiveState = {
  /** By the clock of the database. */ now: Date
  systemId: string
  timeline: number
  /** Whether the database archives its log at all. */ archives: boolean
  lastArchivedAt: Date | null
  lastFailedAt: Date | null
}

export async function archiveState(adminUrl: string): Promise<ArchiveState> {
  return onDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<ArchiveState>(`
      select clock_timestamp() as now, (select system_identifier::text from pg_control_system()) as "systemId",
        (select timeline_id from pg_control_checkpoint()) as timeline,
        current_setting('archive_mode') <> 'off' as archives, last_archived_time as "lastArchivedAt", last_failed_time as "lastFailedAt" from pg_stat_archiver`)
    return rows[0] as ArchiveState
  })
}

/** Closes the segment in use, so that everything that was committed reaches the archive. Resolves with its file. */
export async function closeSegment(adminUrl: string): Promise<string> {
  return onDatabase(adminUrl, async (client) => {
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal() - 1) AS file')
    return (rows[0] as { file: string }).file
  })
}

/** Undefined where another process makes a backup. A process that dies lets go. */
export async function lockBackups(adminUrl: string): Promise<{ release(): Promise<void> } | undefined> {
  const client = new DatabaseClient({ connectionString: adminUrl, application_name: 'ajose backup' })
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [backupLock])
  if (rows[0]?.locked) return { release: () => client.end() }
  await client.end()
  return undefined
}

async function onDatabase<Result>(adminUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: adminUrl, application_name: 'ajose backup' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
