import { Refusal } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { counterAfterUse, passkeySite, type UsedPasskey } from '#platform/credentials/passkeys.ts'
import type { Tx } from '#platform/db/tx.ts'
import { accountLocked, findBucket } from './check-password.ts'
import { lockPasskey, type LoginRow } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { type ChallengeFor, clearFailures, recordFailure, takeChallenge, usePasskey } from './store.ts'

/**
 * Takes what a passkey of the login signed, and spends the challenge whether it was right or not. A wrong one counts as a
 * wrong password does. Its refusals are returned, because both must be kept: account_locked, passkey_expired, passkey_not_accepted.
 */
export async function checkPasskey(
  tx: Tx,
  context: Context,
  caller: Caller,
  login: LoginRow,
  used: UsedPasskey,
  asked: Pick<ChallengeFor, 'purpose' | 'boundTo'>,
): Promise<Refusal | undefined> {
  const { now } = context
  const { loginId } = login
  const { bucket, lockedUntil } = await findBucket(tx, caller, login, loginId, now)
  if (lockedUntil && lockedUntil > now) return accountLocked(lockedUntil, now)
  const challenge = await takeChallenge(tx, { loginId, ...asked }, now)
  if (challenge === undefined) return new Refusal('passkey_expired', { field: 'passkey' })

  const passkey = await lockPasskey(tx, loginId, used.credentialId)
  const counter = passkey && (await counterAfterUse(passkeySite(context, caller), challenge, used, passkey))
  if (passkey && counter !== undefined) {
    await usePasskey(tx, passkey.passkeyId, counter)
    await clearFailures(tx, loginId, bucket)
    return undefined
  }
  const locks = await recordFailure(tx, loginId, bucket, now)
  tx.afterCommit(() => recordSignIn(context, login, 'second_step.wrong'))
  if (locks) tx.afterCommit(() => recordSignIn(context, login, 'login.locked'))
  return new Refusal('passkey_not_accepted', { field: 'passkey' })
}
