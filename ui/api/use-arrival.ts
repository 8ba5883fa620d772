import { useEffect, useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import { openSignIn } from '#features/access/login/own-login.ts'
import { session } from '#ui/session/session.ts'
import { type SessionUser, userOfCooperative, userOfMember } from '#ui/session/session-user.ts'
import { sentence } from './api-error.ts'
import { call } from './call.ts'
import * as strings from './strings.ts'

type Met = { identity: Replied<typeof openSignIn>['identity']; ticket: string }

/** What became of a visit to a third party: nothing yet, an open session, a second step to do, a person whom no login knows, or why not. */
export type Arrival =
  | { state: 'none' }
  | { state: 'pending' }
  | { state: 'opened'; user: SessionUser }
  | { state: 'second-step'; ticket: string; keep: boolean }
  | ({ state: 'unlinked' } & Met)
  | { state: 'failed'; why: string }

const problems: Record<string, string> = {
  cancelled: strings.theSignInWasCancelled,
  expired: strings.thisSignInWasUsed,
  failed: strings.theSignInDidNot,
  elsewhere: strings.anotherWebsiteTriedToSign,
  unreachable: strings.noOneAnsweredTherePlease,
}

// A code works once, however often a page begins to draw.
const exchanged = new Map<string, Promise<Arrival>>()

/** Takes the code that the way back from a third party left behind the # of this page, and exchanges it. */
export function useArrival(): Arrival {
  const [{ code, problem }] = useState(
    () => Object.fromEntries(new URLSearchParams(location.hash.slice(1))) as { code?: string; problem?: string },
  )
  const [arrival, setArrival] = useState<Arrival>(() =>
    problem
      ? { state: 'failed', why: problems[problem] ?? problems['failed'] ?? '' }
      : { state: code ? 'pending' : 'none' },
  )
  useEffect(() => {
    if (code === undefined && problem === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    if (code === undefined) return
    let isGone = false
    const exchange = exchanged.get(code) ?? open(code)
    exchanged.set(code, exchange)
    void (async () => {
      const next = await exchange
      if (!isGone) setArrival(next)
    })()
    return () => {
      isGone = true
    }
  }, [code, problem])
  return arrival
}

async function open(code: string): Promise<Arrival> {
  const keepSignedIn = sessionStorage.getItem('keep_signed_in') !== '0'
  sessionStorage.removeItem('keep_signed_in')
  try {
    const { ticket, secondStepTicket, identity, cooperative, member, memberships, accessToken, refreshToken } =
      await call(openSignIn, { code, keepSignedIn })
    if (ticket !== null) return { state: 'unlinked', ticket, identity }
    if (secondStepTicket !== null) return { state: 'second-step', ticket: secondStepTicket, keep: keepSignedIn }
    const user = cooperative ? userOfCooperative(cooperative) : member && userOfMember(member, memberships)
    if (!user || accessToken === null || refreshToken === null)
      return { state: 'failed', why: problems['failed'] ?? '' }
    session.open(user, { accessToken, refreshToken }, keepSignedIn)
    return { state: 'opened', user }
  } catch (error) {
    return { state: 'failed', why: sentence(error) }
  }
}
