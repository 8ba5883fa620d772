import { type Config, isTrial } from '#platform/config.ts'
import type { WebhookRoute } from '#platform/http/webhook.ts'
import type { PayoutService } from './payout-port.ts'
import { payoutWebhook } from './payout-webhook.ts'
import { paystackPayouts } from './paystack-payouts.ts'
import { type PayoutSimulator, payoutSimulator } from './simulated-payouts.ts'

/** Where the sandbox is served. */
export const sandboxPayoutsPath = '/sandbox-payouts'

/** Long enough to see a payment on its way. */
const settleMilliseconds = 3000

type Payouts = { service: PayoutService | undefined; webhooks: readonly WebhookRoute[]; sandbox?: PayoutSimulator }

/** The provider whose accounts societies pay from: the one by which members pay; in a trial without one the sandbox, which this server serves to itself at `home`. */
export function openPayouts(config: Config, home: () => string): Payouts {
  const wanted = config.PAYMENT_PROVIDER ?? (isTrial(config) ? 'sandbox' : 'none')
  if (wanted === 'none') return { service: undefined, webhooks: [] }
  if (wanted === 'sandbox') {
    const url = () => `${home()}${sandboxPayoutsPath}`
    const service = paystackPayouts({ url, isSandbox: true, takesTestKeys: true })
    return { service, webhooks: [payoutWebhook(service)], sandbox: payoutSimulator(settleMilliseconds) }
  }
  const service = paystackPayouts({ url: () => config.PAYSTACK_URL, isSandbox: false, takesTestKeys: isTrial(config) })
  return { service, webhooks: [payoutWebhook(service)] }
}
