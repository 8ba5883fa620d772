import type * as Client from 'openid-client'
import type { SignInFlow, ThirdParty, ThirdPartyPerson } from '#platform/context.ts'

export const callbackPath = '/auth/oidc/callback'

export type ThirdPartySettings = {
  name: string
  isSandbox: boolean
  /** Known once the server listens, where the issuer is part of it. */
  issuer: () => string
  clientId: string
  clientSecret: string
  /** The origins to which this server may have people led back, the usual one first. */
  origins: () => readonly string[]
}

/** An OpenID Connect issuer: code flow with PKCE, state and nonce. The library and the issuer's description load when first needed. */
export function openIdThirdParty(settings: ThirdPartySettings): ThirdParty {
  let ready: Promise<{ client: typeof Client; configuration: Client.Configuration }> | undefined
  const prepare = () => {
    ready ??= discover(settings)
    // An issuer that was away a moment ago is asked again the next time.
    ready.catch(() => (ready = undefined))
    return ready
  }
  return {
    name: settings.name,
    isSandbox: settings.isSandbox,
    async begin(origin) {
      const { client, configuration } = await prepare()
      const origins = settings.origins()
      const home = origins.includes(origin) ? origin : origins[0]
      const flow: SignInFlow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        redirectUri: `${home}${callbackPath}`,
      }
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: flow.redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        // The sandbox asks each time as whom one signs in.
        ...(settings.isSandbox && { prompt: 'login' }),
      })
      return { location: location.href, flow }
    },
    async finish(query, flow) {
      const { client, configuration } = await prepare()
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${flow.redirectUri}?${query}`), {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The third party sent no ID token')
      const more =
        claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims
      return personFrom(settings, claims.sub, more)
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: ThirdPartySettings) {
  const client = await import('openid-client')
  const url = new URL(issuer())
  // Only an issuer on this very machine is spoken to in the clear; the configuration refuses any other.
  const insecure = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
  // The library takes TLS for proof of who made an ID token; its signature is checked too, so that a proxy in between proves nothing.
  const execute = [...insecure, client.enableNonRepudiationChecks]
  return {
    client,
    configuration: await client.discovery(url, clientId, clientSecret, undefined, { execute, timeout: 10 }),
  }
}

function personFrom(
  { isSandbox, issuer }: ThirdPartySettings,
  subject: string,
  claims: Record<string, unknown>,
): ThirdPartyPerson {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 254) : null)
  // The sandbox is at another address after each change of port, and its people stay the same.
  return { issuer: isSandbox ? 'sandbox' : issuer(), subject, email: text(claims['email']), name: text(claims['name']) }
}
