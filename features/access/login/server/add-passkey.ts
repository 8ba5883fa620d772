import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { addPasskey as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import type { PasskeyId } from '#core/ids.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { passkeysMax } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { passkeyMade, passkeySite } from '#platform/credentials/passkeys.ts'
import { newId } from '#platform/db/id.ts'
import { findLogin, listPasskeys, lockLogin } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { insertPasskey, takeChallenge } from './store.ts'
import { notifyOfFactor } from './notify-of-factor.ts'

/**
 * Adds the passkey that the browser of this session made, and spends its challenge whether it was right or not.
 * Refuses: passkey_expired, passkey_not_accepted, passkey_exists, too_many_passkeys.
 */
export async function addPasskey(
  context: Context,
  caller: Caller,
  { name, passkey: made }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract> | Refusal> {
  if (!actor) return refuse('not_signed_in')
  const { database, now } = context
  const { loginId, sessionId } = actor
  return database.auth(async (tx) => {
    await lockLogin(tx, loginId)
    const login = await findLogin(tx, loginId)
    const challenge = await takeChallenge(tx, { loginId, purpose: 'add', boundTo: sessionId }, now)
    if (challenge === undefined) return new Refusal('passkey_expired', { field: 'passkey' })
    const passkey = await passkeyMade(passkeySite(context, caller), challenge, made)
    if (!passkey) return new Refusal('passkey_not_accepted', { field: 'passkey' })
    if ((await listPasskeys(tx, loginId)).length >= passkeysMax)
      return new Refusal('too_many_passkeys', { count: passkeysMax })
    const isNew = await insertPasskey(tx, loginId, {
      ...passkey,
      passkeyId: newId<PasskeyId>(),
      transports: made.transports,
      name,
    })
    if (!isNew) return new Refusal('passkey_exists')

    // From here on it must succeed.
    tx.afterCommit(() => recordSignIn(context, login, 'passkey.added'))
    return notifyOfFactor(tx, context, login, sessionId, 'passkey')
  })
}
