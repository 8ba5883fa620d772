import type { Replied } from '#core/contract/endpoint.ts'
import type { challengeIdentity as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { passkeyChallengeLifetime } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { optionsToUse, passkeySite } from '#platform/credentials/passkeys.ts'
import { newToken } from '#platform/credentials/tokens.ts'
import { listPasskeys } from './queries.ts'
import { putChallenge } from './store.ts'

/** What a passkey signs to show once more who is there, bound to the session. */
export async function challengeIdentity(
  context: Context,
  caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { database, now } = context
  const { loginId, sessionId } = actor
  return database.auth(async (tx) => {
    const challenge = newToken()
    await putChallenge(
      tx,
      { loginId, purpose: 'step_up', boundTo: sessionId },
      challenge,
      new Date(now.getTime() + passkeyChallengeLifetime),
    )
    return optionsToUse(passkeySite(context, caller), challenge, await listPasskeys(tx, loginId))
  })
}
