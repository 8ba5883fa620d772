import { expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'

// ASVS V4.1.3
test('the proxy on this machine is trusted where none is named, and no other', () => {
  const isTrusted = trustedProxies()
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '2001:db8::1', 'nonsense', ''].map(isTrusted)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

// ASVS V15.3.4
test('named addresses and networks take its place', () => {
  const isTrusted = trustedProxies(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32'])
  expect(
    ['10.1.255.3', '10.2.0.1', '192.0.2.7', '192.0.2.8', '2001:db8:1::9', '2001:db9::1', '127.0.0.1'].map(isTrusted),
  ).toEqual([true, false, true, false, true, false, false])
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/8/9', '10.0.0.0/x', '2001:db8::/129', '/8'])(
  '%s is refused',
  (given) => {
    expect(() => trustedProxies([given])).toThrow(`${given} is neither an address nor a network such as 10.0.0.0/8`)
  },
)
