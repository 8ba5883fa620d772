import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { LoginId } from '#core/ids.ts'
import { seal, unseal } from './sealing.ts'

/** The key that an authenticator app and the server share: 160 random bits in Base32, as people type it. */
export function newAuthenticatorKey(): string {
  return new Secret({ size: 20 }).base32
}

/** What an app reads from the QR code; `account` is the name under which it lists the codes. */
export function authenticatorUri(key: string, account: string): string {
  return totp(key, account).toString()
}

/** The period of 30 seconds to which this code belongs: the present one or a neighbour, because clocks differ. Undefined for a wrong code. */
export function stepOfCode(key: string, code: string, now: Date): number | undefined {
  const codes = totp(key)
  const timestamp = now.getTime()
  const delta = codes.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : codes.counter({ timestamp }) + delta
}

function totp(key: string, account = 'Ajose'): TOTP {
  return new TOTP({
    issuer: 'Ajose',
    label: account,
    secret: Secret.fromBase32(key),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
}

/** Seals a key for one login: beside another login it opens nothing. */
export function sealAuthenticatorKey(secret: Buffer, loginId: LoginId, key: string): Buffer {
  return seal(sealKey(secret, loginId), key)
}

export function unsealAuthenticatorKey(secret: Buffer, loginId: LoginId, sealed: Buffer): string {
  return unseal(sealKey(secret, loginId), sealed)
}

function sealKey(secret: Buffer, loginId: LoginId): string {
  return `authenticator ${loginId} ${secret.toString('base64url')}`
}

/** Without letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 50 random bits as two groups of five: "7K2M9-QX4TD". */
export function newRecoveryCode(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${group()}-${group()}`
}

/** The hash under which a recovery code of a login is stored, however it was typed. */
export function recoveryCodeHash(secret: Buffer, loginId: LoginId, typed: string): Buffer {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return createHmac('sha256', secret).update(`recovery ${loginId} ${code}`).digest()
}
