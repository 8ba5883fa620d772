import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'ajose_'

/** 160 random bits with a checksum, behind a prefix by which scanners of published code know it. */
export function newApiKey(): string {
  const random = randomBytes(20).toString('hex')
  return prefix + random + checksum(random)
}

/** Whether all of a key is there, as it was shown. */
export function isWholeKey(key: string): boolean {
  const [, random = '', sum] = /^ajose_([0-9a-f]{40})([0-9a-f]{8})$/.exec(key) ?? []
  return sum === checksum(random)
}

function checksum(random: string): string {
  return crc32(prefix + random)
    .toString(16)
    .padStart(8, '0')
}
