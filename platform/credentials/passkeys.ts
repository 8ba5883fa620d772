import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { LoginId } from '#core/ids.ts'
import { passkeyChallengeLifetime } from '#features/access/login/rules/session.ts'
import type { Caller, Services } from '#platform/context.ts'

/** The place to which passkeys are bound: a browser signs for no other. */
type Site = { origin: string; rpID: string }

/** The server's own address. In a trial also `localhost`, because browsers bind no passkey to an address of digits. */
export function passkeySite(
  { publicUrl, isTrial }: Pick<Services, 'publicUrl' | 'isTrial'>,
  caller: Pick<Caller, 'origin'>,
): Site {
  const own = new URL(publicUrl())
  const local = own.origin.replace('//127.0.0.1', '//localhost')
  const origin = isTrial && caller.origin === local ? local : own.origin
  return { origin, rpID: new URL(origin).hostname }
}

/** ES256, Ed25519 and RS256: what the devices of today sign with. */
const algorithms = [-7, -8, -257]
const publicKey = 'public-key' as const

export type KnownPasskey = { credentialId: string; transports: string[] }

/** What a browser is asked to make a passkey with; the device must check who holds it. */
export function optionsToAdd(
  { rpID }: Site,
  challenge: string,
  { loginId, name }: { loginId: LoginId; name: string },
  known: readonly KnownPasskey[],
) {
  return {
    challenge,
    rp: { id: rpID, name: 'Ajose' },
    user: { id: Buffer.from(loginId.replaceAll('-', ''), 'hex').toString('base64url'), name, displayName: name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: publicKey })),
    excludeCredentials: known.map(described),
    timeout: passkeyChallengeLifetime,
    attestation: 'none' as const,
    authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
  }
}

/** What a browser is asked to sign with one of these. */
export function optionsToUse({ rpID }: Site, challenge: string, known: readonly KnownPasskey[]) {
  return {
    challenge,
    rpId: rpID,
    allowCredentials: known.map(described),
    timeout: passkeyChallengeLifetime,
    userVerification: 'required' as const,
  }
}

const described = ({ credentialId: id, transports }: KnownPasskey) => ({ id, type: publicKey, transports })

export type MadePasskey = { credentialId: string; clientData: string; attestation: string; transports: string[] }

/** The passkey that a browser made for this challenge at this site, or undefined where anything about it is not as asked. */
export async function passkeyMade(
  { origin, rpID }: Site,
  challenge: string,
  made: MadePasskey,
): Promise<{ credentialId: string; publicKey: Buffer; counter: number } | undefined> {
  const response: RegistrationResponseJSON = {
    ...sent(made.credentialId),
    response: { clientDataJSON: made.clientData, attestationObject: made.attestation },
  }
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo?.credential.id !== made.credentialId) return undefined
    const { publicKey: key, counter } = registrationInfo.credential
    return { credentialId: made.credentialId, publicKey: Buffer.from(key), counter }
  } catch {
    // The library throws for whatever is wrong with what came, and none of it means more than "not accepted".
    return undefined
  }
}

export type UsedPasskey = { credentialId: string; clientData: string; authenticatorData: string; signature: string }

/** The counter of a passkey after it signed this challenge at this site, or undefined where it did not or its counter went back. */
export async function counterAfterUse(
  { origin, rpID }: Site,
  challenge: string,
  used: UsedPasskey,
  known: { publicKey: Buffer; counter: number },
): Promise<number | undefined> {
  const response: AuthenticationResponseJSON = {
    ...sent(used.credentialId),
    response: { clientDataJSON: used.clientData, authenticatorData: used.authenticatorData, signature: used.signature },
  }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: { id: used.credentialId, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // As above.
    return undefined
  }
}

function sent(credentialId: string) {
  return { id: credentialId, rawId: credentialId, type: publicKey, clientExtensionResults: {} }
}
