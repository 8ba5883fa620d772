import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

type MessageRow = { message_id: string; channel: 'sms' | 'email'; recipient: string; subject: string | null; body: string }

/** Messages taken at a time; one line each, written in one go. */
const batchSize = 500

const pollMilliseconds = 15_000

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
    return this.#database.jobs(async (tx) => {
      const rows = await tx.many<MessageRow>(sql`
        select message_id, channel, recipient, subject, body from platform.message
        where sent_at is null and next_attempt_at <= now() order by created_at, message_id limit ${batchSize} for update skip locked`)
      if (rows.length === 0) return 0
      await appendFile(this.#outbox, rows.map(lineOf).join(''), { mode: 0o600 })
      await tx.run(sql`
        update platform.message set sent_at = now(), attempts = attempts + 1, body = ''
        where message_id = any(${rows.map((row) => row.message_id)}::uuid[])`)
      return rows.length
    })
  }
}

function lineOf({ channel, recipient, subject, body }: MessageRow): string {
  return `${JSON.stringify({ at: new Date().toISOString(), channel, to: recipient, ...(subject && { subject }), text: body })}\n`
}
