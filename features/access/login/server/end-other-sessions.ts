import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { endSessionsBut } from './store.ts'

export async function endOtherSessions(
  { database }: Context,
  _caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  await database.auth((tx) => endSessionsBut(tx, actor.loginId, actor.sessionId, 'ended_by_owner'))
  return null
}
