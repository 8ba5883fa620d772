import type * as z from 'zod/mini'
import { type Office, officeOf, permissionsOf, whyClosed } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { loginProofField } from '#core/contract/endpoint.ts'
import { fill } from '#core/fill.ts'
import type { PasskeyId, SessionId } from '#core/ids.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { nameAccountHolder as nameAccountHolderContract } from '#features/access/login/account-holder.ts'
import * as contract from '#features/access/login/contract.ts'
import * as own from '#features/access/login/own-login.ts'
import { isTakenFor } from '#features/access/login/rules/account-holder.ts'
import { officeOn, rolesOn } from '#features/access/login/rules/office.ts'
import {
  accessLifetime,
  passkeysMax,
  recoveryCodeCount,
  refreshLifetimes,
  refreshOverlap,
  superAdminPasswordLengthMin,
} from '#features/access/login/rules/session.ts'
import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import * as second from '#features/access/login/second-factors.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { action, openAction, signedInAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import {
  authenticatorUri,
  newAuthenticatorKey,
  newRecoveryCode,
  recoveryCodeHash,
  sealAuthenticatorKey,
  stepOfCode,
  unsealAuthenticatorKey,
} from '#platform/credentials/authenticator.ts'
import { optionsToAdd, optionsToUse, passkeyMade, passkeySite } from '#platform/credentials/passkeys.ts'
import { refuseGuessable, refusePersonal } from '#platform/credentials/password-rules.ts'
import { hashPassword } from '#platform/credentials/passwords.ts'
import { refusePublished } from '#platform/credentials/sample-passwords.ts'
import { newSalt, newToken, successors, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, remove, transactionTime, update } from '#platform/db/write.ts'
import { checkOwnPassword, checkPassword, costOf, refuseGuessing } from './check-password.ts'
import { checkSecondFactor, codeWrong, passkeyExpired, passkeyNotAccepted } from './check-second-factor.ts'
import {
  membershipFrom,
  officeEnded,
  openCooperativeSession,
  openMemberSession,
  openSession,
  openSuperAdminSession,
  sessionMemberFrom,
  startSecondStep,
} from './open-session.ts'
import { notifyOwner } from './notify-owner.ts'
import {
  findCooperativeLogin,
  findKnown,
  findLogin,
  findMemberLogin,
  findOtherOfficers,
  findSuperAdminLogin,
  findTicket,
  isLoggedOut,
  listMemberships,
  listPasskeys,
  lockAuthenticator,
  lockLogin,
  type LoginRow,
  lockPasswordHash,
  lockSessionByRefresh,
  type MembershipRow,
  type RefreshRow,
} from './reads.ts'
import { recordSignIn } from './record-sign-in.ts'
import * as strings from './strings.ts'
import {
  closeSession,
  closeSessions,
  deleteAuthenticator,
  nameCooperativeLogin,
  newChallenge,
  putAuthenticator,
  putRecoveryCodes,
  recordProof,
  rotateSession,
  setPassword,
  takeChallenge,
} from './writes.ts'

const secondStepExpired = refusal('second_step_expired', 422, 'This login took too long. Please log in again.')
const loggedOutByOfficer = refusal(
  'logged_out_by_officer',
  403,
  'An officer of {cooperative} has ended your sessions there. Log out and log in again to open it.',
)
const passwordUnchanged = refusal('password_unchanged', 422, 'This is your current password. Choose another one.')
const secondFactorExists = refusal(
  'second_factor_exists',
  409,
  'Two-step verification is on already. Turn it off first to use another app.',
)
const authenticatorNotStarted = refusal('authenticator_not_started', 409, 'Scan a new QR code first.')
const tooManyPasskeys = refusal('too_many_passkeys', 409, 'You have {count} passkeys already. Remove one first.')
const passkeyExists = refusal(
  'passkey_exists',
  409,
  'This passkey opens a login already. Use another device or password manager.',
)
const nameOfOfficer = refusal(
  'name_of_officer',
  409,
  '{name} is another officer of this cooperative. Enter your own name.',
)

