import { type Config, isTrial } from '#platform/config.ts'
import type { WebhookRoute } from '#platform/http/webhook.ts'
import { flutterwaveProvider } from './flutterwave.ts'
import { monnifyProvider } from './monnify.ts'
import type { PaymentProvider } from './payment-port.ts'
import { paymentWebhook } from './payment-webhook.ts'
import { type PaystackSimulator, paystackSimulator } from './paystack-simulator.ts'
import { paystackProvider } from './paystack.ts'
import type { SimulatedEvent } from './simulated-settlements.ts'

/** Where the sandbox is served. */
export const sandboxCheckoutPath = '/sandbox-checkout'

type Payments = {
  provider: PaymentProvider | undefined
  webhooks: readonly WebhookRoute[]
  sandbox?: PaystackSimulator
}

/** The provider that the settings name; in a trial without one the sandbox, which this server serves to itself at `home`. */
export function openPayments(config: Config, home: () => string): Payments {
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_URL: url, PAYSTACK_ACCOUNT_BANK: accountBank } = config
  const wanted = config.PAYMENT_PROVIDER ?? (isTrial(config) ? 'sandbox' : 'none')
  if (wanted === 'paystack' && key !== undefined)
    return withWebhook(paystackProvider({ url: () => url, key, isSandbox: false, accountBank }))
  const { MONNIFY_API_KEY: apiKey, MONNIFY_SECRET_KEY: secret, MONNIFY_CONTRACT_CODE: contractCode } = config
  if (wanted === 'monnify' && apiKey !== undefined && secret !== undefined && contractCode !== undefined)
    return withWebhook(monnifyProvider({ url: () => config.MONNIFY_URL, apiKey, secret, contractCode }))
  const { FLUTTERWAVE_SECRET_KEY: flutterwaveKey, FLUTTERWAVE_SECRET_HASH: secretHash } = config
  if (wanted === 'flutterwave' && flutterwaveKey !== undefined && secretHash !== undefined)
    return withWebhook(
      flutterwaveProvider({
        ...{ url: () => config.FLUTTERWAVE_URL, key: flutterwaveKey, secretHash },
        signatureSecret: config.FLUTTERWAVE_SIGNATURE_SECRET,
      }),
    )
  if (wanted !== 'sandbox') return { provider: undefined, webhooks: [] }
  const base = () => `${home()}${sandboxCheckoutPath}`
  const deliver = ({ body, signature }: SimulatedEvent) => {
    // A webhook that does not arrive is what the clock is for.
    void fetch(`${home()}/webhooks/payments/sandbox`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
    }).catch(() => {})
  }
  const sandbox = paystackSimulator(base, (reference) => deliver(sandbox.event(reference)), undefined, deliver)
  const provider = paystackProvider({ url: base, key: sandbox.key, isSandbox: true, accountBank: 'test-bank' })
  return { ...withWebhook(provider), sandbox }
}

const withWebhook = (provider: PaymentProvider) => ({ provider, webhooks: [paymentWebhook(provider)] })
