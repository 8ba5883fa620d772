import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '#platform/limits/network.ts'
import type { SimulatedReply, SimulatedRequest } from '#platform/payments/paystack-simulator.ts'

/** Puts a provider's simulator up at a path of this server, for this machine alone. `headers` are added to its own. */
export function serveSandbox(
  server: FastifyInstance,
  sandboxPath: string,
  simulator: { answer: (request: SimulatedRequest) => SimulatedReply },
  headers: () => Record<string, string> = () => ({}),
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      // Through a proxy that was not announced others could pay with money that is none.
      if (!isLoopback(request.ip)) return reply.callNotFound()
      const path = request.url.slice(sandboxPath.length)
      const body = typeof request.body === 'string' ? request.body : ''
      const answer = simulator.answer({ method: request.method, path, headers: request.headers, body })
      return reply
        .code(answer.status)
        .headers({ ...headers(), ...answer.headers })
        .send(answer.body)
    }
    for (const method of ['GET', 'POST'] as const) scope.route({ method, url: `${sandboxPath}/*`, handler: pass })
  })
}