/** Refuses: whatever checkPassword and openCooperativeSession refuse, cooperative_not_found. */
export const loginCooperative = openAction(
  contract.loginCooperative,
  async (context, caller, { identifier, password, keepSignedIn: keep = false }) => {
    const { database, now } = context
    refuseGuessing(context, caller)
    const found = await database.auth((tx) => findCooperativeLogin(tx, identifier))
    const login = await checkPassword(context, caller, found, {
      ...{ identifier, password, cost: 'officer', unknown: 'cooperative_not_found' },
    })
    refusePublished(context, password)
    return database.auth(
      async (tx) =>
        (await startSecondStep(tx, caller, now, login, keep)) ?? openCooperativeSession(tx, caller, now, login, keep),
    )
  },
)

/** Refuses: whatever checkPassword and openMemberSession refuse. */
export const loginMember = openAction(
  contract.loginMember,
  async (context, caller, { phoneNumber: identifier, password, keepSignedIn: keep = false }) => {
    const { database, now } = context
    refuseGuessing(context, caller)
    const found = await database.auth((tx) => findMemberLogin(tx, identifier))
    const login = await checkPassword(context, caller, found, {
      ...{ identifier, password, cost: 'member', unknown: 'invalid_credentials' },
    })
    refusePublished(context, password)
    return database.auth(
      async (tx) =>
        (await startSecondStep(tx, caller, now, login, keep)) ?? openMemberSession(tx, caller, now, login, keep),
    )
  },
)

/** Refuses: whatever checkPassword refuses, first_password_ended. */
export const loginSuperAdmin = openAction(
  contract.loginSuperAdmin,
  async (context, caller, { identifier, password }) => {
    const { database, now } = context
    refuseGuessing(context, caller)
    const found = await database.auth((tx) => findSuperAdminLogin(tx, identifier))
    const login = await checkPassword(context, caller, found, {
      ...{ identifier, password, cost: 'officer', unknown: 'invalid_credentials' },
    })
    if (login.firstPasswordEndsAt && login.firstPasswordEndsAt <= now) refuse('first_password_ended')
    return database.auth(
      async (tx) =>
        (await startSecondStep(tx, caller, now, login, false)) ?? openSuperAdminSession(tx, context, caller, login),
    )
  },
)

/** What a passkey signs at the second step of a login, bound to the ticket of the first. Refuses: second_step_expired. */
export const challengeSecondStep = openAction(second.challengeSecondStep, async (context, caller, { ticket }) => {
  const { database, now } = context
  refuseGuessing(context, caller)
  const { signIn: browser } = caller
  if (browser === undefined) return refuse(secondStepExpired())
  return database.auth(async (tx) => {
    const { loginId } =
      (await findTicket(tx, tokenHash(ticket), tokenHash(browser), now)) ?? refuse(secondStepExpired())
    const challenge = await newChallenge(tx, { loginId, purpose: 'login', boundTo: ticket }, now)
    return optionsToUse(passkeySite(context, caller), challenge, await listPasskeys(tx, loginId))
  })
})

/** Opens the session of a login whose first step is done. Refuses: second_step_expired, whatever checkSecondFactor refuses, and what closes the login. */
export const openSecondStep = openAction(second.openSecondStep, async (context, caller, { ticket, ...proof }) => {
  const { database, now } = context
  refuseGuessing(context, caller)
  const { signIn: browser } = caller
  if (browser === undefined) return refuse(secondStepExpired())
  return database.auth(async (tx) => {
    const ticketHash = tokenHash(ticket)
    const { loginId, keep } = (await findTicket(tx, ticketHash, tokenHash(browser), now)) ?? refuse(secondStepExpired())
    // Locked as by a change of the password, which would make the ticket worthless.
    await lockLogin(tx, loginId)
    const login = await findLogin(tx, loginId)
    const asked = { purpose: 'login', boundTo: ticket } as const
    const refused = await checkSecondFactor(tx, context, caller, login, proof, asked)
    if (refused) return refused
    if ((await remove(tx, 'platform.login_ticket', { ticketHash })) === 0) refuse(secondStepExpired())
    const nothing = { cooperative: null, member: null, memberships: [], superAdmin: null }
    if (login.kind === 'superadmin') return { ...nothing, ...(await openSuperAdminSession(tx, context, caller, login)) }
    return login.kind === 'member'
      ? { ...nothing, ...(await openMemberSession(tx, caller, now, login, keep)) }
      : { ...nothing, ...(await openCooperativeSession(tx, caller, now, login, keep)) }
  })
})

