import type { CooperativeActor } from '#core/actor.ts'
import type { CooperativeId, ExportId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Database, Scope } from '#platform/db/database.ts'
import { lockJobFile, mayRunAgain } from '#platform/db/jobs.ts'
import { insert, remove, update } from '#platform/db/write.ts'
import { ZipTooLarge } from '#platform/files/zip-writer.ts'
import { progressWriter } from '#platform/jobs/progress.ts'
import { findMigration, isRunning } from './reads.ts'
import { markFailed, markReady } from './writes.ts'
import { writeExport } from './write-export.ts'

/** No statement of an export reads more than a piece of a table, or sorts one. */
const timeoutSeconds = 300
const partBytes = 1024 * 1024

const tooLargeSentence = 'Your records do not fit into one ZIP of 4 GB and 65,534 files. Contact the support team.'
const bugSentence = 'Something went wrong on our side. Please make the export again.'
const stoppedSentence = 'The server stopped while this export was being made. Make it again.'

/**
 * Makes the ZIP of an export from one snapshot of the cooperative's rows, and stores it in parts through other transactions.
 * Throws where the database was lost: it may run again at any time, from the beginning.
 */
export async function runExport(context: Context, actor: CooperativeActor, exportId: ExportId): Promise<void> {
  const { database, log, requestId, now } = context
  const { cooperativeId } = actor
  const scope: Scope = { cooperativeId, role: 'job' }
  const stored = <T>(work: Parameters<typeof database.tenant<T>>[1]) => database.tenant(scope, work)
  try {
    const migration = await findMigration(database)
    const bytes = await database.tenant(
      scope,
      async (tx) => {
        await lockJobFile(tx, exportId)
        // An earlier run may have ended it, or an officer may have asked for another since.
        if (!(await isRunning(tx, exportId))) return undefined
        await stored((other) => remove(other, 'app.export_part', { exportId }))
        const parts = new Parts((part) => stored((other) => insert(other, 'app.export_part', { exportId, ...part })))
        const tell = progressWriter(({ done, steps }: { done: number; steps: number }) =>
          stored((other) => update(other, 'app.export', { exportId, status: 'running' }, { progress: done, steps })),
        )
        const written = await writeExport(tx, { migration, exportedAt: now }, (chunk) => parts.put(chunk), tell)
        await parts.end()
        return written
      },
      { readOnly: true, snapshot: true, timeoutSeconds },
    )
    if (bytes !== undefined) await stored((tx) => markReady(tx, exportId, bytes))
  } catch (error) {
    if (mayRunAgain(error)) throw error
    if (!(error instanceof ZipTooLarge)) log.error({ err: error, requestId, exportId }, 'an export could not be made')
    await stored((tx) => markFailed(tx, exportId, error instanceof ZipTooLarge ? tooLargeSentence : bugSentence))
  }
}

/** Ends an export that no run could end. */
export async function giveUpExport(
  database: Database,
  cooperativeId: CooperativeId,
  exportId: ExportId,
): Promise<void> {
  await database.tenant({ cooperativeId, role: 'job' }, (tx) => markFailed(tx, exportId, stoppedSentence))
}

/** Gathers what is written until it makes a part. */
class Parts {
  readonly #store: (part: { number: number; content: Buffer }) => Promise<unknown>
  #chunks: Buffer[] = []
  #bytes = 0
  #number = 0

  constructor(store: (part: { number: number; content: Buffer }) => Promise<unknown>) {
    this.#store = store
  }

  async put(chunk: Buffer): Promise<void> {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes >= partBytes) await this.end()
  }

  async end(): Promise<void> {
    if (this.#bytes === 0) return
    const content = Buffer.concat(this.#chunks)
    ;[this.#chunks, this.#bytes] = [[], 0]
    await this.#store({ number: this.#number, content })
    this.#number += 1
  }
}
