import type { openSignIn as contract } from '#features/access/login/own-login.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import { signInTicketLifetime } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { refuseWhileLocked } from './check-password.ts'
import { openCooperativeSession } from './login-cooperative.ts'
import { openMemberSession } from './login-member.ts'
import { findLinkedLogin } from './queries.ts'
import { startSecondStep } from './start-second-step.ts'
import { spendArrival, takeCode, touchIdentity } from './store.ts'

/** Opens the login that this person is linked to, or begins its second step; without one answers a ticket. Refuses as logging in with a password does, and sign_in_expired. */
export async function openSignIn(
  { database, thirdParties, now }: Context,
  caller: Caller,
  { code, keepSignedIn = false }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const { signIn: browser } = caller
  if (browser === undefined) return refuse('sign_in_expired', { field: 'code' })
  return database.auth(async (tx) => {
    const ticket = newToken()
    const expiresAt = new Date(now.getTime() + signInTicketLifetime)
    const arrival =
      (await takeCode(tx, tokenHash(code), tokenHash(browser), now, { hash: tokenHash(ticket), expiresAt })) ??
      refuse('sign_in_expired', { field: 'code' })
    const identity = {
      provider: arrival.provider,
      name: arrival.name,
      email: arrival.email,
      isSandbox: thirdParties.some(({ name, isSandbox }) => isSandbox && name === arrival.provider),
    }
    const nobodyYet = {
      identity,
      ticket,
      secondStepTicket: null,
      cooperative: null,
      member: null,
      memberships: [],
      accessToken: null,
      refreshToken: null,
    }
    // Who signs up a cooperative may be a member elsewhere, and still wants a cooperative.
    const login =
      arrival.purpose === 'link'
        ? undefined
        : await findLinkedLogin(tx, arrival, arrival.kind, arrival.purpose === 'login')
    if (!login) return nobodyYet
    await refuseWhileLocked(tx, caller, login, now)
    const second = await startSecondStep(tx, caller, now, login, keepSignedIn)
    if (second) {
      await spendArrival(tx, arrival.arrivalId)
      await touchIdentity(tx, login.identityId)
      return { ...nobodyYet, ticket: null, secondStepTicket: second.ticket }
    }
    const opened =
      login.kind === 'cooperative'
        ? { member: null, memberships: [], ...(await openCooperativeSession(tx, caller, now, login, keepSignedIn)) }
        : { cooperative: null, ...(await openMemberSession(tx, caller, now, login, keepSignedIn)) }
    await spendArrival(tx, arrival.arrivalId)
    await touchIdentity(tx, login.identityId)
    caller.keepSignIn(undefined)
    return { ...nobodyYet, ticket: null, ...opened }
  })
}
