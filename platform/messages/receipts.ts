import { createHash, timingSafeEqual } from 'node:crypto'
import { noteReceipts } from '#platform/db/messages.ts'
import { bindWebhook, type Delivered, type WebhookRoute } from '#platform/http/webhook.ts'
import type { Receipt } from './message-port.ts'

/** How one provider says what became of its messages. */
export type ReceiptSource = {
  provider: string
  /** What came to prove the sender, and what it must be. */
  proofOf(delivered: Delivered): { given: string; right: string }
  /** Throws where the body is none of this provider's. */
  read(body: Buffer): Receipt
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Where a provider delivers its receipts. One that comes again or late changes nothing: what has arrived stays so. One
 * of a message of which nothing is known is kept for an hour, and the provider is thanked, so that it does not go on delivering.
 */
export function receiptWebhook({ provider, proofOf, read }: ReceiptSource): WebhookRoute {
  return bindWebhook(
    { path: `/webhooks/sms/${provider}`, bodyBytesMax: 16 * 1024 },
    {
      isSigned(_services, delivered) {
        const { given, right } = proofOf(delivered)
        return timingSafeEqual(digestOf(given), digestOf(right))
      },
      async receive({ database, log }, { body }) {
        const receipt = receiptIn(read, body)
        if (receipt === undefined) return log.warn({ provider }, 'a receipt can not be read')
        await database.jobs((tx) => noteReceipts(tx, provider, [receipt]))
      },
    },
  )
}

function receiptIn(read: ReceiptSource['read'], body: Buffer): Receipt | undefined {
  try {
    return read(body)
  } catch {
    return undefined
  }
}