/**
 * Moves a signed-in person to another of their cooperatives or roles; the session that they leave ends, and the new one
 * ends no later than that one would have. Refuses: not_found, whatever closes the cooperative, office_ended,
 * not_permitted, login_not_proved, logged_out_by_officer, session_expired.
 */
export const switchMembership = signedInAction(
  contract.switchMembership,
  ({ database, now }, { loginId, sessionId, proofMissing }, { cooperativeId, role }, caller) =>
    database.auth(async (tx) => {
      const memberships = await listMemberships(tx, loginId)
      const wanted = memberships.find((row) => row.cooperativeId === cooperativeId) ?? refuse('not_found')
      const closed = whyClosed(wanted.cooperativeStatus)
      if (closed) refuse(closed)
      const today = dayIn(now)
      const { memberId, cooperativeName: cooperative } = wanted
      const office = officeOf(rolesOn(wanted.roles, wanted.officeEndsOn, today))
      if (role === 'coop_admin' && office === undefined) {
        return officeOf(wanted.roles) && wanted.officeEndsOn
          ? refuse(officeEnded({ on: dayText(wanted.officeEndsOn) }))
          : refuse('not_permitted')
      }
      // An officer acts for everybody, so a code that another officer saw does not make one.
      if (role === 'coop_admin' && proofMissing) refuse('login_not_proved', { field: loginProofField })
      if (await isLoggedOut(tx, sessionId, cooperativeId, memberId)) refuse(loggedOutByOfficer({ cooperative }))
      const { keep, expiresAt } = (await closeSession(tx, sessionId, 'switched')) ?? refuse('session_expired')

      // From here on the switch must succeed.
      const tokens = await openSession(tx, caller, now, {
        ...{ loginId, role, cooperativeId, memberId, keepSignedIn: keep },
        replaces: { sessionId, expiresAt },
      })
      return {
        member: sessionMemberFrom(wanted, today),
        cooperative: role === 'coop_admin' ? cooperativeOf(wanted, office ?? 'admin') : null,
        memberships: memberships.filter((row) => row !== wanted).map((row) => membershipFrom(row, today)),
        ...tokens,
      }
    }),
)

function cooperativeOf(row: MembershipRow, office: Office | 'admin'): z.output<typeof contract.sessionCooperative> {
  return {
    id: row.cooperativeId,
    coop_id: row.coopId,
    name: row.cooperativeName,
    phone: row.cooperativePhone,
    email: row.cooperativeEmail,
    status: row.cooperativeStatus,
    memberId: row.memberId,
    office,
    ...(office !== 'admin' && { permissions: permissionsOf(office) }),
  }
}

/** Exchanges a refresh token. One that was spent before ends its session: somebody else holds a copy. */
export const refreshSession = openAction(contract.refreshSession, ({ database, now, log }, _caller, { refreshToken }) =>
  database.auth(async (tx) => {
    const session = await lockSessionByRefresh(tx, tokenHash(refreshToken))
    if (!session || session.endedAt || session.expiresAt <= now || hasLostOffice(session, now))
      return new Refusal('session_expired')
    const { standing, refreshExpiresAt, rotationSalt, sessionId } = session
    if (standing === 'current')
      return refreshExpiresAt > now ? rotate(tx, session, refreshToken, now) : new Refusal('session_expired')
    if (standing === 'previous' && rotationSalt && isWithinOverlap(session, now)) {
      const tokens = successors(refreshToken, rotationSalt)
      return { ...tokens, token: tokens.accessToken }
    }
    // Returned, not thrown: the end of the session must be kept.
    log.warn({ sessionId }, 'a spent refresh token came back; its session was ended')
    await closeSession(tx, sessionId, 'refresh_reused')
    return new Refusal('session_expired')
  }),
)

/** An officer's session is not carried on past their office. */
function hasLostOffice(session: RefreshRow, now: Date): boolean {
  return session.role === 'coop_admin' && officeOn(session, dayIn(now)) === undefined
}

function isWithinOverlap({ rotatedAt }: RefreshRow, now: Date): boolean {
  return rotatedAt !== null && now.getTime() - rotatedAt.getTime() <= refreshOverlap
}

