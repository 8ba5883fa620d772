import type { Config } from '#platform/config.ts'
import type { WebhookRoute } from '#platform/http/webhook.ts'
import { africasTalkingPort, africasTalkingReceipts } from './africas-talking.ts'
import { channels, type MessagePort } from './message-port.ts'
import { outboxFile } from './outbox-file.ts'
import { receiptWebhook, type ReceiptSource } from './receipts.ts'
import { smtpPort } from './smtp.ts'
import type { SmsProvider } from './sms-provider.ts'
import { termiiPort, termiiReceipts } from './termii.ts'
import { whatsAppPort, whatsAppWebhook } from './whatsapp.ts'

export type MessageWays = { ports: readonly MessagePort[]; webhooks: readonly WebhookRoute[]; close(): void }

/** The ways out that the settings name, in their order, and the file for every channel that has none. */
export function openMessagePorts(config: Config, dataDir: string): MessageWays {
  const { SMTP_URL: url, MESSAGES_FROM: from, SMS_PROVIDER: wanted = [] } = config
  const mail = url !== undefined && from !== undefined ? smtpPort({ url, from }) : undefined
  const sms = wanted.map((provider) => smsProviders[provider](config))
  const whatsApp = whatsAppOf(config)
  const ports = [...(mail ? [mail] : []), ...sms.map(({ port }) => port), ...(whatsApp ? [whatsApp.port] : [])]
  // What can't go by WhatsApp goes by SMS.
  const without = channels.filter(
    (channel) => channel !== 'whatsapp' && !ports.some((port) => port.channels.includes(channel)),
  )
  return {
    ports: without.length === 0 ? ports : [...ports, outboxFile(dataDir, without)],
    webhooks: [...sms.map(({ receipts }) => receiptWebhook(receipts)), ...(whatsApp ? [whatsApp.webhook] : [])],
    close: () => mail?.close(),
  }
}

function whatsAppOf(config: Config): { port: MessagePort; webhook: WebhookRoute } | undefined {
  if (config.WHATSAPP_PHONE_NUMBER_ID === undefined) return undefined
  const settings = {
    url: config.WHATSAPP_URL,
    version: config.WHATSAPP_VERSION,
    phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
    token: config.WHATSAPP_TOKEN ?? '',
    appSecret: config.WHATSAPP_APP_SECRET ?? '',
    verifyToken: config.WHATSAPP_VERIFY_TOKEN ?? '',
    language: config.WHATSAPP_LANGUAGE,
  }
  return { port: whatsAppPort(settings), webhook: whatsAppWebhook(settings) }
}

// readConfig has seen to it that the settings of each named provider are there.
const smsProviders: Record<SmsProvider, (config: Config) => { port: MessagePort; receipts: ReceiptSource }> = {
  termii(config) {
    const settings = {
      url: config.TERMII_URL,
      key: config.TERMII_API_KEY ?? '',
      sender: config.TERMII_SENDER ?? '',
      channel: config.TERMII_CHANNEL,
      secret: config.TERMII_SECRET ?? '',
    }
    return { port: termiiPort(settings), receipts: termiiReceipts(settings) }
  },
  africastalking(config) {
    const settings = {
      url: config.AFRICASTALKING_URL,
      username: config.AFRICASTALKING_USERNAME ?? '',
      key: config.AFRICASTALKING_API_KEY ?? '',
      sender: config.AFRICASTALKING_SENDER,
      secret: config.AFRICASTALKING_SECRET ?? '',
    }
    return { port: africasTalkingPort(settings), receipts: africasTalkingReceipts(settings) }
  },
}
