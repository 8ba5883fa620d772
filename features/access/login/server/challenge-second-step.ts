import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { challengeSecondStep as contract } from '#features/access/login/second-factors.ts'
import { refuse } from '#core/refusal.ts'
import { passkeyChallengeLifetime } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { optionsToUse, passkeySite } from '#platform/credentials/passkeys.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { refuseGuessing } from './check-password.ts'
import { findTicket, listPasskeys } from './queries.ts'
import { putChallenge } from './store.ts'

/** What a passkey signs at the second step of a login, bound to the ticket of the first. Refuses: second_step_expired. */
export async function challengeSecondStep(
  context: Context,
  caller: Caller,
  { ticket }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { database, now } = context
  refuseGuessing(context, caller)
  const { signIn: browser } = caller
  if (browser === undefined) return refuse('second_step_expired')
  return database.auth(async (tx) => {
    const { loginId } =
      (await findTicket(tx, tokenHash(ticket), tokenHash(browser), now)) ?? refuse('second_step_expired')
    const challenge = newToken()
    await putChallenge(
      tx,
      { loginId, purpose: 'login', boundTo: ticket },
      challenge,
      new Date(now.getTime() + passkeyChallengeLifetime),
    )
    return optionsToUse(passkeySite(context, caller), challenge, await listPasskeys(tx, loginId))
  })
}
