import { Refusal } from '#core/refusal.ts'
import { codeLimits, strangers } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { recoveryCodeHash, stepOfCode, unsealAuthenticatorKey } from '#platform/credentials/authenticator.ts'
import type { Tx } from '#platform/db/tx.ts'
import { callersNetwork, checkQuota, useQuota } from '#platform/limits/quotas.ts'
import { accountLocked, findBucket } from './check-password.ts'
import { type AuthenticatorRow, findPause, lockAuthenticator, type LoginRow } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { clearFailures, recordFailure, useRecoveryCode, useStep } from './store.ts'

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
  // Six digits are few: whoever has the password may not go on guessing for weeks, so strangers' codes have a longer count too.
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
  tx.afterCommit(() => recordSignIn(context, login, 'second_step.wrong'))
  if (locks) tx.afterCommit(() => recordSignIn(context, login, 'login.locked'))
  return new Refusal('second_factor_code_wrong', { field: 'code' })
}

async function useCode(
  tx: Tx,
  { secret, now }: Context,
  { loginId }: LoginRow,
  authenticator: AuthenticatorRow | undefined,
  typed: string,
): Promise<boolean> {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) return useRecoveryCode(tx, loginId, recoveryCodeHash(secret, loginId, typed))
  if (!authenticator?.confirmedAt) return false
  const step = stepOfCode(unsealAuthenticatorKey(secret, loginId, authenticator.sealedKey), digits, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await useStep(tx, loginId, step)
  return true
}
