import type { Endpoint } from '#core/contract/endpoint.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import { type Ask, askOf } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { bind, bindBoth, bindOpen, bindPlatform, bindPrepared, bindUpload, bindWaiting, type Route } from './bind.ts'

type Served = ((ask: Ask<TenantActor | SuperAdminActor>, input: unknown) => Promise<unknown>) & {
  endpoint: Endpoint
  servedTo?: 'platform' | 'anyone' | 'both'
  read?: unknown
  prepare?: unknown
  ask?: unknown
  useCase?: unknown
}

/** The routes of what these files export: each list, action and read (platform/action.ts), of a cooperative, of the platform, of both or open to anyone, bound to its own endpoint. */
export function routesOf(...files: readonly object[]): Route[] {
  return files.flatMap((file) => Object.values(file).filter(isServed).map(routeOf))
}

function isServed(value: unknown): value is Served {
  return typeof value === 'function' && 'endpoint' in value
}

/** The route of one of them, for who serves it at another address too. */
export function routeOf(served: { endpoint: Endpoint }): Route {
  const { endpoint, servedTo, read, prepare, ask, useCase } = served as Served
  // What each of them takes and answers was checked where it was made.
  if (ask) return bindWaiting({ endpoint, ask, useCase } as never, prepare as never)
  if (servedTo === 'anyone') return bindOpen(endpoint, served as never)
  const work = (tx: Tx, actor: TenantActor | SuperAdminActor, input: unknown, context: Context) =>
    (served as Served)(askOf(tx, actor, context), input)
  if (servedTo === 'both') return bindBoth(endpoint, work as never, work as never)
  if (servedTo === 'platform') return bindPlatform(endpoint, work as never)
  if (prepare) return bindPrepared(endpoint, prepare as never, work as never)
  return read ? bindUpload(endpoint, read as never, work as never) : bind(endpoint, work as never)
}
