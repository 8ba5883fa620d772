import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod'
import { type Day, isDay } from '#core/calendar.ts'
import { CannotStart } from '#platform/cannot-start.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const number = z.int().min(0)

/** How the books of one cooperative ended: its last entry and the last seal of its audit trail. 0 where there is none. */
const head = z.object({
  id: z.uuid(),
  coopId: z.string().max(40),
  lastEntry: number,
  hash,
  lastSeal: number,
  sealHash: hash,
})

/** How the books of all cooperatives ended in one moment; `previous` is the hash of the anchor before it. */
const anchor = z.object({
  day: z.custom<Day>((text) => typeof text === 'string' && isDay(text)),
  previous: z.nullable(hash),
  cooperatives: z.array(head),
})

const anchorFile = z.object({ anchor, publicKey: z.string().max(200), signature: z.string().max(200) })

export type Head = z.output<typeof head>
export type Anchor = z.output<typeof anchor>

/** An anchor that proves nothing; the sentence says why. */
export class UnusableAnchor extends CannotStart {
  override name = 'UnusableAnchor'
}

/** What is signed: one line a cooperative, so that nothing hangs on how a file is written. */
function signedText({ day, previous, cooperatives }: Anchor): Buffer {
  const heads = cooperatives.map((each) =>
    JSON.stringify([each.coopId, each.id, each.lastEntry, each.hash, each.lastSeal, each.sealHash]),
  )
  return Buffer.from(['AJOSE-ANCHOR-1', day, previous ?? '-', ...heads].join('\n'))
}

/** SHA-256 of what is signed, which the next anchor names. */
export function anchorHash(content: Anchor): string {
  return createHash('sha256').update(signedText(content)).digest('hex')
}

/** The same in all servers of a database, because it is derived from the data key (RFC 8410 frames the 32 bytes). */
export function anchorKey(secret: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'ajose anchor', 32))
  const frame = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([frame, seed]), format: 'der', type: 'pkcs8' })
}

/** By what people compare a key: the first 128 bits of its SHA-256. */
export function fingerprintOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key
  return createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 32)
}

export function writeAnchor(content: Anchor, key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  const signature = sign(null, signedText(content), key).toString('base64')
  return Buffer.from(`${JSON.stringify({ anchor: content, publicKey, signature }, null, 1)}\n`)
}

/** Throws UnusableAnchor where it is not what was signed with the key that is in it. */
export function readAnchor(text: string): { anchor: Anchor; fingerprint: string } {
  try {
    const file = anchorFile.parse(JSON.parse(text))
    const key = createPublicKey({ key: Buffer.from(file.publicKey, 'base64'), format: 'der', type: 'spki' })
    if (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signedText(file.anchor), key, Buffer.from(file.signature, 'base64'))
    )
      return { anchor: file.anchor, fingerprint: fingerprintOf(key) }
  } catch (cause) {
    throw new UnusableAnchor('The file is not an anchor of Ajose.', { cause })
  }
  throw new UnusableAnchor('The anchor was changed after it was signed: its signature is wrong.')
}
