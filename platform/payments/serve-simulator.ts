import { serveLocally } from '#platform/http/serve-locally.ts'
import type { NairaCase, SimulatedDesk } from './simulated-desk.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'

type ServedSimulator = { url: string; isDown: { now: boolean }; close(): Promise<void> }

/** A simulator on a port of its own. While it is down, connections are cut. */
export async function serveSimulator(answer: (request: SimulatedRequest) => SimulatedReply): Promise<ServedSimulator> {
  const isDown = { now: false }
  const served = await serveLocally(0, ({ method = '', url: path = '', headers }, body) =>
    isDown.now ? 'cut' : answer({ method, path, headers, body }),
  )
  return { ...served, isDown }
}

/** A webhook as its provider sends it. */
type SimulatedWebhook = { body: string; headers: Record<string, string> }

/** What the tests do with a provider that is played. */
export type NairaSimulator = ServedSimulator & {
  /** As the payer does. */
  pay(reference: string, paid?: { amount?: bigint; currency?: string }): void
  fail(reference: string): void
  event(reference: string, name?: string): SimulatedWebhook
  fees(amount: bigint): bigint
  /** Begins a refund or dispute; answers its number. */
  begin(kind: NairaCase['kind'], reference: string, amount?: bigint): number
  desk: Pick<SimulatedDesk, 'end' | 'settle'>
  /** The webhook of a refund or dispute. */
  caseEvent(id: number): SimulatedWebhook
}
