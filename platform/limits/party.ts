import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from '#core/actor.ts'
import { networkOf } from './network.ts'

/** Whom a piece of work is for: no party may take more than its share of what all need. */
export type Party = { network: string; login: string | undefined; cooperative: string | undefined }

const current = new AsyncLocalStorage<Party>()

/** The party behind a request: `actor` where somebody is logged in. */
export function partyOf(address: string, actor: Actor | undefined): Party {
  return { network: networkOf(address), login: loginOf(actor), cooperative: actor?.cooperativeId }
}

/** A program with an API key is a party beside the administrator who made the key. */
function loginOf(actor: Actor | undefined): string | undefined {
  return actor?.role === 'coop_admin' && actor.keyScopes ? actor.sessionId : actor?.loginId
}

/** Does work for a party; whatever the work waits for in a fair queue, it waits for in that party's line. */
export function workFor<T>(party: Party, work: () => Promise<T>): Promise<T> {
  return current.run(party, work)
}

/** The line in which the current work waits: its cooperative's, a stranger's network's, or the server's own. */
export function currentLine(): string {
  const party = current.getStore()
  return party?.cooperative ?? party?.network ?? 'server'
}
