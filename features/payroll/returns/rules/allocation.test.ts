import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { shareTotal } from '#core/share-total.ts'
import { allocate, splitInOrder, withoutLoans } from './allocation.ts'
import { totalOf } from '#features/payroll/employers/rules/component.ts'
import { type Amounts, isOrder } from '#features/payroll/employers/rules/component.ts'
import { scheduleState } from '#features/payroll/schedules/rules/schedule-state.ts'
import { components } from '#features/payroll/employers/rules/words.ts'
import { decisions } from './words.ts'

const amount = fc.bigInt({ min: 0n, max: 100_000_000_000_000n }).map((value) => kobo(value))
const small = fc.bigInt({ min: 0n, max: 20n }).map((value) => kobo(value))
const due: fc.Arbitrary<Amounts> = fc
  .record({ loans: fc.oneof(amount, small), levy: small, savings: fc.oneof(amount, small), shares: small })
  .filter((each) => totalOf(each) > 0n)
const order = fc.shuffledSubarray([...components], { minLength: components.length })

describe('sharing a total', () => {
  test('gives out all of it, to the kobo, each share within a kobo of its part', () => {
    fc.assert(
      fc.property(
        amount,
        fc
          .array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 30 })
          .filter((weights) => weights.some((weight) => weight > 0n)),
        (total, weights) => {
          const shares = shareTotal(total, weights)
          const sum = weights.reduce((all, weight) => all + weight, 0n)
          expect(sumKobo(shares)).toBe(total)
          shares.forEach((share, index) => {
            const floor = (total * (weights[index] ?? 0n)) / sum
            expect(share === floor || share === floor + 1n).toBe(true)
          })
        },
      ),
    )
  })

  test('gives the last kobo to the largest fraction, and to the first of equal ones', () => {
    expect(shareTotal(kobo(100), [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
    expect(shareTotal(kobo(10), [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
    expect(() => shareTotal(kobo(10), [0n])).toThrow(/above zero/)
  })
})

describe('splitting a part payment', () => {
  test('never uses more than is due, loses nothing, and starts nothing before what comes first is full', () => {
    fc.assert(
      fc.property(amount, due, order, (paid, owed, sequence) => {
        const { amounts, left } = splitInOrder(paid, owed, sequence)
        expect(totalOf(amounts) + left).toBe(paid)
        for (const component of components) expect(amounts[component] <= owed[component]).toBe(true)
        const open = sequence.findIndex((component) => amounts[component] < owed[component])
        const later = open === -1 ? [] : sequence.slice(open + 1)
        expect(later.filter((component) => amounts[component] > 0n)).toEqual([])
      }),
    )
  })
})

describe('a decision', () => {
  test('puts every kobo of a line somewhere, or none of it where it is refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...decisions), amount, due, order, (decision, deducted, owed, sequence) => {
        const { amounts, unallocated } = allocate(decision, deducted, owed, sequence)
        expect(totalOf(amounts) + unallocated).toBe(decision === 'refuse' ? 0n : deducted)
        for (const component of components) expect(amounts[component] >= 0n).toBe(true)
        expect(decision !== 'split' || components.every((component) => amounts[component] <= owed[component])).toBe(
          true,
        )
        expect(decision !== 'post' || unallocated === 0n).toBe(true)
      }),
    )
  })

  test('of the exact amount is what was scheduled, whichever way it is posted', () => {
    fc.assert(
      fc.property(due, order, (owed, sequence) => {
        for (const decision of ['post', 'split'] as const)
          expect(allocate(decision, totalOf(owed), owed, sequence).amounts).toEqual(owed)
      }),
    )
  })

  test('what loans no longer owe stays the member’s, to the kobo: first what was scheduled, then savings', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('post' as const, 'split' as const),
        amount,
        due,
        order,
        amount,
        (decision, deducted, owed, sequence, some) => {
          const { amounts } = allocate(decision, deducted, owed, sequence)
          const unused = kobo(some < amounts.loans ? some : amounts.loans)
          const moved = withoutLoans(amounts, unused, owed, sequence)
          expect(totalOf(moved)).toBe(totalOf(amounts))
          expect(moved.loans).toBe(amounts.loans - unused)
          for (const component of ['levy', 'shares'] as const) {
            expect(moved[component] >= amounts[component]).toBe(true)
            expect(moved[component] === amounts[component] || moved[component] <= owed[component]).toBe(true)
          }
        },
      ),
    )
    const short = { loans: kobo(80), levy: kobo(0), savings: kobo(0), shares: kobo(0) }
    const asked = { loans: kobo(100), levy: kobo(5), savings: kobo(50), shares: kobo(10) }
    expect(withoutLoans(short, kobo(60), asked, ['loans', 'levy', 'shares', 'savings'])).toEqual({
      loans: 20n,
      levy: 5n,
      savings: 45n,
      shares: 10n,
    })
    expect(withoutLoans(asked, kobo(60), asked, ['loans', 'levy', 'shares', 'savings'])).toEqual({
      loans: 40n,
      levy: 5n,
      savings: 110n,
      shares: 10n,
    })
  })

  test('an order names each component once', () => {
    expect(isOrder(['savings', 'loans', 'levy', 'shares'])).toBe(true)
    expect(isOrder(['savings', 'savings', 'levy', 'shares'])).toBe(false)
    expect(isOrder(['savings'])).toBe(false)
  })
})

test.each<[boolean, bigint | undefined, bigint, string]>([
  [false, undefined, 0n, 'draft'],
  [true, undefined, 0n, 'sent'],
  [true, 5n, 0n, 'deducted'],
  [true, 5n, 4n, 'part_remitted'],
  [true, 5n, 5n, 'remitted'],
])('a month that is sent: %s, deducted: %s, remitted: %s is %s', (sent, deducted, remitted, state) => {
  expect(scheduleState({ sent, deducted: deducted as Kobo | undefined, remitted: remitted as Kobo })).toBe(state)
})
