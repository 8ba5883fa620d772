import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kobo, sumKobo } from '#core/money.ts'
import { allocateOldest } from './allocate-oldest.ts'

test('a payment over several months pays the oldest whole before the next, to the kobo', () => {
  expect(allocateOldest(kobo(250), [kobo(100), kobo(200), kobo(50)])).toEqual({ amounts: [100n, 150n, 0n], over: 0n })
  expect(allocateOldest(kobo(400), [kobo(100), kobo(200)])).toEqual({ amounts: [100n, 200n], over: 100n })
  fc.assert(
    fc.property(fc.nat(1000), fc.array(fc.nat(300)), (amount, owed) => {
      const { amounts, over } = allocateOldest(kobo(amount), owed.map(kobo))
      expect(sumKobo([...amounts, over])).toBe(BigInt(amount))
      const firstShort = amounts.findIndex((part, place) => part < BigInt(owed[place] ?? 0))
      expect(firstShort === -1 || amounts.slice(firstShort + 1).every((part) => part === 0n)).toBe(true)
      expect(firstShort === -1 || over === 0n).toBe(true)
    }),
  )
})
