import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { confirmAuthenticator as contract } from '#contract/second-factors.ts'
import type { Actor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import { recoveryCodeCount } from '#domain/sessions/session.ts'
import type { Caller, Context } from '#server/context.ts'
import { newRecoveryCode, recoveryCodeHash, stepOfCode, unsealAuthenticatorKey } from '#server/credentials/authenticator.ts'
import { queueMessages } from '#server/db/messages.ts'
import { findLogin, lockAuthenticator } from './queries.ts'
import { confirmAuthenticator as confirm, endSessionsBut, recordProof } from './store.ts'

/**
 * Turns two-step verification on for the own login with a first code of its app, and ends the sessions that were opened
 * without one. Refuses: authenticator_not_started, second_factor_exists, second_factor_code_wrong.
 */
export async function confirmAuthenticator({ database, secret, now, messagesWaiting }: Context, _caller: Caller, { code }: Parsed<typeof contract>, actor: Actor | undefined): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { loginId, sessionId } = actor
  return database.auth(async (tx) => {
    const authenticator = (await lockAuthenticator(tx, loginId)) ?? refuse('authenticator_not_started')
    if (authenticator.confirmed_at) refuse('second_factor_exists')
    const step = stepOfCode(unsealAuthenticatorKey(secret, loginId, authenticator.sealed_key), code.replaceAll(/\s/g, ''), now) ?? refuse('second_factor_code_wrong', { field: 'code' })

    // From here on it must succeed.
    const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    await confirm(tx, loginId, step, recoveryCodes.map((each) => recoveryCodeHash(secret, loginId, each)))
    await endSessionsBut(tx, loginId, sessionId, 'second_factor_set')
    await recordProof(tx, sessionId, now)
    const { phone, cooperative_id: cooperativeId } = await findLogin(tx, loginId)
    if (phone) {
      const text = 'Ajose: two-step verification is on for your login, and your other sessions were ended. If this was not you, call your cooperative at once.'
      await queueMessages(tx, cooperativeId, [{ channel: 'sms', to: phone, text }], messagesWaiting)
    }
    return { recoveryCodes }
  })
}
