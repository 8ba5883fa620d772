import { type Refusal, refusal } from '#core/refusal.ts'
import { codeLimits, strangers } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { recoveryCodeHash, stepOfCode, unsealAuthenticatorKey } from '#platform/credentials/authenticator.ts'
import { counterAfterUse, passkeySite, type UsedPasskey } from '#platform/credentials/passkeys.ts'
import type { Tx } from '#platform/db/tx.ts'
import { transactionTime, update } from '#platform/db/write.ts'
import { callersNetwork, checkQuota, useQuota } from '#platform/limits/quotas.ts'
import { accountLocked, findBucket } from './check-password.ts'
import { type AuthenticatorRow, findPause, lockAuthenticator, lockPasskey, type LoginRow } from './reads.ts'
import { recordSignIn } from './record-sign-in.ts'
import { type ChallengeFor, clearFailures, recordFailure, takeChallenge } from './writes.ts'

export const codeWrong = refusal(
  'second_factor_code_wrong',
  422,
  'This code is wrong or was used before. Enter the newest code from your app, or a recovery code.',
)
export const passkeyExpired = refusal(
  'passkey_expired',
  422,
  'This took too long or was answered already. Please try again.',
)
export const passkeyNotAccepted = refusal(
  'passkey_not_accepted',
  422,
  'This passkey was not accepted. Try again, or use a code.',
)

/** Takes a passkey or else a code, whichever was sent. Its refusals are returned: account_locked, and those of both. */
export async function checkSecondFactor(
  tx: Tx,
  context: Context,
  caller: Caller,
  login: LoginRow,
  { code = '', passkey }: { code?: string | undefined; passkey?: UsedPasskey | undefined },
  asked: Pick<ChallengeFor, 'purpose' | 'boundTo'>,
): Promise<Refusal | undefined> {
  return passkey
    ? checkPasskey(tx, context, caller, login, passkey, asked)
    : checkCode(tx, context, caller, login, code)
}

/**
 * Takes a code of the login's authenticator app, or one of its recovery codes, which it uses up. A wrong one counts as a
 * wrong password does. Its refusals are returned, because the count must be kept: account_locked, second_factor_code_wrong.
 */
export async function checkCode(
  tx: Tx,
  context: Context,
  caller: Caller,
  login: LoginRow,
  typed: string,
): Promise<Refusal | undefined> {
  const { now } = context
  const { loginId } = login
  const authenticator = await lockAuthenticator(tx, loginId)
  const { bucket, lockedUntil } = await findBucket(tx, caller, login, loginId, now)
  const network = bucket === strangers ? callersNetwork(context) : undefined
  await checkQuota(tx, context, 'failed_logins', network)
  // Six digits are few. Someone who has the password must not guess for weeks, so strangers' codes have a longer count too.
  const codes = `codes ${loginId}`
  const pausedUntil = bucket === strangers ? await findPause(tx, codes, [strangers]) : undefined
  const until = [lockedUntil, pausedUntil].find((each) => each !== undefined && each > now)
  if (until) return accountLocked(until, now)

  if (await useCode(tx, context, login, authenticator, typed)) {
    await clearFailures(tx, loginId, bucket)
    return undefined
  }
  const locks = await recordFailure(tx, loginId, bucket, now)
  if (bucket === strangers) await recordFailure(tx, codes, strangers, now, codeLimits.everywhere)
  await useQuota(tx, context, 'failed_logins', network)
  recordWrong(tx, context, login, locks)
  return codeWrong({ field: 'code' })
}

async function useCode(
  tx: Tx,
  { secret, now }: Context,
  { loginId }: LoginRow,
  authenticator: AuthenticatorRow | undefined,
  typed: string,
): Promise<boolean> {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const code = { loginId, codeHash: recoveryCodeHash(secret, loginId, typed), usedAt: null }
    return (await update(tx, 'platform.recovery_code', code, { usedAt: transactionTime })) === 1
  }
  if (!authenticator?.confirmedAt) return false
  const step = stepOfCode(unsealAuthenticatorKey(secret, loginId, authenticator.sealedKey), digits, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await update(tx, 'platform.authenticator', { loginId }, { lastStep: step, lastUsedAt: transactionTime })
  return true
}

/**
 * Takes what a passkey of the login signed, and spends the challenge whether it was right or not. A wrong one counts as a
 * wrong password does. Its refusals are returned, because both must be kept: account_locked, passkey_expired, passkey_not_accepted.
 */
async function checkPasskey(
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
  if (challenge === undefined) return passkeyExpired({ field: 'passkey' })

  const passkey = await lockPasskey(tx, loginId, used.credentialId)
  const counter = passkey && (await counterAfterUse(passkeySite(context, caller), challenge, used, passkey))
  if (passkey && counter !== undefined) {
    const { passkeyId } = passkey
    await update(tx, 'platform.passkey', { passkeyId }, { counter, lastUsedAt: transactionTime })
    await clearFailures(tx, loginId, bucket)
    return undefined
  }
  recordWrong(tx, context, login, await recordFailure(tx, loginId, bucket, now))
  return passkeyNotAccepted({ field: 'passkey' })
}

function recordWrong(tx: Tx, context: Context, login: LoginRow, locks: boolean): void {
  tx.afterCommit(() => recordSignIn(context, login, 'second_step.wrong'))
  if (locks) tx.afterCommit(() => recordSignIn(context, login, 'login.locked'))
}
