import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#server/limits/network.ts'
import { sandboxCheckoutPath } from '#server/payments/open-payments.ts'
import type { PaystackSimulator } from '#server/payments/paystack-simulator.ts'
import { sandboxHeaders } from './sandbox-identity.ts'

/**
 * The payment provider of a trial on this server, so that the whole way of a payment can be tried on a fresh machine. No
 * money moves; `start.ts` puts it up in a trial only.
 */
export function serveSandboxCheckout(
  server: FastifyInstance,
  simulator: PaystackSimulator,
  origins: () => readonly string[],
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      // Through a proxy that was not announced others could pay with money that is none.
      if (!isLoopback(request.ip)) return reply.callNotFound()
      const { method, headers } = request
      const path = request.url.slice(sandboxCheckoutPath.length)
      const body = typeof request.body === 'string' ? request.body : ''
      const answer = simulator.answer({ method, path, headers, body })
      return reply
        .code(answer.status)
        .headers({ ...sandboxHeaders(origins()), ...answer.headers })
        .send(answer.body)
    }
    for (const method of ['GET', 'POST'] as const)
      scope.route({ method, url: `${sandboxCheckoutPath}/*`, handler: pass })
  })
}
