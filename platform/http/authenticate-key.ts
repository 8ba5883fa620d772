import type { Endpoint } from '#core/contract/endpoint.ts'
import type { Actor, CooperativeActor } from '#core/actor.ts'
import type { SessionId } from '#core/ids.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Services } from '#platform/context.ts'
import { isWholeKey } from '#platform/credentials/api-keys.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { OutcomeUnknown } from '#platform/db/database.ts'
import { findLiveKey, type KeyRow, noteKeyUse } from '#platform/db/key-lookup.ts'
import { refuseUsedUp, useQuota } from '#platform/limits/quotas.ts'

const scheme = 'Bearer '

export function isApiKey(authorization: string | undefined): authorization is string {
  return authorization?.startsWith(`${scheme}ajose_`) === true
}

/** The program behind an API key. Refuses: key_incomplete, key_ended, too_many_by_key. */
export async function authenticateKey(
  services: Services,
  authorization: string,
  address: string,
): Promise<CooperativeActor> {
  const key = authorization.slice(scheme.length)
  if (!isWholeKey(key)) return refuse('key_incomplete')
  const hash = tokenHash(key)
  const subject = hash.toString('hex')
  refuseUsedUp(services, 'api_key', subject)
  try {
    return await services.database.auth(async (tx) => {
      const row = (await findLiveKey(tx, hash)) ?? refuse('key_ended')
      await useQuota(tx, services, 'api_key', subject)
      noteKeyUse(tx, hash, address)
      return actorOf(row)
    })
  } catch (error) {
    // What is lost of a count harms no one, so it is safe to ask again.
    throw error instanceof OutcomeUnknown ? new Refusal('overloaded') : error
  }
}

function actorOf({ id, name, scopes, memberId, alsoOwn, ...row }: KeyRow): CooperativeActor {
  return {
    ...row,
    role: 'coop_admin',
    office: 'admin',
    sessionId: id as string as SessionId,
    name: `API key ${name}`,
    memberId: memberId ?? undefined,
    ...(alsoOwn && { alsoOwn }),
    keyScopes: scopes,
  }
}

/** A program tries again by itself, so what it writes has a key by which a second try is known. Refuses: idempotency_key_missing. */
export function requireIdempotencyKey(
  { method }: Endpoint,
  actor: Actor | undefined,
  idempotencyKey: string | string[] | undefined,
): void {
  if (actor?.role === 'coop_admin' && actor.keyScopes && method !== 'GET' && !idempotencyKey)
    refuse('idempotency_key_missing', { field: 'Idempotency-Key' })
}
