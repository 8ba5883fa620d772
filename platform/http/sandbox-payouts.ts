import type { FastifyInstance } from 'fastify'
import { sandboxPayoutsPath } from '#platform/payments/open-payouts.ts'
import type { PayoutSimulator } from '#platform/payments/simulated-payouts.ts'
import { serveSandbox } from './serve-sandbox.ts'

/** The provider of a trial that pays members, on this server and for this server. No money moves; `start.ts` puts it up in a trial only. */
export function serveSandboxPayouts(server: FastifyInstance, simulator: PayoutSimulator): void {
  serveSandbox(server, sandboxPayoutsPath, simulator)
}
