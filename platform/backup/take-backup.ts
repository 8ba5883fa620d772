import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, createZstdCompress } from 'node:zlib'
import { archiveState, lockBackups } from '#platform/db/archiving.ts'
import { copyDatabase } from '#platform/db/base-backup.ts'
import { type BackupIndex, claimTarget, names, writeIndex } from './backup-index.ts'
import { unlessAbsent } from './backup-target.ts'
import { UnusableBackup, type SealedStore } from './sealed-store.ts'
import type { LogShipper } from './log-shipper.ts'

const partBytes = 16 * 1024 * 1024

/** What of the data folder is no part of the database and still needed to serve it. */
const filesBeside = ['secret', 'postgres/password', 'outbox.jsonl']

export type BackupSource = { adminUrl: string; dataDir: string; program: string; shipper: LogShipper }

/**
 * Copies the database and the files beside it into the store and waits until the log that belongs to it is there too. One
 * at a time, in all processes. Resolves with what is stored of it, and throws where any of it is not there as it was written.
 */
export async function takeBackup(
  store: SealedStore,
  { adminUrl, dataDir, program, shipper }: BackupSource,
): Promise<BackupIndex> {
  const lock = await lockBackups(adminUrl)
  if (!lock) throw new UnusableBackup('A backup is being made already.')
  try {
    const { now: startedAt, systemId } = await archiveState(adminUrl)
    await claimTarget(store, systemId)
    const id = startedAt.toISOString().replaceAll(/[-:.]/g, '')
    const streams = { archive: new SealedParts(store, id, 'archive'), manifest: new SealedParts(store, id, 'manifest') }
    const { start, end } = await copyDatabase(adminUrl, id, (part, bytes) => streams[part].write(bytes))
    const [archive, manifest] = await Promise.all([streams.archive.end(), streams.manifest.end()])
    const files: string[] = []
    for (const path of filesBeside) {
      const content = await readFile(join(dataDir, path)).catch(unlessAbsent(undefined))
      if (!content) continue
      await store.put(names.file(id, path), content)
      files.push(path)
    }
    const { now: endedAt } = await archiveState(adminUrl)
    // The log up to the end of the copy belongs to it.
    await shipper.shipAll()
    const index: BackupIndex = {
      id,
      program,
      startedAt,
      endedAt,
      startLsn: start.lsn,
      startTimeline: start.timeline,
      endLsn: end.lsn,
      endTimeline: end.timeline,
      systemId,
      archive,
      manifest,
      files,
    }
    await writeIndex(store, index)
    return index
  } finally {
    await lock.release()
  }
}

/** A stream that is compressed, cut into parts, and stored part by part. */
class SealedParts {
  readonly #compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  readonly #hash = createHash('sha256')
  readonly #stored: Promise<number>
  #bytes = 0

  constructor(store: SealedStore, id: string, stream: 'archive' | 'manifest') {
    this.#stored = this.#storeParts((part, content) => store.put(names.part(id, stream, part), content))
    // Heard by the next write, or at the end.
    this.#stored.catch(() => {})
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    this.#bytes += bytes.length
    if (this.#compress.write(bytes)) return
    // Where nothing can be stored no room comes either.
    await Promise.race([once(this.#compress, 'drain'), this.#stored])
  }

  async end(): Promise<{ parts: number; bytes: number; sha256: string }> {
    this.#compress.end()
    return { parts: await this.#stored, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  async #storeParts(store: (part: number, content: Buffer) => Promise<void>): Promise<number> {
    let parts = 0
    let waiting: Buffer[] = []
    let waitingBytes = 0
    const flush = async () => {
      await store(parts, Buffer.concat(waiting))
      waiting = []
      waitingBytes = 0
      parts += 1
    }
    for await (const chunk of this.#compress as AsyncIterable<Buffer>) {
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes >= partBytes) await flush()
    }
    if (waitingBytes > 0) await flush()
    return parts
  }
}
