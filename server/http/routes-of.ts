import type { Endpoint } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Ask, askOf } from '#server/action.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { bind, bindUpload, bindWaiting, type Route } from './bind.ts'

type Served = ((ask: Ask, input: unknown) => Promise<unknown>) & {
  endpoint: Endpoint
  read?: unknown
  ask?: unknown
  useCase?: unknown
}

/** The routes of what these files export: each list, action and read (server/action.ts), bound to its own endpoint. */
export function routesOf(...files: readonly object[]): Route[] {
  return files.flatMap((file) => Object.values(file).filter(isServed).map(routeOf))
}

function isServed(value: unknown): value is Served {
  return typeof value === 'function' && 'endpoint' in value
}

function routeOf(served: Served): Route {
  const { endpoint, read, ask, useCase } = served
  // What each of them takes and answers was checked where it was made.
  if (ask) return bindWaiting({ endpoint, ask, useCase } as never)
  const work = (tx: Tx, actor: TenantActor, input: unknown, context: Context) =>
    served(askOf(tx, actor, context), input)
  return read ? bindUpload(endpoint, read as never, work as never) : bind(endpoint, work as never)
}
