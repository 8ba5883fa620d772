import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { LoginId } from '#core/ids.ts'
import {
  authenticatorUri,
  newAuthenticatorKey,
  newRecoveryCode,
  recoveryCodeHash,
  sealAuthenticatorKey,
  stepOfCode,
  unsealAuthenticatorKey,
} from './authenticator.ts'

const loginId = '0190a000-0000-7000-8000-000000000001' as LoginId
const otherId = '0190a000-0000-7000-8000-000000000002' as LoginId

describe('the codes of an authenticator app', () => {
  test('are those of RFC 6238', () => {
    // Appendix B, of whose eight digits the last six are these.
    const key = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
    const vectors = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' }
    for (const [seconds, code] of Object.entries(vectors)) {
      expect(stepOfCode(key, code, new Date(Number(seconds) * 1000))).toBe(Math.floor(Number(seconds) / 30))
    }
  })

  // ASVS V6.5.5
  test('are taken one period early or late, and not two', () => {
    const key = newAuthenticatorKey()
    const now = new Date('2026-11-24T10:00:15Z')
    const step = Math.floor(now.getTime() / 30_000)
    const codeOf = (shift: number) =>
      new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: (step + shift) * 30_000 })
    expect([-2, -1, 0, 1, 2].map((shift) => stepOfCode(key, codeOf(shift), now))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ])
  })

  test('come from the key that the QR code carries, under the name of the login', () => {
    const key = newAuthenticatorKey()
    expect(authenticatorUri(key, 'Unity: Traders')).toBe(
      `otpauth://totp/Ajose:Unity%3A%20Traders?issuer=Ajose&secret=${key}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
  })

  // ASVS V11.3.3
  test('a sealed key opens with this server’s secret, for its own login and unchanged only', () => {
    const [secret, key] = [randomBytes(32), newAuthenticatorKey()]
    const sealed = sealAuthenticatorKey(secret, loginId, key)
    expect(unsealAuthenticatorKey(secret, loginId, sealed)).toBe(key)
    expect(() => unsealAuthenticatorKey(secret, otherId, sealed)).toThrow(/authenticate/)
    expect(() => unsealAuthenticatorKey(randomBytes(32), loginId, sealed)).toThrow(/authenticate/)
    for (const place of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      expect(() => unsealAuthenticatorKey(secret, loginId, changed)).toThrow(/authenticate/)
    }
  })
})

test('a recovery code is known again however it is typed, and for its own login only', () => {
  const secret = randomBytes(32)
  expect(newRecoveryCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  const stored = recoveryCodeHash(secret, loginId, '7K01A-QX4TD')
  for (const typed of ['7k01a-qx4td', '7KO1AQX4TD', ' 7koia qx4td ', '7KOlA-QX4TD'])
    expect(recoveryCodeHash(secret, loginId, typed)).toEqual(stored)
  expect(recoveryCodeHash(secret, otherId, '7K01A-QX4TD')).not.toEqual(stored)
})
