import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { resetPassword as contract } from '#features/access/login/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import * as strings from '#features/access/login/rules/strings.ts'
import { noticeVersion } from '#core/privacy-notice.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { codeLimits, strangers } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { addressHashOf } from '#platform/credentials/address-hash.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword, passwordMatches, passwordMatchesNothing } from '#platform/credentials/passwords.ts'
import { codeHash } from '#platform/credentials/tokens.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { accountLocked } from './check-password.ts'
import {
  type CodeRow,
  findCooperativeLogin,
  findKnown,
  findLock,
  findMemberLogin,
  findPause,
  listMemberships,
  lockCodes,
  lockLogin,
  lockPasswordHash,
  type LoginRow,
  memberIdentifierFrom,
} from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import {
  clearFailures,
  confirmAllMemberships,
  confirmMembership,
  countTry,
  endSessionsOf,
  saveConsent,
  proveByPhone,
  recordFailure,
  setPassword,
  useCode,
} from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/**
 * Sets a password with a code. A code that only the phone received proves the login. An activation code opens that one
 * membership only and never replaces a password that the person has; one that an officer saw proves nothing besides.
 */
export async function resetPassword(
  context: Context,
  caller: Caller,
  input: Parsed<typeof contract>,
): Promise<null | Refusal> {
  const { database, now, secret } = context
  const { identifier, password } = input
  if (input.noticeVersion !== undefined && input.noticeVersion !== noticeVersion)
    refuse('consent_version_wrong', { field: 'noticeVersion' })
  refuseGuessable(password, context)
  const named = memberIdentifierFrom(identifier)
  const logins = await database.auth(async (tx) =>
    [
      await findCooperativeLogin(tx, identifier),
      named === undefined ? undefined : await findMemberLogin(tx, named),
    ].filter((login) => login !== undefined),
  )
  // The costly work comes before the transaction and is always the same, so that its time doesn't say whether there is an account, of what kind and with what.
  const newHashes = {
    cooperative: await hashPassword(password, 'officer'),
    member: await hashPassword(password, 'member'),
  }
  const member = logins.find(({ kind }) => kind === 'member')
  const knows = member?.passwordHash
    ? await passwordMatches(member.passwordHash, password)
    : await passwordMatchesNothing(password, 'member')

  // By what was typed, so that a phone or number without an account is answered like one that has a code.
  const subject = `code ${named ?? identifier.toUpperCase()}`
  const network = `network ${addressHashOf(secret, caller.address).toString('hex')}`
  return database.auth(async (tx) => {
    // Locked before the counts are read, so that tries at the same moment are counted one after the other.
    for (const login of logins) await lockLogin(tx, login.loginId)
    const pausedUntil = await findPause(tx, subject, [network, everywhere])
    const isPaused = pausedUntil !== undefined && pausedUntil > now
    for (const login of logins) {
      const newHash = newHashes[login.kind === 'member' ? 'member' : 'cooperative']
      const outcome = await tryCode(tx, context, login, input, newHash, {
        knowsPassword: knows === true && login === member,
        isPaused,
      })
      if (outcome === null) await clearFailures(tx, subject)
      if (outcome !== 'wrong') return outcome
    }
    // Returned, not thrown: the tries must be counted.
    if (isPaused) return codesPaused(pausedUntil, now)
    await recordFailure(tx, subject, network, now, codeLimits.network)
    await recordFailure(tx, subject, everywhere, now, codeLimits.everywhere)
    return new Refusal('reset_code_wrong', { field: 'code' })
  })
}

/** The bucket of wrong codes from all networks together. */
const everywhere = 'everywhere'

function codesPaused(until: Date, now: Date): Refusal {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  return new Refusal('codes_paused', { field: 'code', minutes: Math.ceil(seconds / 60), retryAfterSeconds: seconds })
}

