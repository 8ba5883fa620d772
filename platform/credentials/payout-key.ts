import type { PayoutKeyId } from '#core/ids.ts'
import { keyedHash, seal, unseal } from './sealing.ts'

/** A society's secret key at a provider, as it is stored. */
export function sealPayoutKey(secret: Buffer, id: PayoutKeyId, key: string): Buffer {
  return seal(keyOf(secret, id), key)
}

export function openPayoutKey(secret: Buffer, id: PayoutKeyId, sealed: Buffer): string {
  return unseal(keyOf(secret, id), sealed)
}

/** The same for the same key, so that two societies can't enter it. */
export function payoutKeyHash(secret: Buffer, key: string): string {
  return keyedHash(secret, `payout key of one society ${key}`).toString('hex')
}

function keyOf(secret: Buffer, id: PayoutKeyId): string {
  return keyedHash(secret, `payout key ${id}`).toString('base64url')
}
