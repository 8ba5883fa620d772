import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { CannotStart } from '#platform/cannot-start.ts'
import {
  type ExportManifest,
  exportFormat,
  exportManifest,
  exportVersion,
  loginsPath,
  manifestPath,
  rowsPath,
} from '#features/society/exports/server/export-manifest.ts'
import { exportedTables } from '#features/society/exports/server/exported-tables.ts'

/** An export can't be imported, and its sentence says why. */
export class UnusableExport extends CannotStart {
  override name = 'UnusableExport'
}

const gibibyte = 1024 ** 3
/** All files of an export together, unpacked; four times what the ZIP itself can be. */
const totalMax = 16 * gibibyte
const manifestMax = 64 * 1024 * 1024
/** A line, or an uploaded file. */
const wholeMax = 64 * 1024 * 1024
const directoryMax = 32 * 1024 * 1024
const pieceBytes = 256 * 1024
const [endLength, commentMax, directoryLength, localLength] = [22, 0xffff, 46, 30]

type Entry = { start: number; method: number; packed: number; bytes: number; crc: number }

const notAnExport = (file: string) =>
  new UnusableExport(`${file} is no export of Ajose: it can't be read as a ZIP, or was cut short.`)

const tooLarge = (path: string) =>
  new UnusableExport(`The file ${path} has more than 64 MiB in one piece, which no export has.`)

/**
 * The ZIP of an export, read piece by piece from the disk. Opening it reads the directory alone; `verify` reads every file
 * and compares it with the manifest, before anything of it is used.
 */
export class ExportFile {
  readonly #file: FileHandle
  readonly #entries: ReadonlyMap<string, Entry>
  readonly manifest: ExportManifest

  private constructor(file: FileHandle, entries: ReadonlyMap<string, Entry>, manifest: ExportManifest) {
    this.#file = file
    this.#entries = entries
    this.manifest = manifest
  }

