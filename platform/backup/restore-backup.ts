import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdDecompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { archiveInto, forgetRecovery } from '#platform/db/archiving.ts'
import { type EmbeddedDatabase, startEmbedded } from '#platform/db/embedded.ts'
import { type Home, prepareHome } from '#platform/db/embedded-home.ts'
import { type BackupIndex, names, readIndexes, systemOf } from './backup-index.ts'
import { archiveFolderIn } from './archive-folder.ts'
import { unlessAbsent } from './backup-target.ts'
import { type SealedStore, UnusableBackup } from './sealed-store.ts'
import { startTar } from './start-tar.ts'
import {
  historyFile,
  leadsThrough,
  newestTimeline,
  segmentBytes,
  segmentOf,
  segmentsWithoutGap,
  type Timelines,
  timelinesOf,
} from './wal-files.ts'

/** A day of the log of a busy server is read in minutes; one that ends by itself is noticed at once. */
const recoveryMilliseconds = 24 * 60 * 60_000

const decompress = promisify(zstdDecompress)

export type Restored = {
  backup: BackupIndex
  /** Runs on the folder. The caller stops it. */
  database: EmbeddedDatabase
}

/**
 * Brings the database of a backup back into an empty folder, as it was at `to` or as late as the log goes. The folder is a
 * DATA_DIR afterwards. Throws UnusableBackup with a sentence where that can't be, and then leaves the folder as far as it came.
 */
export async function restoreBackup(
  store: SealedStore,
  into: string,
  to: Date | undefined,
  say: (line: string) => void,
): Promise<Restored> {
  await refuseFilled(into)
  if (to && to > new Date()) throw new UnusableBackup(`${to.toISOString()} is in the future. Choose an earlier time.`)
  const { backup, log, missing } = await planOf(store, to)
  say(`Backup of ${backup.endedAt.toISOString()}, ${backup.archive.bytes} bytes, with ${log.length} files of the log.`)
  const home = await prepareHome(into)
  const data = join(home.folder, 'data')
  await makeFolder(home, data)
  await unpack(store, backup, home, data)
  await checkManifest(store, backup, data)
  for (const path of backup.files)
    await writeOwned(home, join(into, path), await store.get(names.file(backup.id, path)), path)
  say('Every file is as it was stored.')

  const logFolder = join(home.folder, 'restored-log')
  await makeFolder(home, logFolder)
  for (const file of log) await fetchLog(store, file, join(logFolder, file), home)
  await tellRecovery(home, data, logFolder, to)
  const database = await recover(into, home, to, missing)
  await archiveInto(database.adminUrl, await archiveFolderIn(home))
  await forgetRecovery(database.adminUrl)
  await rm(logFolder, { recursive: true, force: true })
  return { backup, database }
}

async function refuseFilled(folder: string): Promise<void> {
  const entries = await readdir(folder).catch(unlessAbsent<string[]>([]))
  if (entries.length > 0) throw new UnusableBackup(`${folder} is not empty. Name an empty folder.`)
}

/** Which backup and which files of the log lead to that time; `missing` is the file that the log breaks off at. */
async function planOf(
  store: SealedStore,
  to: Date | undefined,
): Promise<{ backup: BackupIndex; log: string[]; missing?: string }> {
  if ((await systemOf(store)) === undefined) throw new UnusableBackup('There is no backup in this place.')
  const files = new Set((await store.list(names.log(''))).map((name) => name.slice(names.log('').length)))
  const newest = newestTimeline([...files])
  const histories = [...files].filter((file) => file.endsWith('.history'))
  const history = files.has(historyFile(newest)) ? (await readLog(store, historyFile(newest))).toString('utf8') : ''
  const timelines = timelinesOf(newest, history)
  // A backup that was made of what an earlier restore left behind leads nowhere.
  const indexes = (await readIndexes(store)).filter(({ endLsn, endTimeline }) =>
    leadsThrough(timelines, { lsn: endLsn, timeline: endTimeline }),
  )
  const [first] = indexes
  if (!first) throw new UnusableBackup('No backup in this place is complete.')
  const backup = to ? indexes.findLast(({ endedAt }) => endedAt <= to) : indexes.at(-1)
  if (!backup)
    throw new UnusableBackup(`The first backup is of ${first.endedAt.toISOString()}. Choose that time or a later one.`)
  const { found, missing } = segmentsWithoutGap(files, timelines, segmentOf(backup.startLsn))
  const end = segmentOf(backup.endLsn)
  const reachesEnd = found.length > end - segmentOf(backup.startLsn)
  if (missing && (!to || !reachesEnd)) throw new UnusableBackup(missingSentence(missing))
  return {
    backup,
    log: [...histories, ...untilNeeded(found, segmentOf(backup.startLsn), indexes, to, timelines)],
    ...(missing && { missing }),
  }
}

/** The log up to the second backup after that time, by when something was committed for sure. */
function untilNeeded(
  found: string[],
  first: number,
  indexes: BackupIndex[],
  to: Date | undefined,
  timelines: Timelines,
): string[] {
  const [, second] = to && timelines.length === 1 ? indexes.filter(({ startedAt }) => startedAt > to) : []
  if (!second) return found
  return found.slice(0, segmentOf(second.endLsn) - first + 1)
}

