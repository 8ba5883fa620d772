import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A ZIP without its 64-bit extension, which not every program reads, has room for so much. */
const zipLimits = { bytesMax: 0xffff_fffe, entriesMax: 0xfffe }

const deflated = 8
/** The same in each archive: a file's own time is in what describes it. */
const mtime = new Date(1980, 0, 1)

export class ZipTooLarge extends Error {
  override name = 'ZipTooLarge'
}

/** Writes a ZIP piece by piece: what is in memory is one piece and the list of names. Throws ZipTooLarge beyond 4 GiB or 65,534 files. */
export class ZipWriter {
  readonly #write: (chunk: Buffer) => Promise<void>
  readonly #limits: typeof zipLimits
  readonly #zip: Zip
  #made: Uint8Array[] = []
  #files = 0
  #bytes = 0

  constructor(write: (chunk: Buffer) => Promise<void>, limits = zipLimits) {
    this.#write = write
    this.#limits = limits
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error
      this.#made.push(chunk)
    })
  }

  async add(name: string, content: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
    if (this.#files >= this.#limits.entriesMax) throw new ZipTooLarge('Too many files')
    this.#files += 1
    // Packed by Node's own library, beside the thread that answers requests.
    const file: ZipInputFile = { filename: name, compression: deflated, mtime, size: 0, crc: 0 }
    this.#zip.add(file)
    const hash = createHash('sha256')
    let [crc, bytes] = [0, 0]
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
      async (chunks: AsyncIterable<Buffer<ArrayBuffer>>) => {
        for await (const chunk of chunks) {
          file.ondata?.(null, chunk, false)
          await this.#writeMade()
        }
      },
    )
    if (bytes > this.#limits.bytesMax) throw new ZipTooLarge(`${name} is too large`)
    Object.assign(file, { crc, size: bytes })
    file.ondata?.(null, new Uint8Array(), true)
    await this.#writeMade()
    return { bytes, sha256: hash.digest('hex') }
  }

  /** Writes the directory; answers how many bytes the whole archive has. */
  async end(): Promise<number> {
    this.#zip.end()
    await this.#writeMade()
    return this.#bytes
  }

  async #writeMade(): Promise<void> {
    const made = this.#made
    this.#made = []
    for (const chunk of made) {
      this.#bytes += chunk.length
      if (this.#bytes > this.#limits.bytesMax) throw new ZipTooLarge('The archive is too large')
      if (chunk.length > 0) await this.#write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    }
  }
}