async function rotate(tx: Tx, session: RefreshRow, refreshToken: string, now: Date) {
  const salt = newSalt()
  const tokens = successors(refreshToken, salt)
  const { idle } = refreshLifetimes(session.role, session.keep)
  const until = (milliseconds: number) => new Date(Math.min(now.getTime() + milliseconds, session.expiresAt.getTime()))
  await rotateSession(tx, session.sessionId, {
    accessHash: tokenHash(tokens.accessToken),
    accessExpiresAt: until(accessLifetime),
    refreshHash: tokenHash(tokens.refreshToken),
    refreshExpiresAt: until(idle),
    salt,
  })
  return { ...tokens, token: tokens.accessToken }
}

export const logout = signedInAction(contract.logout, async ({ database }, { sessionId }) => {
  await database.auth((tx) => closeSession(tx, sessionId, 'logged_out'))
  return null
})

/** Ends one of the own sessions. Refuses: not_found for an ended one and for anybody else's. */
export const endSession = signedInAction(own.endSession, async ({ database }, { loginId }, { sessionId }) => {
  const session = { sessionId, loginId, endedAt: null }
  const ended = { endedAt: transactionTime, endReason: 'ended_by_owner' }
  const count = await database.auth((tx) => update(tx, 'platform.session', session, ended))
  return count === 1 ? null : refuse('not_found')
})

export const endOtherSessions = signedInAction(own.endOtherSessions, async ({ database }, { loginId, sessionId }) => {
  await database.auth((tx) => closeSessions(tx, loginId, 'ended_by_owner', sessionId))
  return null
})

/** Sets a new password of the own login; every other session of it ends. Refuses: current_password_wrong, account_locked, password_unchanged, a password that others would guess. */
export const changePassword = signedInAction(
  own.changePassword,
  async (context, { role, loginId, sessionId }, { currentPassword, password }, caller) => {
    const { database, passwordLengthMin: lengthMin, sampleIsOpen } = context
    const passwordLengthMin = role === 'superadmin' ? Math.max(lengthMin, superAdminPasswordLengthMin) : lengthMin
    refuseGuessable(password, { passwordLengthMin, sampleIsOpen })
    const { login, known } = await database.auth(async (tx) => ({
      login: await findLogin(tx, loginId),
      known: await findKnown(tx, loginId),
    }))
    refusePersonal(password, known)
    await checkOwnPassword(context, caller, login, currentPassword, 'currentPassword')
    if (password === currentPassword) refuse(passwordUnchanged({ field: 'password' }))
    const passwordHash = await hashPassword(password, costOf(login))

    await database.auth(async (tx) => {
      // Locked and read again: a reset that came in between has ended this session, and its password is valid.
      if ((await lockPasswordHash(tx, loginId)) !== login.passwordHash) refuse('session_expired')
      await setPassword(tx, loginId, passwordHash)
      await closeSessions(tx, loginId, 'password_changed', sessionId)
      // Codes on their way would undo the password that was just chosen.
      await update(tx, 'platform.code', { loginId, purpose: 'reset', usedAt: null }, { usedAt: transactionTime })
      await notifyOwner(tx, context, login, 'security', loginTexts.passwordChanged(login))
    })
    return null
  },
)

/** What a passkey signs to show once more who is there, bound to the session. */
export const challengeIdentity = signedInAction(
  second.challengeIdentity,
  (context, { loginId, sessionId }, _input, caller) =>
    context.database.auth(async (tx) => {
      const challenge = await newChallenge(tx, { loginId, purpose: 'step_up', boundTo: sessionId }, context.now)
      return optionsToUse(passkeySite(context, caller), challenge, await listPasskeys(tx, loginId))
    }),
)

/** Takes the password, a code or a passkey from the person behind a session, and gives it another access token: a copy of the one before proves nothing. Refuses: current_password_wrong, account_locked, whatever checkSecondFactor refuses. */
export const proveIdentity = signedInAction(
  second.proveIdentity,
  async (context, { loginId, sessionId, cooperativeId }, { password, ...proof }, caller) => {
    const { database, now } = context
    const login = await database.auth((tx) => findLogin(tx, loginId))
    if (password !== undefined) await checkOwnPassword(context, caller, login, password)
    return database.auth(async (tx) => {
      const asked = { purpose: 'step_up', boundTo: sessionId } as const
      const refused =
        password === undefined ? await checkSecondFactor(tx, context, caller, login, proof, asked) : undefined
      if (refused) return refused
      const accessToken = newToken()
      const access = { hash: tokenHash(accessToken), expiresAt: new Date(now.getTime() + accessLifetime) }
      await recordProof(tx, sessionId, now, access)
      tx.afterCommit(() => recordSignIn(context, login, 'identity.confirmed', cooperativeId))
      return { accessToken }
    })
  },
)

