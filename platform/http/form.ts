import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { OutcomeUnknown } from '#platform/db/database.ts'
import type { Services } from '#platform/context.ts'
import type { LoadShedder } from '#platform/limits/load-shedder.ts'
import { partyOf } from '#platform/limits/party.ts'
import { Refusal } from '#core/refusal.ts'
import type { Route } from './bind.ts'
import { InvalidInput } from './errors.ts'
import { incomingOf } from './serve.ts'

/**
 * Takes a page's plain form where no script runs, and sends the browser back to the page, whose #sent or #refused then
 * shows. The route is one that anybody may call: a form carries no token.
 */
export function serveForm(
  server: FastifyInstance,
  services: Services,
  route: Route,
  page: string,
  shedder: LoadShedder,
): void {
  if (route.endpoint.access !== 'public') throw new Error(`${route.endpoint.path} is not open to a plain form`)
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => {
        done(null, Object.fromEntries(new URLSearchParams(body as string)))
      },
    )
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      shedder.arrive(request, reply, route.endpoint)
      shedder.awaitBody(request, route.endpoint, partyOf(request.ip, undefined))
    }
    scope.post(page, { onRequest }, async (request, reply) => {
      const back = (result: string) => reply.header('cache-control', 'no-store').redirect(`${page}#${result}`, 303)
      try {
        const incoming = await incomingOf(services, route.endpoint, request, reply, undefined)
        await shedder.work(request, route.endpoint, partyOf(request.ip, undefined), () => route.serve(incoming))
        return back('sent')
      } catch (error) {
        if (error instanceof Refusal || error instanceof InvalidInput || error instanceof OutcomeUnknown)
          return back('refused')
        throw error
      }
    })
  })
}
