import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A ZIP without its 64-bit extension, which not every program reads, has room for so much. */
const zipLimits = { bytesMax: 0xffff_fffe, entriesMax: 0xfffe }

/** UTF-8 names; sizes and checksum come behind the data. */
const flags = 0x0808
const deflated = 8
/** 1 January 1980, the same in each archive: a file's own time is in what describes it. */
const date = 0x21

export class ZipTooLarge extends Error {
  override name = 'ZipTooLarge'
}

/** Writes a ZIP piece by piece: what is in memory is one piece and the list of names. Throws ZipTooLarge beyond 4 GiB or 65,534 files. */
export class ZipWriter {
  readonly #write: (chunk: Buffer) => Promise<void>
  readonly #directory: Buffer[] = []
  readonly #limits: typeof zipLimits
  #at = 0

  constructor(write: (chunk: Buffer) => Promise<void>, limits = zipLimits) {
    this.#write = write
    this.#limits = limits
  }

  async add(name: string, content: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
    if (this.#directory.length >= this.#limits.entriesMax) throw new ZipTooLarge('Too many files')
    const start = this.#at
    const path = Buffer.from(name)
    const header = { start, path, crc: 0, packed: 0, bytes: 0 }
    await this.#put(Buffer.concat([head(0x04034b50, 30, header, 4), path]))
    const hash = createHash('sha256')
    let [crc, packed, bytes] = [0, 0, 0]
    await pipeline(
      async function* read() {
        for await (const chunk of content) {
          hash.update(chunk)
          crc = crc32(chunk, crc)
          bytes += chunk.length
          yield chunk
        }
      },
      createDeflateRaw(),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          packed += chunk.length
          await this.#put(chunk)
        }
      },
    )
    if (bytes > this.#limits.bytesMax) throw new ZipTooLarge(`${name} is too large`)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    sizes.writeUInt32LE(crc, 4)
    sizes.writeUInt32LE(packed, 8)
    sizes.writeUInt32LE(bytes, 12)
    await this.#put(sizes)
    this.#directory.push(Buffer.concat([directoryHead({ start, path, crc, packed, bytes }), path]))
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Writes the directory; answers how many bytes the whole archive has. */
  async end(): Promise<number> {
    const start = this.#at
    const directory = Buffer.concat(this.#directory)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#directory.length, 8)
    end.writeUInt16LE(this.#directory.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(start, 16)
    await this.#put(directory)
    await this.#put(end)
    return this.#at
  }

  async #put(chunk: Buffer): Promise<void> {
    this.#at += chunk.length
    if (this.#at > this.#limits.bytesMax) throw new ZipTooLarge('The archive is too large')
    await this.#write(chunk)
  }
}

type Header = { start: number; path: Buffer; crc: number; packed: number; bytes: number }

/** What the head of a file and its line in the directory have in common, from `at` on. */
function head(signature: number, length: number, { path, crc, packed, bytes }: Header, at: number): Buffer {
  const written = Buffer.alloc(length)
  written.writeUInt32LE(signature, 0)
  written.writeUInt16LE(20, at)
  written.writeUInt16LE(flags, at + 2)
  written.writeUInt16LE(deflated, at + 4)
  written.writeUInt16LE(date, at + 8)
  written.writeUInt32LE(crc, at + 10)
  written.writeUInt32LE(packed, at + 14)
  written.writeUInt32LE(bytes, at + 18)
  written.writeUInt16LE(path.length, at + 22)
  return written
}

function directoryHead(header: Header): Buffer {
  const written = head(0x02014b50, 46, header, 6)
  written.writeUInt16LE(20, 4)
  written.writeUInt32LE(header.start, 42)
  return written
}
