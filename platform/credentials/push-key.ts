import { createECDH, hkdfSync } from 'node:crypto'

/**
 * The key pair by which push services know this installation (VAPID, RFC 8292), base64url: made from the server's secret,
 * so that all servers have the same one and there is none to set up. After a change of the secret, browsers subscribe again.
 */
export function pushKey(secret: Buffer): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1')
  for (let count = 0; ; count += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', secret, '', `web push ${count}`, 32))
    try {
      curve.setPrivateKey(bytes)
    } catch {
      // One of four thousand million is no key of this curve: the next one is.
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
  }
}
