import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  publicEncrypt,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import type { Day } from '#core/calendar.ts'
import { keyBits } from '#features/governance/votes/rules/ballot.ts'
import type { CooperativeId, VoteId } from '#core/ids.ts'
import { keyedHash, sealBytes, unsealBytes } from '#platform/credentials/sealing.ts'

const makeKeyPair = promisify(generateKeyPair)
const verifyInPool = promisify(verify) as (
  algorithm: string,
  data: Buffer,
  key: Parameters<typeof verify>[2],
  signature: Buffer,
) => Promise<boolean>

export function voteKeyName(id: VoteId): string {
  return `vote ${id}`
}

/** Of the key of a month's messages without a name. */
export function enquiryKeyName(cooperativeId: CooperativeId, month: Day): string {
  return `enquiries ${cooperativeId} ${month}`
}

/** A key pair for blind signatures, of one vote or one month: SPKI and PKCS #8. */
export async function newBlindKey(): Promise<{ publicKey: Buffer; privateKey: Buffer }> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: keyBits, publicExponent: 65_537 })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** `name` is what the key is of (voteKeyName, enquiryKeyName): no other opens its seal. */
export function sealBlindKey(secret: Buffer, name: string, privateKey: Buffer): Buffer {
  return sealBytes(sealOf(secret, name), privateKey)
}

/**
 * BlindSign of RFC 9474, 4.3: the RSA operation itself on what the browser blinded. OpenSSL blinds the exponentiation, so
 * that its time says nothing of the key. Undefined where it is no number below the modulus.
 */
export function signBlinded(
  secret: Buffer,
  name: string,
  { sealed, blinded }: { sealed: Buffer; blinded: Buffer },
): Buffer | undefined {
  const key = createPrivateKey({ key: unsealBytes(sealOf(secret, name), sealed), type: 'pkcs8', format: 'der' })
  const raw = { padding: constants.RSA_NO_PADDING }
  let signature: Buffer
  try {
    signature = privateDecrypt({ key, ...raw }, blinded)
  } catch {
    return undefined
  }
  // A fault in the computation would give the key away.
  if (!publicEncrypt({ key: createPublicKey(key), ...raw }, signature).equals(blinded))
    throw new Error('A blind signature came out wrong')
  return signature
}

/** Whether the key signed this message (RSASSA-PSS with SHA-384 and a salt of 48 bytes). */
export async function isSigned(publicKey: Buffer, message: Buffer, signature: Buffer): Promise<boolean> {
  const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' })
  return verifyInPool(
    'sha384',
    message,
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 } as never,
    signature,
  )
}

function sealOf(secret: Buffer, name: string): string {
  return keyedHash(secret, name).toString('base64url')
}
