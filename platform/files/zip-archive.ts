import { inflateRawSync } from 'node:zlib'
import { refuse } from '#core/refusal.ts'

const mebibyte = 1024 * 1024
const totalMax = 100 * mebibyte
const entryMax = 80 * mebibyte
const entriesMax = 2000
/** XML of sheets shrinks ten- to fortyfold; text that shrinks more was made to. Small files may, by repetition. */
const ratioMax = 200
const ratioCheckedFrom = 10 * mebibyte

const endSignature = 0x06054b50
const directorySignature = 0x02014b50
const localSignature = 0x04034b50
const endLength = 22
const commentMax = 0xffff

type Entry = { name: string; method: number; declared: number; data: Buffer }

/**
 * The files of a zip whose names `wanted` accepts, unpacked within limits that hold whatever the archive says about
 * itself. Refuses: file_unreadable, file_is_bomb.
 */
export function readZip(content: Buffer, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  const entries = readDirectory(content)
  const declared = entries.reduce((sum, entry) => sum + entry.declared, 0)
  const absurd = declared > ratioCheckedFrom && declared > content.length * ratioMax
  if (declared > totalMax || absurd || entries.some((entry) => entry.declared > entryMax))
    refuse('file_is_bomb', { field: 'file' })

  const files = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (!wanted(entry.name)) continue
    // Two entries of one name are read differently by different programs: what is checked must be what is read.
    if (files.has(entry.name)) refuse('file_unreadable', { field: 'file' })
    files.set(entry.name, unpack(entry))
  }
  return files
}

/** The entries as the central directory at the end of the archive lists them. */
function readDirectory(content: Buffer): Entry[] {
  const end = endOfDirectory(content)
  const count = content.readUInt16LE(end + 10)
  if (count > entriesMax) refuse('file_is_bomb', { field: 'file' })
  const entries: Entry[] = []
  let at = content.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== directorySignature)
      return refuse('file_unreadable', { field: 'file' })
    const nameLength = content.readUInt16LE(at + 28)
    const extraLength = content.readUInt16LE(at + 30)
    entries.push(readEntry(content, at, nameLength, extraLength))
    at += 46 + nameLength + extraLength + content.readUInt16LE(at + 32)
  }
  return entries
}

function endOfDirectory(content: Buffer): number {
  for (let at = content.length - endLength; at >= 0 && at >= content.length - endLength - commentMax; at -= 1) {
    if (content.readUInt32LE(at) === endSignature) return at
  }
  return refuse('file_unreadable', { field: 'file' })
}

function readEntry(content: Buffer, at: number, nameLength: number, extraLength: number): Entry {
  const isEncrypted = (content.readUInt16LE(at + 8) & 1) === 1
  const method = content.readUInt16LE(at + 10)
  if (isEncrypted || (method !== 0 && method !== 8)) refuse('file_unreadable', { field: 'file' })
  const name = content.toString('utf8', at + 46, at + 46 + nameLength)
  const extra = content.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
  const [declared, packed, local] = wideSizes(extra, [
    content.readUInt32LE(at + 24),
    content.readUInt32LE(at + 20),
    content.readUInt32LE(at + 42),
  ])
  if (local + 30 > content.length || content.readUInt32LE(local) !== localSignature)
    refuse('file_unreadable', { field: 'file' })
  const start = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
  if (start + packed > content.length) refuse('file_unreadable', { field: 'file' })
  return { name, method, declared, data: content.subarray(start, start + packed) }
}

/** Sizes that the directory says are in its zip64 field, as streaming writers leave them even in small files. */
function wideSizes(extra: Buffer, sizes: [number, number, number]): [number, number, number] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  const read = (size: number) => {
    if (size !== 0xffffffff) return size
    if (at + 8 > extra.length) return refuse('file_unreadable', { field: 'file' })
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  }
  return [read(sizes[0]), read(sizes[1]), read(sizes[2])]
}

/** An entry that holds more than it declared was made to deceive; the unpacking stops at the first byte too many. */
function unpack({ method, declared, data }: Entry): Uint8Array {
  if (method === 0) return data.length === declared ? data : refuse('file_unreadable', { field: 'file' })
  try {
    const unpacked = inflateRawSync(data, { maxOutputLength: Math.max(declared, 1) })
    if (unpacked.length === declared) return unpacked
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      refuse('file_is_bomb', { field: 'file' })
    // zlib's own errors say that the data is damaged, which is the sender's to mend.
    if (!(error instanceof Error && 'errno' in error)) throw error
  }
  return refuse('file_unreadable', { field: 'file' })
}
