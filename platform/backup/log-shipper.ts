import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { archiveState, closeSegment } from '#platform/db/archiving.ts'
import { claimTarget, names } from './backup-index.ts'
import { byName, unlessAbsent, writeDurably } from './backup-target.ts'
import { type SealedStore, UnusableBackup } from './sealed-store.ts'
import { segmentBytes, segmentIn } from './wal-files.ts'

const compress = promisify(zstdCompress)

/** Segments, timelines, and what a timeline left of its last segment; the archiver's own drafts begin with archtemp. */
const isLogFile = (name: string) =>
  /^[0-9A-F]{24}(?:\.partial|\.[0-9A-F]{8}\.backup)?$|^[0-9A-F]{8}\.history$/.test(name)

/**
 * Brings the log from the folder where the database archives it to the store. A segment is first compressed and sealed
 * beside it, so that what waits for a store that does not answer takes little room. One process ships at a time, the one that
 * has the lock of the data folder.
 */
export class LogShipper {
  readonly #store: SealedStore
  readonly #archive: string
  readonly #sealed: string
  readonly #adminUrl: string
  readonly #ships: boolean
  #isClaimed = false
  #lastShippedAt: Date | null = null
  #shipping: Promise<void> | undefined

  /** `folder` belongs to the database's user, who writes to `archive` in it. `ships`: no other process does. */
  constructor(store: SealedStore, folder: string, adminUrl: string, { ships }: { ships: boolean }) {
    this.#store = store
    this.#archive = join(folder, 'archive')
    this.#sealed = join(folder, 'sealed')
    this.#adminUrl = adminUrl
    this.#ships = ships
  }

  get lastShippedAt(): Date | null {
    return this.#lastShippedAt
  }

  /** Ships what is there. Two calls at once are one. */
  ship(): Promise<void> {
    return (this.#shipping ??= this.#shipFiles().finally(() => {
      this.#shipping = undefined
    }))
  }

  /** Ships what was committed until now, or waits until the one that ships has. */
  async shipAll(limitMilliseconds = 120_000): Promise<void> {
    const deadline = Date.now() + limitMilliseconds
    const file = await closeSegment(this.#adminUrl)
    while (!(await this.#isStored(file))) {
      if (Date.now() > deadline)
        throw new UnusableBackup(
          this.#ships
            ? `The database has not archived the file ${file} of its log. Its own log says why.`
            : `The server that runs has not stored the file ${file} of the database's log. Start it with the same BACKUP_URL.`,
        )
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (this.#ships) await this.ship()
    }
  }

  /** How many files wait, and since when the oldest does. */
  async waiting(): Promise<{ files: number; oldest: Date | null }> {
    const folders = await Promise.all([this.#archive, this.#sealed].map((folder) => logFilesIn(folder)))
    const times = await Promise.all(
      folders.flat().map(async (path) => (await stat(path).catch(unlessAbsent(undefined)))?.mtime),
    )
    const present = times.filter((time) => time !== undefined)
    const oldest = present.toSorted((one, other) => one.getTime() - other.getTime())[0]
    return { files: present.length, oldest: oldest ?? null }
  }

  async #shipFiles(): Promise<void> {
    await mkdir(this.#sealed, { recursive: true, mode: 0o700 })
    for (const path of await logFilesIn(this.#archive)) {
      const name = basename(path)
      const content = await readFile(path).catch(unlessAbsent(undefined))
      if (!content) continue
      if (segmentIn(name) !== undefined && content.length !== segmentBytes)
        throw new UnusableBackup(`The file ${name} of the archived log is ${content.length} bytes long.`)
      const draft = join(this.#sealed, `${name}.part`)
      await writeDurably(draft, this.#store.seal(names.log(name), await compress(content)))
      await rename(draft, join(this.#sealed, name))
      await rm(path, { force: true })
    }
    if (!this.#isClaimed) await claimTarget(this.#store, (await archiveState(this.#adminUrl)).systemId)
    this.#isClaimed = true
    for (const path of await logFilesIn(this.#sealed)) {
      const content = await readFile(path).catch(unlessAbsent(undefined))
      if (!content) continue
      await this.#store.putSealed(names.log(basename(path)), content)
      await rm(path, { force: true })
      this.#lastShippedAt = new Date()
    }
  }

  async #isStored(file: string): Promise<boolean> {
    return (await this.#store.list(names.log(file))).length > 0
  }
}

async function logFilesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch(unlessAbsent<string[]>([]))
  return found
    .filter(isLogFile)
    .toSorted(byName)
    .map((name) => join(folder, name))
}
