import type { unlinkIdentity as contract } from '#features/access/login/own-login.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { deleteIdentity } from './store.ts'

/** Takes a sign-in off the own login, which keeps its password. Refuses: not_found for anybody else's. */
export async function unlinkIdentity(
  { database }: Context,
  _caller: Caller,
  { identityId }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  const deleted = await database.auth((tx) => deleteIdentity(tx, actor.loginId, identityId))
  return deleted ? null : refuse('not_found')
}
