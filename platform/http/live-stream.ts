import type { FastifyInstance } from 'fastify'
import type { Parsed } from '#core/contract/endpoint.ts'
import { followChanges } from '#core/contract/live.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Services } from '#platform/context.ts'
import { sessionLookup } from '#platform/db/session-lookup.ts'
import type { LoadShedder } from '#platform/limits/load-shedder.ts'
import { activeMembers } from '#platform/db/active-members.ts'
import type { LiveStreams } from '#platform/live/live-streams.ts'
import { authenticate } from './authenticate.ts'
import { isSupport, permit } from './permit.ts'
import { parse } from './serve.ts'

/** Serves the stream of live events. It is no request under way: once open, it has no place of the load shedder. */
export function serveLive(
  server: FastifyInstance,
  { database, secondFactorRequired }: Services,
  streams: LiveStreams,
  shedder: LoadShedder,
): void {
  const find = sessionLookup(database)
  const countMembers = activeMembers(database)
  const actorBehind = async (authorization: string | undefined): Promise<Actor> => {
    const actor = permit(followChanges, await authenticate(find, authorization, new Date(), secondFactorRequired))
    // Each reading of support is a line in the cooperative's trail, and a stream would be hundreds.
    return isSupport(actor) ? refuse('not_permitted') : actor
  }
  server.addHook('preClose', async () => streams.drain())
  server.get(
    followChanges.path,
    { config: { kind: 'stream' }, onRequest: async (request, reply) => shedder.arrive(request, reply, followChanges) },
    async (request, reply) => {
      const { authorization } = request.headers
      const actor = await actorBehind(authorization)
      const { age } = parse(followChanges, request) as Parsed<typeof followChanges>
      const members = actor.cooperativeId === undefined ? 0 : await countMembers(actor.cooperativeId)
      const isStillTheirs = async () => isSame(actor, await actorBehind(authorization))
      const stream = streams.open(actor, isStillTheirs, { age, members })
      shedder.release(request)
      // nginx would gather what comes, and show it when there is enough.
      return reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .type('text/event-stream')
        .send(stream)
    },
  )
}

/** Whether a session is still open for the same work: another office, or another status of the cooperative, is another stream. */
function isSame(before: Actor, now: Actor): boolean {
  const workOf = (actor: Actor) =>
    [
      actor.role,
      actor.role === 'coop_admin' && actor.office,
      actor.role !== 'superadmin' && actor.cooperativeStatus,
    ].join()
  return workOf(before) === workOf(now)
}