async function tryCode(
  tx: Tx,
  context: Context,
  login: LoginRow,
  { code, password, noticeVersion: shown }: Parsed<typeof contract>,
  newHash: string,
  { knowsPassword, isPaused }: { knowsPassword: boolean; isPaused: boolean },
): Promise<null | Refusal | 'wrong'> {
  const { now, secret, messagesWaiting } = context
  // Locked and read again: since it was read, another code of this phone may have set a password, which is in force.
  const current = await lockPasswordHash(tx, login.loginId)
  const knows = knowsPassword && current === login.passwordHash
  const codes = await lockCodes(tx, login.loginId, now)
  const wanted = codeHash(secret, code.replaceAll(/[\s-]/g, ''))
  // A code that was asked for a moment ago has few tries of its own instead, and another is asked for when they are spent.
  const resetCodes = codes.filter(({ purpose }) => purpose === 'reset')
  const match = (isPaused ? resetCodes : codes).find((candidate) => candidate.codeHash.equals(wanted))
  if (!match) {
    await countTry(
      tx,
      resetCodes.map((candidate) => candidate.codeId),
    )
    return 'wrong'
  }
  if (match.purpose === 'activation' && current !== null) {
    // Whoever holds the code tries passwords here as at the login, so they are counted and locked alike.
    const lockedUntil = await findLock(tx, login.loginId, strangers)
    if (lockedUntil && lockedUntil > now) return accountLocked(lockedUntil, now)
    if (!knows) {
      await countTry(tx, [match.codeId])
      const locks = await recordFailure(tx, login.loginId, strangers, now)
      tx.afterCommit(() => recordSignIn(context, login, 'password.wrong'))
      if (locks) tx.afterCommit(() => recordSignIn(context, login, 'login.locked'))
      return new Refusal('password_exists', { field: 'password' })
    }
    await useCode(tx, match.codeId, login.loginId)
    await confirm(tx, match, shown)
    if (match.sentOnly) await proveByPhone(tx, login.loginId)
    await tellOfActivation(tx, login, match, messagesWaiting)
    tx.afterCommit(() => recordSignIn(context, login, 'account.activated', match.cooperativeId))
    return null
  }
  // Only now: a stranger without the code must not learn whose name it is that a password contains.
  refusePersonal(password, await findKnown(tx, login.loginId))
  await useCode(tx, match.codeId, login.loginId)
  await setPassword(tx, login.loginId, newHash)
  if (match.purpose === 'activation' && login.kind === 'member') await confirm(tx, match, shown)
  else await confirmAllMemberships(tx, login.loginId)
  if (match.purpose === 'reset' || match.sentOnly) await proveByPhone(tx, login.loginId)
  await endSessionsOf(tx, login.loginId, 'password_reset')
  await clearFailures(tx, login.loginId)
  tx.afterCommit(() =>
    recordSignIn(
      context,
      login,
      match.purpose === 'reset' ? 'password.reset' : 'account.activated',
      match.cooperativeId,
    ),
  )
  if (match.purpose === 'activation') await tellOfActivation(tx, login, match, messagesWaiting)
  if (match.purpose === 'reset')
    await notifyOwner(tx, login, 'security', loginTexts.passwordReset(login), messagesWaiting)
  return null
}

/** On each channel that the member's record has: whoever holds a code may not be the member. */
async function tellOfActivation(
  tx: Tx,
  login: LoginRow,
  { cooperativeId, memberId }: CodeRow,
  messagesWaiting: () => void,
): Promise<void> {
  if (login.kind !== 'member' || !cooperativeId || !memberId) return
  const opened = (await listMemberships(tx, login.loginId)).find((row) => row.memberId === memberId)
  if (!opened) return
  const text = loginTexts.portalOpened(
    opened.cooperativeName,
    `${opened.firstName} ${opened.lastName}`,
    opened.membershipno,
  )
  const message = { kind: 'security', memberId, text } as const
  await queueMessages(
    tx,
    cooperativeId,
    [
      ...(opened.phone ? [{ ...message, channel: 'sms' as const, to: opened.phone }] : []),
      ...(opened.email
        ? [{ ...message, channel: 'email' as const, to: opened.email, subject: strings.yourLogin }]
        : []),
    ],
    messagesWaiting,
  )
}

async function confirm(tx: Tx, { cooperativeId, memberId }: CodeRow, shown: string | undefined): Promise<void> {
  if (!cooperativeId || !memberId) refuse('reset_code_wrong', { field: 'code' })
  await confirmMembership(tx, cooperativeId, memberId)
  if (shown === noticeVersion) await saveConsent(tx, cooperativeId, memberId, shown)
}
