import type { endSession as contract } from '#features/access/login/own-login.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { endOwnSession } from './store.ts'

/** Ends one of the own sessions. Refuses: not_found for an ended one and for anybody else's. */
export async function endSession(
  { database }: Context,
  _caller: Caller,
  { sessionId }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  const ended = await database.auth((tx) => endOwnSession(tx, actor.loginId, sessionId))
  return ended ? null : refuse('not_found')
}
