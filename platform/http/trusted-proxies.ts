import { BlockList, isIP } from 'node:net'

/** The proxy on this machine. */
const loopback = ['127.0.0.0/8', '::1']

/**
 * Says of an address whether it is one of our proxies, whose X-Forwarded-For and X-Forwarded-Proto are believed. Takes
 * addresses and networks such as 10.0.0.0/8; throws for anything else.
 */
export function trustedProxies(given: readonly string[] = loopback): (address: string) => boolean {
  const list = new BlockList()
  for (const each of given) {
    const [address = '', prefix, ...rest] = each.split('/')
    const version = isIP(address)
    const bits = prefix === undefined ? (version === 6 ? 128 : 32) : Number(prefix)
    if (version === 0 || rest.length > 0 || !Number.isInteger(bits) || bits < 0 || bits > (version === 6 ? 128 : 32))
      throw new Error(`${each} is neither an address nor a network such as 10.0.0.0/8`)
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
