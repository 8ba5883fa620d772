import type { BackupKind } from '#features/platform-admin/overview/rules/backup-kind.ts'

/** How backups are, for the health page and the operator. */
export type BackupState = {
  kind: BackupKind
  lastBackupAt: Date | null
  /** When the log was last stored. */
  lastLogAt: Date | null
  /** Files of the log that wait to be stored. */
  logFilesWaiting: number
  /** What is wrong, in sentences that don't change while it lasts. */
  problems: string[]
}

export type BackupWatch = () => Promise<BackupState>

export function noBackups(problems: string[]): BackupState {
  return { kind: 'off', lastBackupAt: null, lastLogAt: null, logFilesWaiting: 0, problems }
}

/** Hours after which a backup that should be made each day is late. */
const backupHoursMax = 26
/** An archived log that is older than this leaves more to be lost than a minute's work. */
const logMinutesMax = 3

export const backupSentences = {
  off: 'No backup is made of this database. Set BACKUP_URL and BACKUP_KEY (docs/backup.md).',
  ownOff:
    'The database in DATABASE_URL archives no log, so nothing leads from its last backup to now. Set it up (docs/backup.md).',
  oneDisk:
    'The folder of the backups is on the same disk as the database, so one broken disk takes both. Mount the disk that it is to be on, or name a folder on another disk or machine, or s3://bucket/prefix.',
  late: `No good backup was made in the last ${backupHoursMax} hours. The server's log says why.`,
  log: `Changes of the last ${logMinutesMax} minutes or more are not in the backup. The server's log says why.`,
  archiver: 'The database can’t archive its log. Its own log says why.',
} as const

/** `since` is when the server began to look. */
export function backupProblems(
  now: Date,
  seen: {
    since: Date
    lastBackupAt: Date | null
    lastLogAt: Date | null
    oldestWaiting: Date | null
    lastArchivedAt: Date | null
    lastFailedAt: Date | null
    lastBackupFailed: boolean
  },
): string[] {
  const isOlder = (time: Date, minutes: number) => now.getTime() - time.getTime() > minutes * 60_000
  const latest = (one: Date | null, other: Date) => (one && one > other ? one : other)
  const isLate = seen.lastBackupAt
    ? isOlder(seen.lastBackupAt, backupHoursMax * 60)
    : seen.lastBackupFailed || isOlder(seen.since, backupHoursMax * 60)
  const logIsLate =
    (seen.oldestWaiting && isOlder(seen.oldestWaiting, logMinutesMax)) ||
    isOlder(latest(seen.lastLogAt, seen.since), logMinutesMax)
  const archiverFails = seen.lastFailedAt && (!seen.lastArchivedAt || seen.lastFailedAt > seen.lastArchivedAt)
  return [
    ...(isLate ? [backupSentences.late] : []),
    ...(archiverFails ? [backupSentences.archiver] : logIsLate ? [backupSentences.log] : []),
  ]
}
