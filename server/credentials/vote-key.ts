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
import { keyBits } from '#domain/governance/votes/ballot.ts'
import type { VoteId } from '#domain/ids.ts'
import { keyedHash, sealBytes, unsealBytes } from '#server/credentials/sealing.ts'

const makeKeyPair = promisify(generateKeyPair)
const verifyInPool = promisify(verify) as (
  algorithm: string,
  data: Buffer,
  key: Parameters<typeof verify>[2],
  signature: Buffer,
) => Promise<boolean>

/** A key pair for one vote: SPKI and PKCS #8. */
export async function newVoteKey(): Promise<{ publicKey: Buffer; privateKey: Buffer }> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', { modulusLength: keyBits, publicExponent: 65_537 })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

export function sealVoteKey(secret: Buffer, id: VoteId, privateKey: Buffer): Buffer {
  return sealBytes(sealOf(secret, id), privateKey)
}

/**
 * BlindSign of RFC 9474, 4.3: the RSA operation itself on what the browser blinded. OpenSSL blinds the exponentiation, so
 * that its time says nothing of the key. Undefined where it is no number below the modulus.
 */
export function signBlinded(
  secret: Buffer,
  id: VoteId,
  { sealed, blinded }: { sealed: Buffer; blinded: Buffer },
): Buffer | undefined {
  const key = createPrivateKey({ key: unsealBytes(sealOf(secret, id), sealed), type: 'pkcs8', format: 'der' })
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

/** Whether the vote's key signed this ballot (RSASSA-PSS with SHA-384 and a salt of 48 bytes). */
export async function isSigned(publicKey: Buffer, message: Buffer, signature: Buffer): Promise<boolean> {
  const key = createPublicKey({ key: publicKey, type: 'spki', format: 'der' })
  return verifyInPool(
    'sha384',
    message,
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 } as never,
    signature,
  )
}

function sealOf(secret: Buffer, id: VoteId): string {
  return keyedHash(secret, `vote ${id}`).toString('base64url')
}
