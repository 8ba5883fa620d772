import type { Logger } from 'pino'
import { CannotStart } from '#platform/cannot-start.ts'
import { archiveInto, archiveState } from '#platform/db/archiving.ts'
import { readIndexes } from './backup-index.ts'
import { backupProblems, type BackupState } from './backup-state.ts'
import { deleteOldBackups } from './delete-old-backups.ts'
import type { SealedStore } from './sealed-store.ts'
import { type BackupSource, takeBackup } from './take-backup.ts'

const day = 24 * 60 * 60_000

/** Milliseconds between two looks; with the seconds after which a segment is closed (archiving.ts) this is what can be lost. */
const lookMilliseconds = 5_000
/** How long a stop waits for the last part of the log. */
const stopMilliseconds = 5_000
/** After a backup that failed the next try waits this long. */
const tryAgainMilliseconds = 10 * 60_000

export type KeeperOptions = BackupSource & {
  store: SealedStore
  /** Where the database is to archive its log. */ archiveFolder: string
  keepDays: number
  log: Logger
  /** What is wrong with the place, whatever becomes of the backups. */ warnings: readonly string[]
  /** Hears of problems at each look. */ alarm(problems: readonly string[]): Promise<void>
}

const reasonOf = (error: unknown) => (error instanceof CannotStart ? error.message : undefined)

/** Makes a backup a day, stores the log as it is written, and deletes what is older than it has to be. */
export class BackupKeeper {
  readonly #options: KeeperOptions
  readonly #since = new Date()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isBackingUp = false
  #lastBackupAt: Date | null = null
  #indexesAreRead = false
  #failedAt: Date | null = null
  #lookFailed = false
  /** Why the last look or backup failed, where an operator can change that. */
  #because: string | undefined

  constructor(options: KeeperOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { adminUrl, archiveFolder } = this.#options
    await archiveInto(adminUrl, archiveFolder)
    this.#timer = setInterval(() => this.look(), lookMilliseconds)
    this.look()
  }

  /**
   * Stores what was committed until now, if the store answers in time; else it waits on this disk until the next start. A
   * backup that is under way is made again then.
   */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const { shipper, log } = this.#options
    const last = async () => {
      await this.#looking
      await shipper.shipAll(stopMilliseconds)
    }
    const limit = new Promise((resolve) => setTimeout(resolve, stopMilliseconds).unref())
    await Promise.race([
      limit,
      last().catch((error: unknown) => log.warn({ err: error }, 'the last part of the log is not in the backup yet')),
    ])
  }

  look(): void {
    this.#looking ??= this.#look()
      .then(
        () => (this.#lookFailed = false),
        (error: unknown) => {
          this.#lookFailed = true
          this.#because = reasonOf(error)
          this.#options.log.error({ err: error }, 'the log could not be stored in the backup')
        },
      )
      .then(() => this.#alarm())
      .finally(() => {
        this.#looking = undefined
      })
  }

  async state(): Promise<BackupState> {
    const { shipper, adminUrl } = this.#options
    const [{ files, oldest }, archive] = await Promise.all([shipper.waiting(), archiveState(adminUrl)])
    const failed = this.#failedAt !== null || this.#lookFailed
    const problems = backupProblems(new Date(), {
      since: this.#since,
      lastBackupAt: this.#lastBackupAt,
      lastLogAt: shipper.lastShippedAt,
      oldestWaiting: oldest,
      lastArchivedAt: archive.lastArchivedAt,
      lastFailedAt: archive.lastFailedAt,
      lastBackupFailed: failed,
    })
    const because = failed && problems.length > 0 ? this.#because : undefined
    return {
      kind: 'here',
      lastBackupAt: this.#lastBackupAt,
      lastLogAt: shipper.lastShippedAt,
      logFilesWaiting: files,
      problems: [...this.#options.warnings, ...(because === undefined ? problems : [because])],
    }
  }

  async #look(): Promise<void> {
    const { store, adminUrl, shipper } = this.#options
    await shipper.ship()
    if (!this.#indexesAreRead) {
      const { timeline } = await archiveState(adminUrl)
      // A restored database needs a backup of its own soon: those after its time are of what it left behind.
      const last = (await readIndexes(store)).findLast(({ endTimeline }) => endTimeline === timeline)
      this.#lastBackupAt = last?.endedAt ?? null
      this.#indexesAreRead = true
    }
    if (!this.#isBackingUp && this.#isDue()) void this.#takeBackup()
  }

  #isDue(): boolean {
    const now = Date.now()
    if (this.#failedAt && now - this.#failedAt.getTime() < tryAgainMilliseconds) return false
    return this.#lastBackupAt === null || now - this.#lastBackupAt.getTime() >= day
  }

  async #takeBackup(): Promise<void> {
    const { store, keepDays, log } = this.#options
    this.#isBackingUp = true
    try {
      const { id, endedAt, archive } = await takeBackup(store, this.#options)
      this.#lastBackupAt = endedAt
      this.#failedAt = null
      log.info({ backup: id, bytes: archive.bytes }, 'a backup was made')
      await deleteOldBackups(store, keepDays, endedAt)
    } catch (error) {
      this.#failedAt = new Date()
      this.#because = reasonOf(error)
      log.error({ err: error }, 'a backup could not be made')
    } finally {
      this.#isBackingUp = false
    }
  }

  async #alarm(): Promise<void> {
    try {
      const { problems } = await this.state()
      if (problems.length > 0) await this.#options.alarm(problems)
    } catch (error) {
      this.#options.log.warn({ err: error }, 'it could not be seen how backups are')
    }
  }
}
