import type { FastifyInstance } from 'fastify'
import { sandboxCheckoutPath } from '#platform/payments/open-payments.ts'
import type { PaystackSimulator } from '#platform/payments/paystack-simulator.ts'
import { sandboxHeaders } from './sandbox-identity.ts'
import { serveSandbox } from './serve-sandbox.ts'

/**
 * The payment provider of a trial on this server, so that the whole way of a payment can be tried on a fresh machine. No
 * money moves; `start.ts` puts it up in a trial only.
 */
export function serveSandboxCheckout(
  server: FastifyInstance,
  simulator: PaystackSimulator,
  origins: () => readonly string[],
): void {
  serveSandbox(server, sandboxCheckoutPath, simulator, () => sandboxHeaders(origins()))
}
