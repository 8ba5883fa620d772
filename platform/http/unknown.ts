import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { Refusal } from '#core/refusal.ts'
import { errorReply } from './errors.ts'
import { addresses } from './serve.ts'

const inOrder = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies readonly Endpoint['method'][]

/** An address that nothing serves: 405 where another method would do, home for a person's browser, else 404. */
export function answerUnknown(server: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const known = endpoints.flatMap((endpoint) =>
    addresses(endpoint).map((address) => ({ method: endpoint.method, pattern: patternOf(address) })),
  )
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (
      methods.size === 0 &&
      request.method === 'GET' &&
      !path.startsWith('/api/') &&
      request.headers.accept?.includes('text/html')
    ) {
      return reply.redirect('/')
    }
    const refusal = new Refusal(methods.size > 0 ? 'method_not_allowed' : 'not_found')
    const { reply: body } = errorReply(refusal, request.id)
    if (methods.size > 0) reply.header('allow', inOrder.filter((method) => methods.has(method)).join(', '))
    return reply.code(body.status).header('cache-control', 'no-store').send(body)
  }
  // Before the body is read, which nothing here wants, and of which the parser has demands of its own for some methods.
  server.addHook('onRequest', async (request, reply) => (request.is404 ? answer(request, reply) : undefined))
  server.setNotFoundHandler(answer)
}

function patternOf(address: string): RegExp {
  return new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`)
}
