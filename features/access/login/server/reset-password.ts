import { setTimeout as pause } from 'node:timers/promises'
import type { Parsed } from '#core/contract/endpoint.ts'
import { noticeVersion } from '#core/privacy-notice.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/access/login/contract.ts'
import * as own from '#features/access/login/own-login.ts'
import { codeLimits, resetCodeLifetime, resetCodesPerHour, strangers } from '#features/access/login/rules/session.ts'
import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import * as strings from '#features/access/login/rules/strings.ts'
import { openAction, signedInAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { addressHashOf } from '#platform/credentials/address-hash.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword, passwordMatches, passwordMatchesNothing } from '#platform/credentials/passwords.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { queueMessages } from '#platform/db/messages.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { accountLocked } from './check-password.ts'
import { notifyOwner } from './notify-owner.ts'
import {
  type CodeRow,
  countRecentResetCodes,
  findCooperativeLogin,
  findKnown,
  findLock,
  findLogin,
  findMemberLogin,
  findPause,
  listMemberships,
  lockCodes,
  lockLogin,
  lockPasswordHash,
  type LoginRow,
  memberIdentifierFrom,
} from './reads.ts'
import { recordSignIn } from './record-sign-in.ts'
import {
  clearFailures,
  closeSessions,
  confirmAllMemberships,
  confirmMembership,
  countTry,
  proveByPhone,
  recordFailure,
  setPassword,
  useCode,
} from './writes.ts'

const resetCodeWrong = refusal('reset_code_wrong', 422, 'This code is wrong, used or expired. Ask for a new one.')
const passwordExists = refusal(
  'password_exists',
  409,
  'This phone already has an Ajose password. Enter that password to join this cooperative, or use Forgot password.',
)
const loginCodeWrong = refusal(
  'login_code_wrong',
  422,
  'This code is wrong or has expired. Check it, or send a new one.',
)
const loginHasNoPhone = refusal(
  'login_has_no_phone',
  409,
  'Your record has no phone for a code. Visit your cooperative: an officer confirms you in person, and another one approves it.',
)
const loginCodesSpent = refusal(
  'login_codes_spent',
  429,
  'You asked for {max} codes within an hour. Use the newest one, or try again later.',
)

/** In milliseconds: far longer than it takes to store a code, so that the time of the answer doesn't say whether one was. */
const answerTime = 300

/** Sends a code to the phone of each account that the identifier names. Neither the answer nor its time says whether there was one. Refuses: too_many_codes. */
export const forgotPassword = openAction(contract.forgotPassword, async (context, _caller, { identifier }) => {
  const [sent] = await Promise.allSettled([sendCodes(context, identifier), pause(answerTime)])
  if (sent.status === 'rejected') throw sent.reason
  return null
})

async function sendCodes(context: Context, identifier: string): Promise<void> {
  await context.database.auth(async (tx) => {
    await useQuota(tx, context, 'codes_of_network', callersNetwork(context))
    for (const login of await findLogins(tx, identifier)) {
      // Those who ask at the same time take turns, so that none is counted out.
      await lockLogin(tx, login.loginId)
      if ((await mayHaveCode(tx, context, login)) && (login.phone ?? login.email))
        await sendCode(tx, context, login, loginTexts.resetCode)
    }
  })
}

/** The logins that an identifier names, of a cooperative and of a member. */
async function findLogins(tx: Tx, identifier: string): Promise<LoginRow[]> {
  const member = memberIdentifierFrom(identifier)
  return [
    await findCooperativeLogin(tx, identifier),
    member === undefined ? undefined : await findMemberLogin(tx, member),
  ].filter((login) => login !== undefined)
}

async function mayHaveCode(tx: Tx, { now }: Context, { loginId }: LoginRow): Promise<boolean> {
  return (await countRecentResetCodes(tx, loginId, new Date(now.getTime() - 3_600_000))) < resetCodesPerHour
}

async function sendCode(
  tx: Tx,
  context: Context,
  login: LoginRow,
  textOf: (login: LoginRow, code: string) => string,
): Promise<void> {
  const code = newCode()
  await insert(tx, 'platform.code', {
    ...{ codeId: newId(), loginId: login.loginId, purpose: 'reset', codeHash: codeHash(context.secret, code) },
    expiresAt: new Date(context.now.getTime() + resetCodeLifetime),
  })
  await notifyOwner(tx, context, login, 'code', textOf(login, code))
}

/**
 * Sends the person behind a session a code to the phone of their login. It is as good as one for a forgotten password, so
 * both are counted together; by login alone, since a meeting's members share a network. Refuses: not_permitted,
 * login_has_no_phone, login_codes_spent.
 */
export const sendLoginCode = signedInAction(own.sendLoginCode, (context, { loginId }) =>
  context.database.auth(async (tx) => {
    // Those who ask at the same time take turns, so that none is counted out.
    await lockLogin(tx, loginId)
    const login = await findLogin(tx, loginId)
    if (login.kind !== 'member') refuse('not_permitted')
    const phone = login.phone ?? refuse(loginHasNoPhone())
    if (!(await mayHaveCode(tx, context, login))) refuse(loginCodesSpent({ max: resetCodesPerHour }))
    await sendCode(tx, context, login, loginTexts.proofCode)
    return { phoneEnd: phone.slice(-4) }
  }),
)

/**
 * Proves a member's login with the code that its phone received. The other sessions end, because
 * a person with a code that an officer saw may be in one of them. Refuses: not_permitted, login_code_wrong, which is returned, because the try must be counted.
 */
export const proveLogin = signedInAction(own.proveLogin, (context, { loginId, sessionId }, { code }) =>
  context.database.auth(async (tx) => {
    const { now, secret } = context
    await lockLogin(tx, loginId)
    const login = await findLogin(tx, loginId)
    if (login.kind !== 'member') refuse('not_permitted')
    const codes = (await lockCodes(tx, loginId, now)).filter(({ purpose }) => purpose === 'reset')
    const match = codes.find(isCode(secret, code))
    if (!match) {
      await countTry(tx, codes)
      return loginCodeWrong({ field: 'code' })
    }

    // From here on it must succeed.
    await useCode(tx, match.codeId, loginId)
    await proveByPhone(tx, loginId)
    await closeSessions(tx, loginId, 'login_proved', sessionId)
    tx.afterCommit(() => recordSignIn(context, login, 'login.proved'))
    return null
  }),
)

/** Whether a stored code is the one that was typed, with spaces or dashes. */
function isCode(secret: Buffer, typed: string): (stored: CodeRow) => boolean {
  const wanted = codeHash(secret, typed.replaceAll(/[\s-]/g, ''))
  return (stored) => stored.codeHash.equals(wanted)
}

/**
 * Sets a password with a code. A code that only the phone received proves the login. An activation code opens that one
 * membership only and never replaces a password that the person has; one that an officer saw proves nothing besides.
 */
export const resetPassword = openAction(contract.resetPassword, async (context, caller, input) => {
  const { database, now, secret } = context
  const { identifier, password } = input
  if (input.noticeVersion !== undefined && input.noticeVersion !== noticeVersion)
    refuse('consent_version_wrong', { field: 'noticeVersion' })
  refuseGuessable(password, context)
  const logins = await database.auth((tx) => findLogins(tx, identifier))
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
  const subject = `code ${memberIdentifierFrom(identifier) ?? identifier.toUpperCase()}`
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
    return resetCodeWrong({ field: 'code' })
  })
})

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
  { code, password, noticeVersion: shown }: Parsed<typeof contract.resetPassword>,
  newHash: string,
  { knowsPassword, isPaused }: { knowsPassword: boolean; isPaused: boolean },
): Promise<null | Refusal | 'wrong'> {
  const { now, secret } = context
  const { loginId } = login
  // Locked and read again: since it was read, another code of this phone may have set a password, which is in force.
  const current = await lockPasswordHash(tx, loginId)
  const knows = knowsPassword && current === login.passwordHash
  const codes = await lockCodes(tx, loginId, now)
  // A code that was asked for a moment ago has few tries of its own instead, and another is asked for when they are spent.
  const resetCodes = codes.filter(({ purpose }) => purpose === 'reset')
  const match = (isPaused ? resetCodes : codes).find(isCode(secret, code))
  if (!match) {
    await countTry(tx, resetCodes)
    return 'wrong'
  }
  if (match.purpose === 'activation' && current !== null) {
    // Whoever holds the code tries passwords here as at the login, so they are counted and locked alike.
    const lockedUntil = await findLock(tx, loginId, strangers)
    if (lockedUntil && lockedUntil > now) return accountLocked(lockedUntil, now)
    if (!knows) {
      await countTry(tx, [match])
      const locks = await recordFailure(tx, loginId, strangers, now)
      tx.afterCommit(() => recordSignIn(context, login, 'password.wrong'))
      if (locks) tx.afterCommit(() => recordSignIn(context, login, 'login.locked'))
      return passwordExists({ field: 'password' })
    }
    await useCode(tx, match.codeId, loginId)
    await confirm(tx, match, shown)
    if (match.sentOnly) await proveByPhone(tx, loginId)
    await notifyOfActivation(tx, context, login, match)
    tx.afterCommit(() => recordSignIn(context, login, 'account.activated', match.cooperativeId))
    return null
  }
  // Only now: a stranger without the code must not learn whose name it is that a password contains.
  refusePersonal(password, await findKnown(tx, loginId))
  await useCode(tx, match.codeId, loginId)
  await setPassword(tx, loginId, newHash)
  if (match.purpose === 'activation' && login.kind === 'member') await confirm(tx, match, shown)
  else await confirmAllMemberships(tx, loginId)
  if (match.purpose === 'reset' || match.sentOnly) await proveByPhone(tx, loginId)
  await closeSessions(tx, loginId, 'password_reset')
  await clearFailures(tx, loginId)
  const done = match.purpose === 'reset' ? 'password.reset' : 'account.activated'
  tx.afterCommit(() => recordSignIn(context, login, done, match.cooperativeId))
  if (match.purpose === 'activation') await notifyOfActivation(tx, context, login, match)
  if (match.purpose === 'reset') await notifyOwner(tx, context, login, 'security', loginTexts.passwordReset(login))
  return null
}

/** On each channel that the member's record has: whoever holds a code may not be the member. */
async function notifyOfActivation(
  tx: Tx,
  { messagesWaiting }: Context,
  login: LoginRow,
  { cooperativeId, memberId }: CodeRow,
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
  if (!cooperativeId || !memberId) refuse(resetCodeWrong({ field: 'code' }))
  await confirmMembership(tx, cooperativeId, memberId)
  // What a new member was shown when they set their first password.
  if (shown === noticeVersion)
    await insert(tx, 'app.consent', { cooperativeId, memberId, version: shown }, { unlessThere: true })
}
