import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { recoverySources } from './recovery-source.ts'
import { shareRecovery } from './recovery.ts'

const amount = fc
  .oneof(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: 0n, max: 20n }))
  .map((value) => kobo(value))
const sources = fc.array(fc.record({ source: fc.constantFrom(...recoverySources), available: amount }), {
  maxLength: 22,
})

describe('recovering from what is pledged for a loan', () => {
  test('takes exactly what is wanted or all there is, never more than anybody has, and from guarantors last and in proportion', () => {
    fc.assert(
      fc.property(amount, sources, (wanted, from) => {
        const shares = shareRecovery(wanted, from)
        const together = sumKobo(from.map(({ available }) => available))
        expect(sumKobo(shares)).toBe(wanted < together ? wanted : together)
        from.forEach(({ available }, index) => {
          expect(shares[index] ?? -1n).toBeGreaterThanOrEqual(0n)
          expect(shares[index] ?? -1n).toBeLessThanOrEqual(available)
        })
        const own = from.flatMap(({ source, available }, index) =>
          source === 'guarantee' ? [] : [available - (shares[index] ?? 0n)],
        )
        const guarantors = from.flatMap(({ source, available }, index) =>
          source === 'guarantee' ? [{ available, share: shares[index] ?? (0n as Kobo) }] : [],
        )
        const [pledged, taken] = [
          sumKobo(guarantors.map(({ available }) => available)),
          sumKobo(guarantors.map(({ share }) => share)),
        ]
        expect(taken === 0n || own.every((left) => left === 0n)).toBe(true)
        const even = (available: Kobo) => (pledged === 0n ? 0n : (taken * available) / pledged)
        for (const { available, share } of guarantors) expect([even(available), even(available) + 1n]).toContain(share)
      }),
    )
  })

  test('by figures: free savings, then pledged ones, then 200 and 100 of the guarantors', () => {
    const from = [
      { source: 'savings', available: kobo(50) },
      { source: 'own_loan', available: kobo(20) },
      { source: 'guarantee', available: kobo(200) },
      { source: 'guarantee', available: kobo(100) },
    ] as const
    expect(shareRecovery(kobo(60), from)).toEqual([50n, 10n, 0n, 0n])
    expect(shareRecovery(kobo(170), from)).toEqual([50n, 20n, 67n, 33n])
    expect(shareRecovery(kobo(999), from)).toEqual([50n, 20n, 200n, 100n])
  })
})
