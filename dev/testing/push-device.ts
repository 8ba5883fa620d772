import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser keeps of its subscription. */
export class PushDevice {
  readonly #curve: ECDH = createECDH('prime256v1')
  readonly #secret = randomBytes(16)
  readonly endpoint: string
  constructor(endpoint: string) {
    this.#curve.generateKeys()
    this.endpoint = endpoint
  }

  get subscription() {
    const { endpoint } = this
    return { endpoint, p256dh: this.#curve.getPublicKey('base64url'), auth: this.#secret.toString('base64url') }
  }

  /** Opens a message as RFC 8291 and RFC 8188 say, written for this test. */
  open(message: Buffer): { id: string; title: string; text: string; link: string | null } {
    const salt = message.subarray(0, 16)
    const keyLength = message[20] ?? 0
    const sender = message.subarray(21, 21 + keyLength)
    const sealed = message.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#curve.getPublicKey(), sender])
    const key = Buffer.from(hkdfSync('sha256', this.#curve.computeSecret(sender), this.#secret, info, 32))
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
    const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
    cipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }
}
