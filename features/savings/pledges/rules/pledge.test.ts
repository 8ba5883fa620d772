import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { heldOf } from './pledge.ts'

describe('what a pledge holds', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(kobo)

  test('is never more than was accepted, shrinks with the principal, and ends with it', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 13n }), { maxLength: 12 }),
        (pledged, principal, payments) => {
          let [paid, before] = [0n, heldOf(pledged, principal, kobo(0))]
          expect(before).toBe(pledged)
          for (const payment of payments) {
            paid = paid + payment > principal ? principal : paid + payment
            const now = heldOf(pledged, principal, kobo(paid))
            expect(now <= before && now >= 0n).toBe(true)
            expect(now === 0n).toBe(paid === principal)
            // Never a kobo less than its part of what is still out.
            expect(now * principal >= pledged * (principal - paid)).toBe(true)
            before = now
          }
          expect(heldOf(pledged, principal, principal)).toBe(0n)
        },
      ),
    )
  })
})
