import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

export function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest()
}

/** Seals a reply with the client's own Idempotency-Key, of which only a hash is stored beside it. */
export function seal(key: string, text: string): Buffer {
  return sealBytes(key, Buffer.from(text, 'utf8'))
}

export function unseal(key: string, sealed: Buffer): string {
  return unsealBytes(key, sealed).toString('utf8')
}

export function sealBytes(key: string, content: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Throws where another key or another text sealed it. */
export function unsealBytes(key: string, sealed: Buffer): Buffer {
  const cipher = createDecipheriv('aes-256-gcm', sealingKey(key), sealed.subarray(0, 12))
  cipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()])
}

/** A hash that only this server can make, for what has few possible values, such as a network address. */
export function keyedHash(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function sealingKey(key: string): Buffer {
  return createHmac('sha256', key).update('reply').digest()
}
