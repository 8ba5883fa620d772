import { networkOf } from '#platform/limits/network.ts'
import { keyedHash } from './sealing.ts'

/** Counts whoever calls from one network without keeping its address. */
export function addressHashOf(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, networkOf(address))
}
