import type { Replied } from '#core/contract/endpoint.ts'
import type { challengeSecondStep, startPasskey } from '#features/access/login/second-factors.ts'
import * as strings from './strings.ts'

/** Whether this browser can hold or use passkeys here at all. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'

/** Why a browser gave no passkey, as a sentence; it has no better words than "not allowed" for a person who declined. */
export class NoPasskey extends Error {
  constructor(cause: unknown) {
    super(strings.noPasskeyWasGivenIt, { cause })
  }
}

/** Has the browser make a passkey. The library is loaded when it is first needed. */
export async function makePasskey(options: Replied<typeof startPasskey>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { id, response } = await given(startRegistration({ optionsJSON: options }))
  return {
    credentialId: id,
    clientData: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

/** Has the browser sign with a passkey. */
export async function signWithPasskey(options: Replied<typeof challengeSecondStep>) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { id, response } = await given(startAuthentication({ optionsJSON: options }))
  return {
    credentialId: id,
    clientData: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
  }
}

async function given<Response>(asked: Promise<Response>): Promise<Response> {
  try {
    return await asked
  } catch (error) {
    throw new NoPasskey(error)
  }
}
