import { refuse } from '#core/refusal.ts'
import { signInCodeLifetime } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { insertArrival } from './store.ts'
import { pageFor, unsealSignIn } from './start-sign-in.ts'

/**
 * Takes whom the third party sends back, and leads the browser to a page of ours with a code that works once, for a
 * minute, and in this browser only. The page is one of four: no address from outside decides where anybody goes.
 */
export async function returnFromSignIn(context: Context, caller: Caller): Promise<{ location: string }> {
  const { thirdParties, secret, now, log, database } = context
  if (thirdParties.length === 0) return refuse('sign_in_unavailable')
  const underWay = caller.signIn === undefined ? undefined : unsealSignIn(secret, caller.signIn, now)
  if (!underWay) return { location: '/sign-in#problem=expired' }
  const page = pageFor(underWay)
  const thirdParty = thirdParties.find(({ name }) => name === underWay.provider)
  // A way back that this browser did not set out on, perhaps from another site, ends no sign-in that is under way.
  const answer = new URLSearchParams(caller.query)
  if (!thirdParty || answer.get('state') !== underWay.flow.state) return { location: `${page}#problem=failed` }
  const leave = (problem: 'cancelled' | 'expired' | 'failed') => {
    caller.keepSignIn(undefined)
    return { location: `${page}#problem=${problem}` }
  }
  if (answer.has('error')) return leave('cancelled')
  try {
    const person = await thirdParty.finish(caller.query, underWay.flow)
    const code = newToken()
    const browser = newToken()
    const { purpose, kind, flow } = underWay
    const isNew = await database.auth((tx) =>
      insertArrival(tx, {
        ...person,
        arrivalId: newId(),
        stateHash: tokenHash(flow.state),
        codeHash: tokenHash(code),
        browserHash: tokenHash(browser),
        purpose,
        kind,
        provider: thirdParty.name,
        expiresAt: new Date(now.getTime() + signInCodeLifetime),
      }),
    )
    if (!isNew) return leave('expired')
    caller.keepSignIn(browser)
    return { location: `${page}#code=${code}` }
  } catch (error) {
    // The error itself may carry what the third party sent.
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a sign-in with the third party failed')
    return leave('failed')
  }
}
