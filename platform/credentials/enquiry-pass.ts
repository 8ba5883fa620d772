import { timingSafeEqual } from 'node:crypto'
import { addDays, type Day } from '#core/calendar.ts'
import type { CooperativeId } from '#core/ids.ts'
import { keyedHash } from './sealing.ts'

/**
 * What proves that a member of the cooperative sends something, and not which one: it is the same for all of them on one
 * day, and works on the next one too.
 */
export function enquiryPass(secret: Buffer, cooperativeId: CooperativeId, day: Day): string {
  const id = Buffer.from(cooperativeId.replaceAll('-', ''), 'hex').toString('base64url')
  return `${id}.${proofOf(secret, cooperativeId, day).toString('base64url')}`
}

/** The cooperative of a pass of today or yesterday; undefined where it is none. */
export function cooperativeOfPass(secret: Buffer, pass: string, today: Day): CooperativeId | undefined {
  const [id = '', proof = ''] = pass.split('.')
  const hex = Buffer.from(id, 'base64url').toString('hex')
  const given = Buffer.from(proof, 'base64url')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
  const cooperativeId = parts.join('-') as CooperativeId
  const isGood = [today, addDays(today, -1)].some((day) => {
    const proved = proofOf(secret, cooperativeId, day)
    return given.length === proved.length && timingSafeEqual(given, proved)
  })
  return isGood ? cooperativeId : undefined
}

function proofOf(secret: Buffer, cooperativeId: CooperativeId, day: Day): Buffer {
  return keyedHash(secret, `enquiry pass ${cooperativeId} ${day}`)
}