/** Makes the key for an authenticator app of the own login. Refuses: current_password_wrong, account_locked, second_factor_exists. */
export const startAuthenticator = signedInAction(
  second.startAuthenticator,
  async (context, { loginId }, { password }, caller) => {
    const { database, secret } = context
    const login = await database.auth((tx) => findLogin(tx, loginId))
    await checkOwnPassword(context, caller, login, password)
    const key = newAuthenticatorKey()
    const isSaved = await database.auth((tx) =>
      putAuthenticator(tx, loginId, sealAuthenticatorKey(secret, loginId, key)),
    )
    return isSaved ? { key, uri: authenticatorUri(key, login.name) } : refuse(secondFactorExists())
  },
)

/**
 * Adds the authenticator app to the own login with a first code; beside a passkey the recovery codes stay as they are.
 * Refuses: authenticator_not_started, second_factor_exists, second_factor_code_wrong.
 */
export const confirmAuthenticator = signedInAction(
  second.confirmAuthenticator,
  (context, { loginId, sessionId }, { code }) =>
    context.database.auth(async (tx) => {
      const { secret, now } = context
      await lockLogin(tx, loginId)
      const login = await findLogin(tx, loginId)
      const authenticator = (await lockAuthenticator(tx, loginId)) ?? refuse(authenticatorNotStarted())
      if (authenticator.confirmedAt) refuse(secondFactorExists())
      const key = unsealAuthenticatorKey(secret, loginId, authenticator.sealedKey)
      const lastStep = stepOfCode(key, code.replaceAll(/\s/g, ''), now) ?? refuse(codeWrong({ field: 'code' }))

      // From here on it must succeed.
      await update(tx, 'platform.authenticator', { loginId }, { confirmedAt: transactionTime, lastStep })
      tx.afterCommit(() => recordSignIn(context, login, 'authenticator.added'))
      return { recoveryCodes: await secondFactorAdded(tx, context, login, sessionId, 'authenticator') }
    }),
)

/** Removes the authenticator app of the own login; the last second factor turns two-step verification off. Refuses: not_found. */
export const removeAuthenticator = signedInAction(second.removeAuthenticator, (context, { loginId }) =>
  context.database.auth(async (tx) => {
    await lockLogin(tx, loginId)
    if (!(await deleteAuthenticator(tx, loginId))) refuse('not_found')
    return secondFactorRemoved(tx, context, await findLogin(tx, loginId), 'authenticator')
  }),
)

/** What a browser makes a passkey of the own login with. Refuses: current_password_wrong, account_locked, too_many_passkeys. */
export const startPasskey = signedInAction(
  second.startPasskey,
  async (context, { loginId, sessionId }, { password }, caller) => {
    const { database, now } = context
    const login = await database.auth((tx) => findLogin(tx, loginId))
    await checkOwnPassword(context, caller, login, password)
    return database.auth(async (tx) => {
      const known = await listPasskeys(tx, loginId)
      if (known.length >= passkeysMax) refuse(tooManyPasskeys({ count: passkeysMax }))
      const challenge = await newChallenge(tx, { loginId, purpose: 'add', boundTo: sessionId }, now)
      return optionsToAdd(passkeySite(context, caller), challenge, { loginId, name: login.name }, known)
    })
  },
)

/**
 * Adds the passkey that the browser of this session made, and spends its challenge whether it was right or not.
 * Refuses: passkey_expired, passkey_not_accepted, passkey_exists, too_many_passkeys.
 */
