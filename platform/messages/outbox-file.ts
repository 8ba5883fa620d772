import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { channels as allChannels, type Channel, type MessagePort } from './message-port.ts'

/** For the channels without a provider: DATA_DIR/outbox.jsonl, one JSON object a line. */
export function outboxFile(
  dataDir: string,
  channels: readonly Channel[] = allChannels.filter((channel) => channel !== 'whatsapp'),
): MessagePort {
  const path = join(dataDir, 'outbox.jsonl')
  return {
    name: 'outbox file',
    isRepeatable: true,
    channels,
    async send({ id, channel, to, subject, text }) {
      const line = JSON.stringify({ at: new Date().toISOString(), channel, to, ...(subject && { subject }), text })
      await appendFile(path, `${line}\n`, { mode: 0o600 })
      return { deliveredAs: id }
    },
  }
}
