import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { archiveFolderIn, waitingFolder } from '#platform/backup/archive-folder.ts'
import { backupSettings } from '#platform/backup/backup-settings.ts'
import { deleteOldBackups } from '#platform/backup/delete-old-backups.ts'
import { LogShipper } from '#platform/backup/log-shipper.ts'
import { openStore } from '#platform/backup/open-store.ts'
import { UnusableBackup } from '#platform/backup/sealed-store.ts'
import { takeBackup } from '#platform/backup/take-backup.ts'
import { readConfig } from '#platform/config.ts'
import { archiveInto } from '#platform/db/archiving.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareHome } from '#platform/db/embedded-home.ts'
import { acquireServerLock } from '#platform/db/server-lock.ts'
import { refuseWithoutDatabase, runCommand } from './operator-command.ts'

const usage = `Makes a backup now, whether the server runs or not: npm run backup
BACKUP_URL and BACKUP_KEY say where and under which key (docs/backup.md).`

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/**
 * `npm run backup`: makes a backup of the database in DATA_DIR now, beside those that a server makes by itself. The server may
 * run or not. Ends with 1 where there is no backup afterwards.
 */
export async function backUpNow(variables: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  const config = readConfig(variables)
  if (config.DATABASE_URL !== undefined)
    throw new UnusableBackup('The database in DATABASE_URL is backed up with pgBackRest; docs/backup.md says how.')
  const settings = await backupSettings(config)
  if (!settings) throw new UnusableBackup('Set BACKUP_URL and BACKUP_KEY; docs/backup.md says how.')
  const dataDir = resolve(config.DATA_DIR)
  refuseWithoutDatabase(dataDir)
  const lock = await acquireServerLock(dataDir)
  const database = await startEmbedded(dataDir)
  try {
    const home = await prepareHome(dataDir)
    const store = openStore(settings)
    if (lock.held) await archiveInto(database.adminUrl, await archiveFolderIn(home))
    const shipper = new LogShipper(store, waitingFolder(home), database.adminUrl, { ships: lock.held })
    const { id, archive, endedAt } = await takeBackup(store, {
      adminUrl: database.adminUrl,
      dataDir,
      program: version,
      shipper,
    })
    await deleteOldBackups(store, settings.keepDays, endedAt)
    say(
      `Backup ${id} was made and read back: ${archive.bytes} bytes in ${archive.parts} files, up to ${endedAt.toISOString()}.`,
    )
  } finally {
    // A server that runs on this folder goes on; what was started for this ends with it.
    if (!database.adopted) await database.stop()
    if (lock.held) await lock.release()
  }
}

if (import.meta.main)
  await runCommand(usage, {}, async () => {
    await backUpNow(process.env, (line) => console.log(line))
    return true
  })
