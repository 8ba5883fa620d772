import { paymentWebhook } from '#platform/payments/payment-webhook.ts'
import { paystackProvider } from '#platform/payments/paystack.ts'
import { startPaystackSimulator } from '#platform/payments/paystack-simulator.ts'
import { startTestApp } from './app.ts'

/** A server whose members pay through a simulator of the provider, and what the provider sends to it. `stop` ends both. */
export async function startPayments(more: { accountBank?: string } = {}) {
  const simulator = await startPaystackSimulator()
  const payments = paystackProvider({ url: () => simulator.url, key: simulator.key, isSandbox: false, ...more })
  const app = await startTestApp(undefined, { payments, webhooks: [paymentWebhook(payments)] })
  return {
    simulator,
    app,
    deliver: ({ body, signature }: { body: string; signature: string }) =>
      fetch(`${app.url}/webhooks/payments/paystack`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      }),
    stop: async () => {
      await app.stop()
      await simulator.close()
    },
  }
}
export type PaymentServer = Awaited<ReturnType<typeof startPayments>>