export const addPasskey = signedInAction(
  second.addPasskey,
  (context, { loginId, sessionId }, { name, passkey: made }, caller) =>
    context.database.auth(async (tx) => {
      await lockLogin(tx, loginId)
      const login = await findLogin(tx, loginId)
      const challenge = await takeChallenge(tx, { loginId, purpose: 'add', boundTo: sessionId }, context.now)
      if (challenge === undefined) return passkeyExpired({ field: 'passkey' })
      const passkey = await passkeyMade(passkeySite(context, caller), challenge, made)
      if (!passkey) return passkeyNotAccepted({ field: 'passkey' })
      if ((await listPasskeys(tx, loginId)).length >= passkeysMax) return tooManyPasskeys({ count: passkeysMax })
      const row = { ...passkey, passkeyId: newId<PasskeyId>(), loginId, transports: made.transports, name }
      if (!(await insert(tx, 'platform.passkey', row, { unlessThere: true }))) return passkeyExists()

      // From here on it must succeed.
      tx.afterCommit(() => recordSignIn(context, login, 'passkey.added'))
      return { recoveryCodes: await secondFactorAdded(tx, context, login, sessionId, 'passkey') }
    }),
)

/** Removes a passkey of the own login; the last second factor turns two-step verification off. Refuses: not_found. */
export const removePasskey = signedInAction(second.removePasskey, (context, { loginId }, { passkeyId }) =>
  context.database.auth(async (tx) => {
    await lockLogin(tx, loginId)
    if ((await remove(tx, 'platform.passkey', { loginId, passkeyId })) === 0) refuse('not_found')
    return secondFactorRemoved(tx, context, await findLogin(tx, loginId), 'passkey')
  }),
)

/**
 * Notifies the owner of a login of a second factor that was added. With the first one come the recovery codes, which are answered, and
 * every session ends that was opened without one.
 */
async function secondFactorAdded(
  tx: Tx,
  context: Context,
  login: LoginRow,
  sessionId: SessionId,
  factor: Parameters<typeof loginTexts.factorAdded>[1],
): Promise<string[]> {
  const { loginId } = login
  if (login.hasSecondFactor) {
    await notifyOwner(tx, context, login, 'security', loginTexts.factorAdded(login, factor))
    return []
  }
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes = recoveryCodes.map((each) => recoveryCodeHash(context.secret, loginId, each))
  await putRecoveryCodes(tx, loginId, hashes)
  await closeSessions(tx, loginId, 'second_factor_set', sessionId)
  await update(tx, 'platform.session', { sessionId }, { provedAt: context.now })
  await notifyOwner(tx, context, login, 'security', loginTexts.twoStepsOn(login))
  return recoveryCodes
}

/**
 * Notifies the owner of a login, as it is now, of a second factor that was removed; with the last one the recovery codes go. Tickets of a
 * first step end.
 */
async function secondFactorRemoved(
  tx: Tx,
  context: Context,
  login: LoginRow,
  factor: 'authenticator' | 'passkey',
): Promise<null> {
  const { loginId, hasSecondFactor: hasAnother } = login
  await remove(tx, 'platform.login_ticket', { loginId })
  tx.afterCommit(() => recordSignIn(context, login, `${factor}.removed`))
  if (!hasAnother) await remove(tx, 'platform.recovery_code', { loginId })
  const text = loginTexts.secondFactorEnded(login, hasAnother ? `${factor}_removed` : 'two_steps_off')
  await notifyOwner(tx, context, login, 'security', text)
  return null
}

/**
 * Names the officer who uses the cooperative's own login. Others read this name beside approvals, so it is no other officer's, and the
 * officers are notified. Refuses: name_of_officer, and not_permitted to who has a login of their own, because they don't use this one.
 */
export const nameAccountHolder = action(
  nameAccountHolderContract,
  async ({ tx, actor: { memberId, loginId, cooperativeId, name: before } }, { name, post }) => {
    if (memberId !== undefined) refuse('not_permitted')
    const officer = (await findOtherOfficers(tx, loginId)).find((other) => isTakenFor(name, other.name))
    if (officer) refuse(nameOfOfficer({ field: 'name', name: officer.name }))
    const actsAs = `${name}, ${post}`

    // From here on it must succeed.
    await nameCooperativeLogin(tx, name, post)
    if (actsAs !== before)
      notifyOfficers(tx, cooperativeId, {
        ...{ type: 'warning', message: fill(strings.theOwnLoginIsNow, { actsAs, before }) },
      })
    return { actsAs }
  },
)