const missingSentence = (file: string) => `The file ${names.log(file)} of the backup is missing.`

async function readLog(store: SealedStore, file: string): Promise<Buffer> {
  return decompress(await store.get(names.log(file)))
}

/** The end of a segment is mostly empty, and an empty end takes no room on the disk. */
async function fetchLog(store: SealedStore, file: string, path: string, home: Home): Promise<void> {
  const content = await readLog(store, file)
  let length = content.length
  if (length === segmentBytes) while (length > 0 && content[length - 1] === 0) length -= 1
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.write(content, 0, length)
    await handle.truncate(content.length)
  } finally {
    await handle.close()
  }
  own(home, path)
}

async function unpack(store: SealedStore, { id, archive }: BackupIndex, home: Home, data: string): Promise<void> {
  const hash = createHash('sha256')
  const tar = startTar(data, { cwd: home.folder, ...home.owner })
  let words = ''
  tar.stderr.on('data', (chunk) => (words += String(chunk)))
  const ended = once(tar, 'close')
  await pipeline(
    Readable.from(partsOf(store, id, 'archive', archive.parts)),
    createZstdDecompress(),
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    }),
    tar.stdin,
  )
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`tar could not unpack the backup into ${data}: ${words.trim()}`)
  if (hash.digest('hex') !== archive.sha256) throw new UnusableBackup(`The backup ${id} is not what was written.`)
}

async function* partsOf(
  store: SealedStore,
  id: string,
  stream: 'archive' | 'manifest',
  parts: number,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) yield await store.get(names.part(id, stream, part))
}

const manifestSchema = z.object({
  Files: z.array(
    z.object({ Path: z.string(), Size: z.number(), 'Checksum-Algorithm': z.string(), Checksum: z.string() }),
  ),
})

/** PostgreSQL's own list of the files with their hashes: each is there, and as PostgreSQL read it. */
async function checkManifest(store: SealedStore, { id, manifest }: BackupIndex, data: string): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of partsOf(store, id, 'manifest', manifest.parts)) parts.push(part)
  const { Files: files } = manifestSchema.parse(JSON.parse((await decompress(Buffer.concat(parts))).toString('utf8')))
  for (const { Path: path, Size: size, Checksum: checksum } of files) {
    const found = await stat(join(data, path)).catch(unlessAbsent(undefined))
    const content = found?.size === size ? await readFile(join(data, path)) : undefined
    if (!content || createHash('sha256').update(content).digest('hex') !== checksum)
      throw new UnusableBackup(`The file ${path} of the database is not what was backed up.`)
  }
}

/** What PostgreSQL reads once, at the start that brings the database to that time. */
async function tellRecovery(home: Home, data: string, logFolder: string, to: Date | undefined): Promise<void> {
  const inCommand = (path: string) => path.replaceAll('%', '%%')
  const settings: Record<string, string> = {
    restore_command:
      process.platform === 'win32' ? `copy "${inCommand(logFolder)}\\%f" "%p"` : `cp "${inCommand(logFolder)}/%f" "%p"`,
    recovery_target_timeline: 'latest',
    // Else PostgreSQL counts as started while it still reads the log.
    hot_standby: 'off',
    ...(to && {
      recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
    // From its first moment on: the timeline that it begins must not get lost.
    archive_command: '',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': await archiveFolderIn(home),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  await writeOwned(home, join(data, 'postgresql.auto.conf'), Buffer.from(lines.join('')))
  await writeOwned(home, join(data, 'recovery.signal'), Buffer.alloc(0))
}

async function recover(
  into: string,
  home: Home,
  to: Date | undefined,
  missing: string | undefined,
): Promise<EmbeddedDatabase> {
  try {
    return await startEmbedded(into, { recoveryMilliseconds })
  } catch (error) {
    const words = await logOf(home)
    if (!/recovery ended before configured recovery target was reached/.test(words)) throw error
    if (missing) throw new UnusableBackup(missingSentence(missing), { cause: error })
    const last = /last completed transaction was at log time ([\d-]+ [\d:.]+)/.exec(words)?.[1]
    throw new UnusableBackup(
      `The backup does not reach ${to?.toISOString()}.${last ? ` Its last change is of ${new Date(`${last.replace(' ', 'T')}Z`).toISOString()}.` : ''} Choose that time or an earlier one, or leave the time out.`,
      { cause: error },
    )
  }
}

async function logOf(home: Home): Promise<string> {
  const folder = join(home.folder, 'log')
  const files = await readdir(folder).catch(unlessAbsent<string[]>([]))
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
}

async function makeFolder(home: Home, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  own(home, path)
}

/** What lies beside the database belongs to the server. */
async function writeOwned(home: Home, path: string, content: Buffer, relative = 'postgres/'): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flush: true })
  if (relative.startsWith('postgres/')) own(home, path)
}

function own({ owner }: Home, path: string): void {
  if (owner) chownSync(path, owner.uid, owner.gid)
}
