import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

type MessageRow = {
  message_id: string
  channel: 'sms' | 'email'
  recipient: string
  subject: string | null
  body: string
}

/** Messages taken at a time; one line each, written in one go. */
const batchSize = 500

const pollMilliseconds = 15_000

/** Far longer than writing a batch takes. */
const claimSeconds = 60

/**
 * Sends the messages that committed transactions left behind. Without a provider they go to DATA_DIR/outbox.jsonl. What
 * was sent loses its text, because it may hold a code.
 */
export class MessageSender {
  readonly #database: Database
  readonly #outbox: string
  readonly #log: Logger
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #again = false

  constructor(database: Database, dataDir: string, log: Logger) {
    this.#database = database
    this.#outbox = join(dataDir, 'outbox.jsonl')
    this.#log = log
  }

  start(): void {
    // Rows that a killed server left are found by the clock, the others by wake().
    this.#timer = setInterval(() => this.wake(), pollMilliseconds)
    this.wake()
  }

  wake(): void {
    this.#again = true
    this.#running ??= this.#drain().finally(() => {
      this.#running = undefined
    })
  }

  /** Resolves once nothing is being sent. */
  async idle(): Promise<void> {
    await this.#running
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.idle()
  }

  async #drain(): Promise<void> {
    while (this.#again) {
      this.#again = false
      try {
        while ((await this.#sendBatch()) === batchSize);
      } catch (error) {
        // The rows wait in the database; the next tick tries again.
        this.#log.error({ err: error }, 'messages could not be sent')
      }
    }
  }

  async #sendBatch(): Promise<number> {
    const rows = await this.#claim()
    if (rows.length === 0) return 0
    const ids = rows.map((row) => row.message_id)
    // Outside a transaction: a disk that hangs holds up neither a connection nor a row.
    try {
      await appendFile(this.#outbox, rows.map(lineOf).join(''), { mode: 0o600 })
    } catch (error) {
      await this.#database.jobs((tx) =>
        tx.run(sql`update platform.message set next_attempt_at = now() where message_id = any(${ids}::uuid[])`),
      )
      throw error
    }
    await this.#database.jobs((tx) =>
      tx.run(sql`update platform.message set sent_at = now(), body = '' where message_id = any(${ids}::uuid[])`),
    )
    return rows.length
  }

  /** Messages that no one else takes for a while. What a killed server had claimed is sent after that, perhaps a second time, and never lost. */
  #claim(): Promise<MessageRow[]> {
    return this.#database.jobs(async (tx) => {
      const rows = await tx.many<MessageRow>(sql`
        select message_id, channel, recipient, subject, body from platform.message
        where sent_at is null and next_attempt_at <= now() order by created_at, message_id limit ${batchSize} for update skip locked`)
      if (rows.length === 0) return rows
      await tx.run(sql`
        update platform.message set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${claimSeconds})
        where message_id = any(${rows.map((row) => row.message_id)}::uuid[])`)
      return rows
    })
  }
}

function lineOf({ channel, recipient, subject, body }: MessageRow): string {
  return `${JSON.stringify({ at: new Date().toISOString(), channel, to: recipient, ...(subject && { subject }), text: body })}\n`
}
