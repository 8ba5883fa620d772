import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Webhook } from '#core/contract/endpoint.ts'
import type { Context, Services } from '#platform/context.ts'
import type { LoadShedder } from '#platform/limits/load-shedder.ts'
import { partyOf } from '#platform/limits/party.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { WrongSignature } from './errors.ts'

/** A provider's message as it came: nothing has looked into it before its signature was verified. */
export type Delivered = { headers: IncomingHttpHeaders; query: URLSearchParams; body: Buffer }

export type WebhookRoute = {
  webhook: Webhook
  /** Whether the signature over the bytes is the provider's. Compares in constant time. */
  isSigned: (services: Services, delivered: Delivered) => boolean | Promise<boolean>
  /** Stores what was delivered, with a job for what takes time: the provider waits for the reply, and delivers again without one. */
  receive: (context: Context, delivered: Delivered) => Promise<void>
  /** What a provider that checks the address by a GET is answered; undefined where it does not know the secret. */
  challenge?: (query: URLSearchParams) => string | undefined
}

/** Binds a webhook to the two functions of the feature that knows the provider. */
export function bindWebhook(webhook: Webhook, functions: Omit<WebhookRoute, 'webhook'>): WebhookRoute {
  return { webhook, ...functions }
}

const usualBytes = 100 * 1024

/** Serves webhooks beside the API: no session, no Idempotency-Key, the body as bytes whatever it says that it is. */
export function serveWebhooks(
  server: FastifyInstance,
  services: Services,
  routes: readonly WebhookRoute[],
  shedder: LoadShedder,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { webhook, isSigned, receive, challenge } of routes) {
      const { path, bodyBytesMax = usualBytes } = webhook
      const call = { path, method: 'POST', access: 'public', bodyBytesMax } as const
      for (const url of [path, `/api${path}`]) {
        if (challenge) serveChallenge(scope, services, url, challenge)
        scope.route({
          method: 'POST',
          url,
          bodyLimit: bodyBytesMax,
          onRequest: async (request, reply) => {
            shedder.arrive(request, reply, call)
            shedder.awaitBody(request, call, partyOf(request.ip, undefined))
          },
          handler: async (request, reply) => {
            const context: Context = { ...services, requestId: request.id, now: new Date(), address: request.ip }
            const { headers, body = Buffer.alloc(0) } = request
            const query = new URLSearchParams(request.url.split('?')[1] ?? '')
            const delivered = { headers, query, body: body as Buffer }
            await shedder.work(request, call, partyOf(request.ip, undefined), async () => {
              if (!(await isSigned(services, delivered))) await refuseUnsigned(context)
              await services.database.auth((tx) => useQuota(tx, services, 'webhooks', path))
              await receive(context, delivered)
            })
            return reply.header('cache-control', 'no-store').send({ success: true, message: 'OK', data: null })
          },
        })
      }
    }
  })
}

/** Answers the check of an address with what was sent, as text that no browser takes for a page. Who does not know the secret counts as a wrong signature. */
function serveChallenge(
  scope: FastifyInstance,
  services: Services,
  url: string,
  challenge: NonNullable<WebhookRoute['challenge']>,
): void {
  scope.get(url, async (request, reply) => {
    const context: Context = { ...services, requestId: request.id, now: new Date(), address: request.ip }
    const answer = challenge(new URLSearchParams(request.url.split('?')[1] ?? ''))
    if (answer === undefined) await refuseUnsigned(context)
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(answer)
  })
}

/** Wrong signatures are counted by network, from where right ones are taken all the same. Throws WrongSignature. Refuses: too_many_requests. */
async function refuseUnsigned(context: Context): Promise<never> {
  await context.database.auth((tx) => useQuota(tx, context, 'wrong_signatures', callersNetwork(context)))
  throw new WrongSignature()
}
