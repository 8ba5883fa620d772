import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** How an answer differs from what an honest browser and device give. */
export type Forgery = {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  isVerified?: boolean
  type?: string
}

type ToMake = { challenge: string; rp: { id: string } }
type ToUse = { challenge: string; rpId: string }

/** A device with one passkey (ES256) for the site at `site`, written from the standard so that tests need no browser. */
export function softwarePasskey(site: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  let uses = 0

  const clientData = (type: string, challenge: string, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? site,
        crossOrigin: false,
      }),
    )

  /** The hash of the site's name, the flags (present, verified, with key), the counter. */
  const authenticatorData = (
    rpId: string,
    withKey: boolean,
    { isVerified = true, counter = ++uses, ...forgery }: Forgery,
  ) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(0x01 + (isVerified ? 0x04 : 0) + (withKey ? 0x40 : 0))
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(forgery.rpId ?? rpId), rest])
  }

  return {
    credentialId,
    make({ challenge, rp }: ToMake, forgery: Forgery = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([
        authenticatorData(rp.id, true, { counter: 0, ...forgery }),
        Buffer.alloc(16),
        length,
        id,
        key,
      ])
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      )
      return {
        credentialId,
        clientData: clientData('webauthn.create', challenge, forgery).toString('base64url'),
        attestation: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      }
    },
    use({ challenge, rpId }: ToUse, forgery: Forgery = {}) {
      const data = authenticatorData(rpId, false, forgery)
      const client = clientData('webauthn.get', challenge, forgery)
      return {
        credentialId,
        clientData: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      }
    },
  }
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
