import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { endSession } from './store.ts'

export async function logoutSession(
  { database }: Context,
  _caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  await database.auth((tx) => endSession(tx, actor.sessionId, 'logged_out'))
  return null
}
