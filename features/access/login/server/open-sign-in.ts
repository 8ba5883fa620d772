import * as z from 'zod/mini'
import type { IdentityId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as own from '#features/access/login/own-login.ts'
import { signInCodeLifetime, signInLifetime, signInTicketLifetime } from '#features/access/login/rules/session.ts'
import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import { openAction, signedInAction } from '#platform/action.ts'
import { seal, unseal } from '#platform/credentials/sealing.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { insert, remove, transactionTime, update } from '#platform/db/write.ts'
import { checkOwnPassword, refuseWhileLocked } from './check-password.ts'
import { openCooperativeSession, openMemberSession, startSecondStep } from './open-session.ts'
import { notifyOwner } from './notify-owner.ts'
import { findIdentity, findLinkedLogin, findLogin } from './reads.ts'
import { takeCode, takeTicket } from './writes.ts'

const signInUnavailable = refusal(
  'sign_in_unavailable',
  404,
  'No other way to sign in is set up here. Log in with your password.',
)
const identityTaken = refusal('identity_taken', 409, 'This sign-in already opens another login. Unlink it there first.')

/** What a browser keeps, unreadable to it, while its owner is at the third party. */
const underWay = z.object({
  flow: z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirectUri: z.string() }),
  /** An answer of another one is not taken for its: who began there must come back from there. */
  provider: z.string(),
  purpose: z.enum(own.signInPurposes),
  kind: z.enum(own.signInKinds),
  until: z.number(),
})
export type SignInUnderWay = z.output<typeof underWay>

/** Sends the browser to a third party. Refuses: sign_in_unavailable. */
export const startSignIn = openAction(
  own.startSignIn,
  async ({ thirdParties, secret, now, log }, caller, { purpose, kind = 'cooperative', provider }) => {
    const thirdParty = provider === undefined ? thirdParties[0] : thirdParties.find(({ name }) => name === provider)
    if (!thirdParty) return refuse(signInUnavailable())
    // Otherwise a link from elsewhere could sign in a person who is logged in at the third party and expects no such thing.
    if (caller.isFromOtherSite) return { location: `${pageFor({ purpose, kind })}#problem=elsewhere` }
    try {
      const { location, flow } = await thirdParty.begin(caller.origin)
      caller.keepSignIn(
        sealSignIn(secret, { flow, provider: thirdParty.name, purpose, kind, until: now.getTime() + signInLifetime }),
      )
      return { location }
    } catch (error) {
      // A link brought the person here: they get a page of ours that says so, not an error in JSON.
      log.error({ error }, 'the third party could not be reached')
      return { location: `${pageFor({ purpose, kind })}#problem=unreachable` }
    }
  },
)

/** The page of ours from which somebody set out, and at which they arrive. */
function pageFor({ purpose, kind }: Pick<SignInUnderWay, 'purpose' | 'kind'>): string {
  if (purpose === 'signup') return '/signup'
  if (purpose === 'login') return kind === 'member' ? '/sign-in?kind=member' : '/sign-in'
  return kind === 'member' ? '/member/settings?tab=security' : '/coop/settings?tab=security'
}

export function sealSignIn(secret: Buffer, content: SignInUnderWay): string {
  return seal(sealKey(secret), JSON.stringify(content)).toString('base64url')
}

/** What was sealed, or undefined where it was not by this server or has been kept too long. */
export function unsealSignIn(secret: Buffer, sealed: string, now: Date): SignInUnderWay | undefined {
  try {
    const content = z.parse(underWay, JSON.parse(unseal(sealKey(secret), Buffer.from(sealed, 'base64url'))))
    return content.until > now.getTime() ? content : undefined
  } catch {
    // Whatever a stranger puts into the cookie fails here, and none of it means more than "not ours".
    return undefined
  }
}

function sealKey(secret: Buffer): string {
  return `sign-in ${secret.toString('base64url')}`
}

/**
 * Takes whom the third party sends back, and leads the browser to a page of ours with a code that works once, for a
 * minute, and in this browser only. The page is one of four: no address from outside decides where anybody goes. Refuses: sign_in_unavailable.
 */
