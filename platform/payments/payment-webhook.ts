import { isOfCase, moneyCame, notePaymentEvent } from '#platform/db/payments.ts'
import { bindWebhook, type WebhookRoute } from '#platform/http/webhook.ts'
import type { PaymentEvent, PaymentProvider } from './payment-port.ts'

/** Where a provider delivers: what it says is stored once, and believed when its API has confirmed it. */
export function paymentWebhook(provider: PaymentProvider): WebhookRoute {
  return bindWebhook(
    { path: `/webhooks/payments/${provider.name}`, bodyBytesMax: 256 * 1024 },
    {
      isSigned: (_services, { headers, body }) => provider.isSigned(headers, body),
      async receive({ database, log, paymentsWaiting }, { body }) {
        const event = eventIn(provider, body)
        if (event === undefined) return log.warn({ provider: provider.name }, 'an event can not be read')
        // What else a provider tells is thanked for and not stored.
        if (event.event !== moneyCame && !isOfCase(event.event)) return
        await database.jobs((tx) => notePaymentEvent(tx, provider.name, event, paymentsWaiting))
      },
    },
  )
}

function eventIn(provider: PaymentProvider, body: Buffer): PaymentEvent | undefined {
  try {
    const event = provider.read(body)
    return /^[\w.=-]{1,100}$/.test(event.reference) && /^[\w.-]{0,60}$/.test(event.about ?? '') ? event : undefined
  } catch {
    return undefined
  }
}
