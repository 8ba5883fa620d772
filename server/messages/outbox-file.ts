import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { channels, type MessagePort } from './message-port.ts'

/** Where no provider is configured: DATA_DIR/outbox.jsonl, one JSON object a line. */
export function outboxFile(dataDir: string): MessagePort {
  const path = join(dataDir, 'outbox.jsonl')
  return {
    channels,
    async send({ id, channel, to, subject, text }) {
      const line = JSON.stringify({ at: new Date().toISOString(), channel, to, ...(subject && { subject }), text })
      await appendFile(path, `${line}\n`, { mode: 0o600 })
      return { deliveredAs: id }
    },
  }
}