export const returnFromSignIn = openAction(own.returnFromSignIn, async (context, caller) => {
  const { thirdParties, secret, now, log, database } = context
  if (thirdParties.length === 0) return refuse(signInUnavailable())
  const started = caller.signIn === undefined ? undefined : unsealSignIn(secret, caller.signIn, now)
  if (!started) return { location: '/sign-in#problem=expired' }
  const page = pageFor(started)
  const thirdParty = thirdParties.find(({ name }) => name === started.provider)
  // A way back that this browser did not set out on, perhaps from another site, ends no sign-in that is under way.
  const answer = new URLSearchParams(caller.query)
  if (!thirdParty || answer.get('state') !== started.flow.state) return { location: `${page}#problem=failed` }
  const leave = (problem: 'cancelled' | 'expired' | 'failed') => {
    caller.keepSignIn(undefined)
    return { location: `${page}#problem=${problem}` }
  }
  if (answer.has('error')) return leave('cancelled')
  try {
    const { issuer, subject, email, name } = await thirdParty.finish(caller.query, started.flow)
    const code = newToken()
    const browser = newToken()
    const { purpose, kind, flow } = started
    const arrival = {
      ...{ arrivalId: newId(), purpose, kind, stage: 'code' as const, provider: thirdParty.name },
      ...{ issuer, subject, email, name },
      ...{ stateHash: tokenHash(flow.state), codeHash: tokenHash(code), browserHash: tokenHash(browser) },
      expiresAt: new Date(now.getTime() + signInCodeLifetime),
    }
    // A state comes back once.
    const isNew = await database.auth((tx) => insert(tx, 'platform.arrival', arrival, { unlessThere: true }))
    if (!isNew) return leave('expired')
    caller.keepSignIn(browser)
    return { location: `${page}#code=${code}` }
  } catch (error) {
    // The error itself may carry what the third party sent.
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in with the third party failed')
    return leave('failed')
  }
})

/** Opens the login that this person is linked to, or begins its second step; without one answers a ticket. Refuses as logging in with a password does, and sign_in_expired. */
export const openSignIn = openAction(
  own.openSignIn,
  async ({ database, thirdParties, now }, caller, { code, keepSignedIn: keep = false }) => {
    const { signIn: browser } = caller
    if (browser === undefined) return refuse('sign_in_expired', { field: 'code' })
    return database.auth(async (tx) => {
      const ticket = newToken()
      const expiresAt = new Date(now.getTime() + signInTicketLifetime)
      const { arrivalId, purpose, kind, ...person } =
        (await takeCode(tx, tokenHash(code), tokenHash(browser), now, { hash: tokenHash(ticket), expiresAt })) ??
        refuse('sign_in_expired', { field: 'code' })
      const { provider, name, email } = person
      const isSandbox = thirdParties.some((each) => each.isSandbox && each.name === provider)
      const nothing = {
        ...{ identity: { provider, name, email, isSandbox }, ticket: null, secondStepTicket: null },
        ...{ cooperative: null, member: null, memberships: [], accessToken: null, refreshToken: null },
      }
      // Who signs up a cooperative may be a member elsewhere, and still wants a cooperative.
      const login = purpose === 'link' ? undefined : await findLinkedLogin(tx, person, kind, purpose === 'login')
      if (!login) return { ...nothing, ticket }
      await refuseWhileLocked(tx, caller, login, now)
      const second = await startSecondStep(tx, caller, now, login, keep)
      const opened = second
        ? { secondStepTicket: second.ticket }
        : login.kind === 'cooperative'
          ? await openCooperativeSession(tx, caller, now, login, keep)
          : await openMemberSession(tx, caller, now, login, keep)
      await update(tx, 'platform.arrival', { arrivalId }, { stage: 'used' })
      await update(tx, 'platform.identity', { identityId: login.identityId }, { lastUsedAt: transactionTime })
      if (!second) caller.keepSignIn(undefined)
      return { ...nothing, ...opened }
    })
  },
)

/**
 * Lets the person behind a ticket open the own login. The ticket works only in the browser that got it, so no one can
 * slip their own into another's page, and the password only where its owner sits.
 * Refuses: not_permitted, current_password_wrong, account_locked, sign_in_expired, identity_taken.
 */
export const linkIdentity = signedInAction(
  own.linkIdentity,
  async (context, { loginId }, { ticket, password }, caller) => {
    const { database, now } = context
    const login = await database.auth((tx) => findLogin(tx, loginId))
    const { kind } = login
    if (kind === 'superadmin' || kind === 'auditor') return refuse('not_permitted')
    const { signIn: browser } = caller
    if (browser === undefined) return refuse('sign_in_expired')
    await checkOwnPassword(context, caller, login, password)

    return database.auth(async (tx) => {
      const person = (await takeTicket(tx, tokenHash(ticket), tokenHash(browser), now)) ?? refuse('sign_in_expired')
      const { issuer, subject, provider, email, name } = person
      const row = { identityId: newId<IdentityId>(), loginId, kind, issuer, subject, provider, email, name }
      await insert(tx, 'platform.identity', row, { unlessThere: true })
      const linked = (await findIdentity(tx, loginId, person)) ?? refuse(identityTaken())
      const text = loginTexts.identityLinked(login, email ?? name ?? 'somebody', provider)
      await notifyOwner(tx, context, login, 'security', text)
      caller.keepSignIn(undefined)
      return linked
    })
  },
)

/** Takes a sign-in off the own login, which keeps its password. Refuses: not_found for anybody else's. */
export const unlinkIdentity = signedInAction(own.unlinkIdentity, async ({ database }, { loginId }, { identityId }) => {
  const count = await database.auth((tx) => remove(tx, 'platform.identity', { loginId, identityId }))
  return count === 1 ? null : refuse('not_found')
})
