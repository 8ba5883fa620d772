import { RSABSSA } from '@cloudflare/blindrsa-ts'
import { serialBytes } from '#features/governance/votes/rules/ballot.ts'

/** A message that is about to be signed blind, as a device keeps it until then. Bytes are in base64url. */
export type Blinded = {
  serial: string
  blinded: string
  /** What takes the blinding off the signature. */
  inverse: string
}

/** Puts a random serial before a text and blinds both for the key, which is SPKI in base64url. */
export async function blindText(publicKey: string, text: string): Promise<Blinded> {
  const message = suite().prepare(new TextEncoder().encode(text))
  const { blindedMsg, inv } = await suite().blind(await importKey(publicKey), message)
  return { serial: textOf(message.subarray(0, serialBytes)), blinded: textOf(blindedMsg), inverse: textOf(inv) }
}

/** The signature over serial and text. Throws where the server signed anything else. */
export async function unblind(
  publicKey: string,
  text: string,
  { serial, inverse, signature }: Pick<Blinded, 'serial' | 'inverse'> & { signature: string },
): Promise<string> {
  const message = new Uint8Array([...bytesOf(serial), ...new TextEncoder().encode(text)])
  return textOf(await suite().finalize(await importKey(publicKey), message, bytesOf(signature), bytesOf(inverse)))
}

function suite() {
  return RSABSSA.SHA384.PSS.Randomized()
}

function importKey(publicKey: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('spki', bytesOf(publicKey), { name: 'RSA-PSS', hash: 'SHA-384' }, true, ['verify'])
}

export function textOf(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0)
}
