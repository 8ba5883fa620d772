import { startPaystackSimulator } from '#platform/payments/paystack-simulator.ts'
import type { SimulatedEvent } from '#platform/payments/simulated-settlements.ts'

/** Plays Paystack for development, with a checkout page, and delivers what was paid to a server at port 3000. */
const { PORT: port = '3998', AJOSE_URL: server = 'http://127.0.0.1:3000' } = process.env

const send = (said: string, { body, signature }: SimulatedEvent) => {
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  fetch(`${server}/webhooks/payments/paystack`, { method: 'POST', body, headers }).then(
    ({ status }) => console.log(`${said}, and the server answered ${status}.`),
    () => console.log(`${said}, and no server at ${server} takes the webhook.`),
  )
}
const simulator = await startPaystackSimulator(
  Number(port),
  (reference) => send(`${reference} is paid`, simulator.event(reference)),
  undefined,
  (event) => send('Money is given back or disputed', event),
)
console.log(`Start the server with these settings:
PUBLIC_URL=${server}
PAYMENT_PROVIDER=paystack
PAYSTACK_URL=${simulator.url}
PAYSTACK_SECRET_KEY=${simulator.key}
PAYSTACK_ACCOUNT_BANK=test-bank
Send transfers to members' account numbers at ${simulator.url}/transfer
Refund, dispute and settle payments at ${simulator.url}/desk`)
