import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from '#server/db/sql.ts'
import { bindWebhook, type Delivered, type WebhookRoute } from '#server/http/webhook.ts'

/** What a provider says of a message: without an outcome it is still on its way. */
export type Receipt = { id: string; outcome?: 'delivered' | { failedBecause: string }; cost?: string }

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
 * Where a provider delivers its receipts. One that comes again, late or for a message of which nothing is known changes
 * nothing: what has arrived stays so, and the provider is thanked, so that it does not go on delivering.
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
        const { id, outcome, cost = null } = receipt
        if (id === '' || outcome === undefined) return
        const change =
          outcome === 'delivered'
            ? sql`delivered_at = now(), failed_at = null, failure = null`
            : sql`failed_at = now(), failure = ${outcome.failedBecause}`
        await database.jobs((tx) =>
          tx.run(sql`
            update platform.message set ${change}, cost = coalesce(${cost}, cost)
            where provider = ${provider} and provider_id = ${id} and delivered_at is null and sent_at is not null
              ${outcome === 'delivered' ? sql`` : sql`and failed_at is null`}`),
        )
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
