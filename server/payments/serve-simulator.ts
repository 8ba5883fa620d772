import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOfStream } from 'node:stream/consumers'
import type { NairaCase, NairaDesk } from './naira-desk.ts'
import type { SimulatedReply, SimulatedRequest } from './paystack-simulator.ts'

type ServedSimulator = { url: string; isDown: { now: boolean }; close(): Promise<void> }

/** A simulator on a port of its own. While it is down, connections are cut. */
export async function serveSimulator(answer: (request: SimulatedRequest) => SimulatedReply): Promise<ServedSimulator> {
  const isDown = { now: false }
  const server = createServer((request, response) => {
    void textOfStream(request).then((body) => {
      if (isDown.now) return request.socket.destroy()
      const { method = '', url: path = '', headers } = request
      const reply = answer({ method, path, headers, body })
      return response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isDown,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
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
  desk: Pick<NairaDesk, 'end' | 'settle'>
  /** The webhook of a refund or dispute. */
  caseEvent(id: number): SimulatedWebhook
}

export const jsonReply = (status: number, body: object): SimulatedReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
