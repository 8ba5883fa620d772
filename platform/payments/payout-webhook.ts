import type { Services } from '#platform/context.ts'
import { openPayoutKey } from '#platform/credentials/payout-key.ts'
import { findKeyOfAddress, notePayoutEvent } from '#platform/db/payouts.ts'
import { bindWebhook, type Delivered, type WebhookRoute } from '#platform/http/webhook.ts'
import type { PayoutEvent, PayoutService } from './payout-port.ts'

/** Where a society's account at the provider delivers: each society has an address and a key of its own. What it says is a reason to ask, and is not believed. */
export function payoutWebhook(provider: PayoutService): WebhookRoute {
  return bindWebhook(
    { path: `/webhooks/payouts/${provider.name}`, bodyBytesMax: 256 * 1024 },
    {
      isSigned: async (services, delivered) => (await keyOf(services, provider, delivered)) !== undefined,
      async receive(services, delivered) {
        const { database, log, payoutsWaiting } = services
        const event = eventIn(provider, delivered.body)
        if (event === undefined) return log.warn({ provider: provider.name }, 'an event can not be read')
        if (!isOfTransfer(event)) return
        const found = await keyOf(services, provider, delivered)
        if (found) await database.jobs((tx) => notePayoutEvent(tx, found.cooperative, event.reference, payoutsWaiting))
      },
    },
  )
}

const isOfTransfer = ({ event, reference }: PayoutEvent) =>
  /^transfer\.(?:success|failed|reversed)$/.test(event) && /^[a-z0-9_-]{16,50}$/.test(reference)

/** The key in use at this address, if the delivery is signed with it. */
async function keyOf(
  { database, secret }: Services,
  provider: PayoutService,
  { headers, query, body }: Delivered,
): ReturnType<typeof findKeyOfAddress> {
  const address = query.get('to') ?? ''
  if (!/^[0-9a-f]{32}$/.test(address)) return undefined
  const found = await database.jobs((tx) => findKeyOfAddress(tx, provider.name, address))
  return found && provider.isSigned(openPayoutKey(secret, found.id, found.sealed), headers, body) ? found : undefined
}

function eventIn(provider: PayoutService, body: Buffer): PayoutEvent | undefined {
  try {
    return provider.read(body)
  } catch {
    return undefined
  }
}
