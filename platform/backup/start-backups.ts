import type { Logger } from 'pino'
import { CannotStart } from '#platform/cannot-start.ts'
import { type Config, isTrial } from '#platform/config.ts'
import { archiveInto, archiveState } from '#platform/db/archiving.ts'
import type { Database } from '#platform/db/database.ts'
import { prepareHome } from '#platform/db/embedded-home.ts'
import { warnOfBackups } from '#platform/jobs/warn-of-backups.ts'
import { archiveFolderIn, waitingFolder } from './archive-folder.ts'
import { BackupKeeper } from './backup-keeper.ts'
import { backupSettings, isOnDiskOf } from './backup-settings.ts'
import { backupProblems, backupSentences, type BackupState, type BackupWatch, noBackups } from './backup-state.ts'
import { LogShipper } from './log-shipper.ts'
import { type BackupTarget, folderTarget } from './backup-target.ts'
import { openStore, openTarget } from './open-store.ts'

type Parts = { adminUrl: string; dataDir: string; program: string; log: Logger; database: Database }
/** `target`: where backups are stored, or the data folder where none are made here. */
type Backups = { watch: BackupWatch; target: BackupTarget; stop(): Promise<void> }

/** Looks after the backups of the embedded database, and watches over those of a database of one's own. */
export async function startBackups(config: Config, parts: Parts): Promise<Backups> {
  const settings = await backupSettings(config)
  const target = settings ? openTarget(settings) : folderTarget(parts.dataDir, 'DATA_DIR')
  if (config.DATABASE_URL !== undefined) {
    if (settings)
      throw new CannotStart(
        "The environment variable BACKUP_URL can't be used: the database in DATABASE_URL has its own backups (docs/backup.md)",
      )
    return { watch: remembered(() => ownBackups(parts.adminUrl)), target, stop: () => Promise.resolve() }
  }
  if (!settings) {
    await archiveInto(parts.adminUrl, undefined)
    const state = noBackups(isTrial(config) ? [] : [backupSentences.off])
    return { watch: () => Promise.resolve(state), target, stop: () => Promise.resolve() }
  }
  const home = await prepareHome(parts.dataDir)
  const isOnOneDisk = await isOnDiskOf(settings.place, parts.dataDir)
  if (isOnOneDisk && config.AJOSE_ENV === 'production')
    throw new CannotStart(`The environment variable BACKUP_URL can't be used: ${backupSentences.oneDisk}`)
  const store = openStore(settings)
  const keeper = new BackupKeeper({
    ...parts,
    store,
    shipper: new LogShipper(store, waitingFolder(home), parts.adminUrl, { ships: true }),
    archiveFolder: await archiveFolderIn(home),
    keepDays: settings.keepDays,
    warnings: isOnOneDisk && !isTrial(config) ? [backupSentences.oneDisk] : [],
    alarm: (problems) => warnOfBackups(parts.database, problems),
  })
  await keeper.start()
  return { watch: remembered(() => keeper.state()), target, stop: () => keeper.stop() }
}

/** Asked again after some seconds only: anyone may ask whether the server is ready. */
function remembered(watch: BackupWatch, milliseconds = 5_000): BackupWatch {
  let last: { at: number; state: Promise<BackupState> } | undefined
  return () => {
    if (!last || Date.now() - last.at > milliseconds) last = { at: Date.now(), state: watch() }
    return last.state
  }
}

/** Only the archiver is seen of backups that another tool makes. */
async function ownBackups(adminUrl: string): Promise<BackupState> {
  const { now, archives, lastArchivedAt, lastFailedAt } = await archiveState(adminUrl)
  if (!archives) return { ...noBackups([backupSentences.ownOff]), kind: 'own' }
  const problems = backupProblems(now, {
    since: now,
    lastBackupAt: now,
    lastLogAt: now,
    oldestWaiting: null,
    lastArchivedAt,
    lastFailedAt,
    lastBackupFailed: false,
  })
  return { kind: 'own', lastBackupAt: null, lastLogAt: lastArchivedAt, logFilesWaiting: 0, problems }
}
