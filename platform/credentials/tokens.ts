import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits as 43 letters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: no one can log in with it. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The tokens that follow a refresh token. They are a function of the spent token and a salt that only the database
 * holds, so that the same spent token, sent twice at nearly the same time, gets the same successor and never a second.
 */
export function successors(spentRefreshToken: string, salt: Buffer): { accessToken: string; refreshToken: string } {
  const derive = (use: string) => createHmac('sha256', spentRefreshToken).update(salt).update(use).digest('base64url')
  return { accessToken: derive('access'), refreshToken: derive('refresh') }
}

export function newSalt(): Buffer {
  return randomBytes(32)
}

/** Eight digits to type from a slip or an SMS. */
export function newCode(): string {
  return String(randomInt(100_000_000)).padStart(8, '0')
}

/** Six digits from an SMS, for what takes a few tries only. */
export function newShortCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Eight digits are few, so their hash is keyed with a secret that is not in the database. */
export function codeHash(secret: Buffer, code: string): Buffer {
  return createHmac('sha256', secret).update(code).digest()
}
