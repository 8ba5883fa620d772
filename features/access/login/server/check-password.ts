import { Refusal, type RefusalCode, type RefusalKind, refusal, refuse } from '#core/refusal.ts'
import { strangers } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { type PasswordCost, passwordMatches, passwordMatchesNothing } from '#platform/credentials/passwords.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import type { Tx } from '#platform/db/tx.ts'
import { callersNetwork, checkQuota, refuseUsedUp, useQuota } from '#platform/limits/quotas.ts'
import { findLock, isTrustedDevice, lockFailures, type LoginRow } from './reads.ts'
import { recordSignIn } from './record-sign-in.ts'
import { clearFailures, recordFailure } from './writes.ts'

const currentPasswordWrong = refusal('current_password_wrong', 422, 'This is not your current password.')

/**
 * Returns the login whose password this is. A browser that logged in before has a count of failures of its own, so that
 * strangers can't lock its owner out. Refuses: `unknown` where there is no such login, account_locked, invalid_credentials,
 * too_many_failed_logins from one network.
 */
export async function checkPassword(
  context: Context,
  caller: Caller,
  found: LoginRow | undefined,
  attempt: {
    identifier: string
    password: string
    cost: PasswordCost
    unknown: RefusalCode | RefusalKind
    /** What is refused in place of invalid_credentials, where the login is the own one. */
    wrong?: Refusal
  },
): Promise<LoginRow> {
  const { database, now } = context
  const network = callersNetwork(context)
  const subject = found?.loginId ?? `${attempt.cost}:${attempt.identifier}`
  // The comparison takes tens of milliseconds, so no transaction stays open around it.
  const { bucket, lockedUntil } = await database.auth(async (tx) => {
    const opened = await findBucket(tx, caller, found, subject, now)
    if (opened.bucket === strangers) await checkQuota(tx, context, 'failed_logins', network)
    return opened
  })
  if (lockedUntil && lockedUntil > now) throw accountLocked(lockedUntil, now)
  if (!found?.passwordHash) {
    await passwordMatchesNothing(attempt.password, attempt.cost)
    if (attempt.unknown === 'invalid_credentials') await count(false)
    // The answer says that there is no such cooperative, so a network may not ask it without end.
    else await database.auth((tx) => useQuota(tx, context, 'failed_logins', network))
    // A society that came from another installation has a login, and no password yet.
    return refuse(found ? 'invalid_credentials' : attempt.unknown)
  }
  const matches = await passwordMatches(found.passwordHash, attempt.password)
  await count(matches)
  return matches ? found : refuse(attempt.wrong ?? new Refusal('invalid_credentials'))

  /** Many guesses at once all find the account open at first: the lock that the fifth sets holds for the others too. */
  async function count(right: boolean): Promise<void> {
    const { lockedMeanwhile, locks } = await database.auth(async (tx) => {
      const until = await lockFailures(tx, subject, bucket)
      if (until && until > now) return { lockedMeanwhile: until, locks: false }
      // With a second factor the password is half of it: clearing here would let whoever knows it guess codes without end.
      if (right && !found?.hasSecondFactor) await clearFailures(tx, subject, bucket)
      const filled = !right && (await recordFailure(tx, subject, bucket, now))
      if (!right && bucket === strangers) await useQuota(tx, context, 'failed_logins', network)
      return { lockedMeanwhile: undefined, locks: filled }
    })
    if (found && !right) recordSignIn(context, found, attempt.wrong ? 'password.wrong' : 'login.failed')
    if (found && locks) recordSignIn(context, found, 'login.locked')
    if (lockedMeanwhile) throw accountLocked(lockedMeanwhile, now)
  }
}

/** What hashing a password of this login costs. */
export function costOf({ kind }: LoginRow): PasswordCost {
  return kind === 'member' ? 'member' : 'officer'
}

/** Takes the password of the own login once more, as it came in `field`. Refuses: current_password_wrong, account_locked. */
export async function checkOwnPassword(
  context: Context,
  caller: Caller,
  login: LoginRow,
  password: string,
  field = 'password',
): Promise<void> {
  await checkPassword(context, caller, login, {
    ...{ identifier: login.loginId, password, cost: costOf(login) },
    unknown: currentPasswordWrong,
    wrong: currentPasswordWrong({ field }),
  })
}

/** Refuses too_many_failed_logins to a stranger whose network was refused a moment ago, before anything is looked up for it. */
export function refuseGuessing(context: Context, { device }: Caller): void {
  if (device === undefined) refuseUsedUp(context, 'failed_logins', callersNetwork(context))
}

/** Which count of failures a caller falls into, and until when that is locked. */
export async function findBucket(
  tx: Tx,
  caller: Caller,
  found: LoginRow | undefined,
  subject: string,
  now: Date,
): Promise<{ bucket: string; lockedUntil: Date | undefined }> {
  const deviceHash = caller.device === undefined ? undefined : tokenHash(caller.device)
  const known = found && deviceHash && (await isTrustedDevice(tx, found.loginId, deviceHash, now))
  const bucket = known ? deviceHash.toString('hex') : strangers
  return { bucket, lockedUntil: await findLock(tx, subject, bucket) }
}

/** Refuses account_locked where this caller may not try a password now; then no other way opens the login either. */
export async function refuseWhileLocked(tx: Tx, caller: Caller, login: LoginRow, now: Date): Promise<void> {
  const { lockedUntil } = await findBucket(tx, caller, login, login.loginId, now)
  if (lockedUntil && lockedUntil > now) throw accountLocked(lockedUntil, now)
}

export function accountLocked(until: Date, now: Date): Refusal {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new Refusal('account_locked', { minutes: Math.ceil(seconds / 60), retryAfterSeconds: seconds })
}