  /** Throws UnusableExport for what is no export, or one of another format. */
  static async open(path: string): Promise<ExportFile> {
    const file = await open(path).catch((cause: unknown) => {
      throw new UnusableExport(`The file ${path} can't be read.`, { cause })
    })
    try {
      const entries = await readDirectory(file, path)
      const entry = entries.get(manifestPath)
      if (!entry || entry.bytes > manifestMax)
        throw new UnusableExport(`${path} is no export of Ajose: ${manifestPath} is missing.`)
      return new ExportFile(file, entries, parseManifest(await textOf(file, manifestPath, entry)))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /** Throws UnusableExport where a file is missing, was changed or is not in the manifest. */
  async verify(): Promise<void> {
    const listed = new Map(this.manifest.files.map((each) => [each.path, each]))
    const foreign = [...this.#entries.keys()].find((path) => path !== manifestPath && !listed.has(path))
    if (foreign !== undefined) throw new UnusableExport(`The file ${foreign} is not in the manifest of this export.`)
    const needed = [loginsPath, ...exportedTables.map(({ table }) => rowsPath(table)), ...listed.keys()]
    const missing = needed.find((path) => !this.#entries.has(path) || !listed.has(path))
    if (missing !== undefined) throw new UnusableExport(`The file ${missing} is missing from this export.`)
    for (const { path, bytes, sha256 } of listed.values()) {
      const hash = createHash('sha256')
      let read = 0
      for await (const chunk of this.read(path)) {
        hash.update(chunk)
        read += chunk.length
      }
      if (read !== bytes || hash.digest('hex') !== sha256)
        throw new UnusableExport(`The file ${path} was changed after this export was made.`)
    }
  }

  read(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path)
    if (!entry) throw new UnusableExport(`The file ${path} is missing from this export.`)
    return unpack(this.#file, path, entry)
  }

  /** For an uploaded file, none of which is as large as the limit. */
  async readWhole(path: string): Promise<Buffer> {
    if ((this.#entries.get(path)?.bytes ?? 0) > wholeMax) throw tooLarge(path)
    const chunks: Buffer[] = []
    for await (const chunk of this.read(path)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** The lines of a file, gathered to about a megabyte each time. */
  async *lines(path: string): AsyncGenerator<string[]> {
    let rest: Buffer = Buffer.alloc(0)
    let lines: string[] = []
    let gathered = 0
    for await (const chunk of this.read(path)) {
      const end = chunk.lastIndexOf(0x0a)
      if (end === -1) {
        if (rest.length > wholeMax) throw tooLarge(path)
        rest = Buffer.concat([rest, chunk])
        continue
      }
      lines.push(
        ...Buffer.concat([rest, chunk.subarray(0, end)])
          .toString()
          .split('\n'),
      )
      rest = chunk.subarray(end + 1)
      gathered += chunk.length
      if (gathered < 1024 * 1024) continue
      yield lines
      ;[lines, gathered] = [[], 0]
    }
    if (rest.length > 0) lines.push(rest.toString())
    if (lines.length > 0) yield lines
  }
}

function parseManifest(text: string): ExportManifest {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch (cause) {
    throw new UnusableExport(`${manifestPath} of this export can't be read.`, { cause })
  }
  const { format, version } = Object(said) as { format?: unknown; version?: unknown }
  if (format !== exportFormat) throw new UnusableExport('This ZIP is no export of a society from Ajose.')
  if (version !== exportVersion)
    throw new UnusableExport(
      `This export has version ${String(version)} of the format, and this program reads version ${exportVersion}. Use the version of Ajose that made it.`,
    )
  const { success, data } = exportManifest.safeParse(said)
  if (!success) throw new UnusableExport(`${manifestPath} of this export can't be read.`)
  return data
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function readDirectory(file: FileHandle, path: string): Promise<Map<string, Entry>> {
  const { size } = await file.stat()
  const tailStart = Math.max(0, size - endLength - commentMax)
  const tail = await readAt(file, tailStart, size - tailStart)
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (at === -1 || at + endLength > tail.length) throw notAnExport(path)
  const [count, length, start] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (length > directoryMax || start + length > size) throw notAnExport(path)
  const directory = await readAt(file, start, length)
  const entries = new Map<string, Entry>()
  let next = 0
  for (let index = 0; index < count; index += 1) {
    if (next + directoryLength > directory.length || directory.readUInt32LE(next) !== 0x02014b50)
      throw notAnExport(path)
    const nameEnd = next + directoryLength + directory.readUInt16LE(next + 28)
    const name = directory.toString('utf8', next + directoryLength, nameEnd)
    if (!/^[\w-]+(?:[./][\w-]+)*$/.test(name))
      throw new UnusableExport(`This ZIP has a file ${JSON.stringify(name)}, which no export has.`)
    if (entries.has(name)) throw new UnusableExport(`This ZIP has two files ${name}.`)
    entries.set(name, {
      start: directory.readUInt32LE(next + 42),
      method: directory.readUInt16LE(next + 10),
      crc: directory.readUInt32LE(next + 16),
      packed: directory.readUInt32LE(next + 20),
      bytes: directory.readUInt32LE(next + 24),
    })
    next = nameEnd + directory.readUInt16LE(next + 30) + directory.readUInt16LE(next + 32)
  }
  const total = [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  if (total > totalMax) throw new UnusableExport('This ZIP unpacks to more than 16 GiB, which no export does.')
  return entries
}

async function* pieces(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes)
    yield await readAt(file, start + at, Math.min(pieceBytes, length - at))
}

/** Stops at the first byte more than the directory says: what unpacks to more was made to fill a disk. */
async function* unpack(
  file: FileHandle,
  path: string,
  { start, method, packed, bytes, crc }: Entry,
): AsyncGenerator<Buffer> {
  const changed = (cause?: unknown) =>
    new UnusableExport(`The file ${path} was changed after this export was made.`, { cause })
  const local = await readAt(file, start, localLength)
  if (local.length < localLength || local.readUInt32LE(0) !== 0x04034b50) throw changed()
  if (method !== 0 && method !== 8) throw changed()
  const from = start + localLength + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (packed === 0) return
  const source = Readable.from(pieces(file, from, packed), { objectMode: false })
  // What fails in one of the two is thrown by the loop that reads them.
  const chunks: AsyncIterable<Buffer> = method === 0 ? source : pipeline(source, createInflateRaw(), () => {})
  let [read, sum] = [0, 0]
  try {
    for await (const chunk of chunks) {
      read += chunk.length
      if (read > bytes) throw changed()
      sum = crc32(chunk, sum)
      yield chunk
    }
  } catch (error) {
    throw error instanceof UnusableExport ? error : changed(error)
  }
  if (read !== bytes || sum !== crc) throw changed()
}

async function textOf(file: FileHandle, path: string, entry: Entry): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of unpack(file, path, entry)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
