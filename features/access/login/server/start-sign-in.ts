import * as z from 'zod/mini'
import { signInKinds, signInPurposes, type startSignIn as contract } from '#features/access/login/own-login.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import { signInLifetime } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { seal, unseal } from '#platform/credentials/sealing.ts'

/** What a browser keeps, unreadable to it, while its owner is at the third party. */
const underWay = z.object({
  flow: z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), redirectUri: z.string() }),
  /** An answer of another one is not taken for its: who began there must come back from there. */
  provider: z.string(),
  purpose: z.enum(signInPurposes),
  kind: z.enum(signInKinds),
  until: z.number(),
})
export type SignInUnderWay = z.output<typeof underWay>

export async function startSignIn(
  { thirdParties, secret, now, log }: Context,
  caller: Caller,
  { purpose, kind = 'cooperative', provider }: Parsed<typeof contract>,
): Promise<{ location: string }> {
  const thirdParty = provider === undefined ? thirdParties[0] : thirdParties.find(({ name }) => name === provider)
  if (!thirdParty) return refuse('sign_in_unavailable')
  // Whoever is logged in at the third party would otherwise be signed in here by a link that they did not expect to.
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
}

/** The page of ours from which somebody set out, and at which they arrive. */
export function pageFor({ purpose, kind }: Pick<SignInUnderWay, 'purpose' | 'kind'>): string {
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
