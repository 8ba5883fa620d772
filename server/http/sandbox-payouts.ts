import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#server/limits/network.ts'
import { sandboxPayoutsPath } from '#server/payments/open-payouts.ts'
import type { PayoutSimulator } from '#server/payments/simulated-payouts.ts'

/** The provider of a trial that pays members, on this server and for this server. No money moves; `start.ts` puts it up in a trial only. */
export function serveSandboxPayouts(server: FastifyInstance, simulator: PayoutSimulator): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isLoopback(request.ip)) return reply.callNotFound()
      const { method, headers } = request
      const path = request.url.slice(sandboxPayoutsPath.length)
      const body = typeof request.body === 'string' ? request.body : ''
      const answer = simulator.answer({ method, path, headers, body })
      return reply.code(answer.status).headers(answer.headers).send(answer.body)
    }
    for (const method of ['GET', 'POST'] as const)
      scope.route({ method, url: `${sandboxPayoutsPath}/*`, handler: pass })
  })
}
