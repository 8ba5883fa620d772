import { keyedHash } from './sealing.ts'

/** Counts whoever calls from one network without keeping its address. */
export function addressHashOf(secret: Buffer, address: string): Buffer {
  return keyedHash(secret, networkOf(address))
}

/** One household has a whole /64 of IPv6 addresses and would otherwise never be counted. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
