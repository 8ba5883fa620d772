import type { Config } from '#server/config.ts'
import { channels, type MessagePort } from './message-port.ts'
import { outboxFile } from './outbox-file.ts'
import { smtpPort } from './smtp.ts'

/** The ways out that the settings name, and the file for every channel that has none. */
export function openMessagePorts(
  { SMTP_URL: url, MESSAGES_FROM: from }: Pick<Config, 'SMTP_URL' | 'MESSAGES_FROM'>,
  dataDir: string,
): { ports: readonly MessagePort[]; close(): void } {
  const mail = url !== undefined && from !== undefined ? smtpPort({ url, from }) : undefined
  const providers: MessagePort[] = mail ? [mail] : []
  const without = channels.filter((channel) => !providers.some((port) => port.channels.includes(channel)))
  return {
    ports: without.length === 0 ? providers : [...providers, outboxFile(dataDir, without)],
    close: () => mail?.close(),
  }
}
