import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { startPasskey as contract } from '#features/access/login/second-factors.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { passkeyChallengeLifetime, passkeysMax } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { optionsToAdd, passkeySite } from '#platform/credentials/passkeys.ts'
import { newToken } from '#platform/credentials/tokens.ts'
import { checkPassword } from './check-password.ts'
import { findLogin, listPasskeys } from './queries.ts'
import { putChallenge } from './store.ts'

/** What a browser makes a passkey of the own login with. Refuses: current_password_wrong, account_locked, too_many_passkeys. */
export async function startPasskey(
  context: Context,
  caller: Caller,
  { password }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { database, now } = context
  const { loginId, sessionId } = actor
  const login = await database.auth((tx) => findLogin(tx, loginId))
  const wrong = { code: 'current_password_wrong', field: 'password' } as const
  await checkPassword(context, caller, login, {
    identifier: loginId,
    password,
    cost: login.kind === 'member' ? 'member' : 'officer',
    unknown: 'current_password_wrong',
    wrong,
  })
  return database.auth(async (tx) => {
    const known = await listPasskeys(tx, loginId)
    if (known.length >= passkeysMax) refuse('too_many_passkeys', { count: passkeysMax })
    const challenge = newToken()
    await putChallenge(
      tx,
      { loginId, purpose: 'add', boundTo: sessionId },
      challenge,
      new Date(now.getTime() + passkeyChallengeLifetime),
    )
    return optionsToAdd(passkeySite(context, caller), challenge, { loginId, name: login.name }, known)
  })
}
