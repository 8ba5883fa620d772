import type { Endpoint } from '#contract/endpoint.ts'
import { type Actor, whyNotMay } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'

/** The actor, where he is one and may use this endpoint now. */
export function permit(endpoint: Endpoint, actor: Actor | undefined): Actor {
  if (!actor) return refuse('not_signed_in')
  if (endpoint.access === 'public' || endpoint.access === 'signed_in') return actor
  const reason = whyNotMay(actor, endpoint.access)
  return reason ? refuse(reason) : actor
}
