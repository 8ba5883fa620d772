import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import {
  keptLate,
  lateBeforeNewTerms,
  portfolioAtRisk,
  portfolioTotals,
  classesOf,
  provisionClasses,
  provisionOfEach,
  provisions,
  provisionToPost,
  whyNotClasses,
} from './portfolio.ts'

const group = (daysLate: number, outstanding: number) => ({
  daysLate,
  loans: 1,
  outstanding: kobo(outstanding),
  overdue: kobo(0),
})
const groups = fc.array(
  fc.record({
    daysLate: fc.nat(200),
    loans: fc.nat(50),
    outstanding: fc.bigInt({ min: 0n, max: 10_000_000_000n }).map((amount) => amount as Kobo),
    overdue: fc.constant(kobo(0)),
  }),
  { maxLength: 40 },
)

describe('a portfolio', () => {
  test('counts the whole balance of a late loan, and more than N days means more', () => {
    const risk = portfolioAtRisk([
      group(0, 70_000),
      group(1, 10_000),
      group(30, 10_000),
      group(31, 5000),
      group(91, 5000),
    ])
    expect(risk.map(({ days, outstanding, basisPoints, loans }) => [days, outstanding, basisPoints, loans])).toEqual([
      [1, 30_000n, 3000, 4],
      [30, 10_000n, 1000, 2],
      [60, 5000n, 500, 1],
      [90, 5000n, 500, 1],
    ])
    expect(portfolioAtRisk([]).every(({ basisPoints }) => basisPoints === 0)).toBe(true)
  })

  test('sets aside by class', () => {
    const set = provisions([
      group(0, 100_000),
      group(1, 100_000),
      group(30, 100_000),
      group(31, 100_000),
      group(61, 100_000),
      group(91, 100_001),
    ])
    expect(set.map(({ name, outstanding, provision, percent }) => [name, outstanding, provision, percent])).toEqual([
      ['Performing', 100_000n, 1000n, 1],
      ['Pass and watch', 200_000n, 10_000n, 5],
      ['Substandard', 100_000n, 20_000n, 20],
      ['Doubtful', 100_000n, 50_000n, 50],
      ['Lost', 100_001n, 100_001n, 100],
    ])
  })

  test('posts what is still to be set aside, or takes back what is too much', () => {
    // 1,000 and 5,000.
    const classes = provisions([group(0, 100_000), group(1, 100_000)])
    expect([kobo(0), kobo(6000), kobo(7500)].map((built) => provisionToPost(classes, built))).toEqual([
      6000n,
      0n,
      -1500n,
    ])
  })

  test('what is at risk for longer is never more, and every loan has one class', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const risk = portfolioAtRisk(all).map(({ outstanding }) => outstanding)
        expect(risk).toEqual(risk.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
        const set = provisions(all)
        expect(sumKobo(set.map(({ outstanding }) => outstanding))).toBe(
          sumKobo(all.map(({ outstanding }) => outstanding)),
        )
        expect(set.reduce((sum, { loans }) => sum + loans, 0)).toBe(all.reduce((sum, { loans }) => sum + loans, 0))
        for (const { provision, outstanding } of set) expect(provision <= outstanding).toBe(true)
        expect(provisionClasses.map(({ from }) => from).slice(1)).toEqual(
          provisionClasses.slice(0, -1).map(({ to }) => (to ?? 0) + 1),
        )
      }),
    )
  })

  test('a loan that was late when it got new terms is at risk and in its class by what it was late then, or is now', () => {
    const all = [
      { ...group(0, 300), loans: 3 },
      { ...group(0, 100), keptDays: 45 },
      { ...group(20, 100), keptDays: 45 },
      { ...group(70, 100), keptDays: 45 },
    ]
    expect(
      portfolioAtRisk(all).map(({ loans, outstanding, basisPoints }) => [loans, outstanding, basisPoints]),
    ).toEqual([
      [3, 300n, 5000],
      [3, 300n, 5000],
      [1, 100n, 1667],
      [0, 0n, 0],
    ])
    expect(provisions(all).map(({ loans, provision }) => [loans, provision])).toEqual([
      [3, 3n],
      [0, 0n],
      [2, 40n],
      [1, 50n],
      [0, 0n],
    ])
    expect(portfolioTotals(all)).toMatchObject({ overdueLoans: 2 })
    expect(keptLate(all)).toEqual({ loans: 2, outstanding: 200n })
    // PAR 1 has this one more than the loans of which something is overdue.
    expect(lateBeforeNewTerms(all)).toEqual({ loans: 1, outstanding: 100n })
  })

  test('comes to the sums of its groups, of which only those with a day of delay are overdue', () => {
    const all = [
      { ...group(0, 300), loans: 4 },
      { ...group(1, 50), loans: 2, overdue: kobo(7) },
      { ...group(40, 20), loans: 1, overdue: kobo(20) },
    ]
    expect(portfolioTotals(all)).toEqual({ loans: 7, outstanding: 370n, overdue: 27n, overdueLoans: 3 })
    expect(portfolioTotals([])).toMatchObject({ loans: 0, outstanding: 0n, overdue: 0n, overdueLoans: 0 })
  })

  test('takes a half up, in hundredths of a percent and in kobo', () => {
    expect(portfolioAtRisk([group(0, 19_999), group(2, 1)])[0]?.basisPoints).toBe(1)
    expect(provisions([group(0, 50)])[0]?.provision).toBe(1n)
    expect(provisions([group(0, 49)])[0]?.provision).toBe(0n)
  })

  test('rounds the sum of the classes once', () => {
    // 1 % of 0.49 and 5 % of 0.29: 0.49 + 1.45 = 1.94 kobo, which is 2; class by class it would be 0 + 1.
    const set = provisions([group(0, 49), group(1, 29)])
    expect(set.map(({ provision }) => provision)).toEqual([1n, 1n, 0n, 0n, 0n])
  })

  test('a society sets its own classes, which begin later and set aside no less one after the other', () => {
    const own = [
      { from: 0, basisPoints: 0 },
      { from: 5, basisPoints: 250 },
      { from: 40, basisPoints: 2500 },
      { from: 100, basisPoints: 6000 },
      { from: 200, basisPoints: 10_000 },
    ]
    expect(whyNotClasses(own)).toBeUndefined()
    const classes = classesOf(own)
    expect(classes.map(({ from, to }) => [from, to])).toEqual([
      [0, 4],
      [5, 39],
      [40, 99],
      [100, 199],
      [200, undefined],
    ])
    // 2.5 % of 1,000 naira and 60 % of 2,000.
    const set = provisions([group(4, 500_000), group(39, 100_000), group(199, 200_000)], classes)
    expect(set.map(({ provision }) => provision)).toEqual([0n, 2500n, 0n, 120_000n, 0n])
    expect(whyNotClasses([{ from: 1, basisPoints: 0 }])?.detail).toMatchObject({ field: 'classes.0.from' })
    expect(whyNotClasses([own[0], own[2], own[1]] as typeof own)?.detail).toMatchObject({
      field: 'classes.2.from',
      least: 41,
    })
    expect(
      whyNotClasses([own[0], { from: 5, basisPoints: 250 }, { from: 6, basisPoints: 249 }] as typeof own)?.detail,
    ).toMatchObject({ field: 'classes.2.percent', least: 2.5 })
  })

  test('what is set aside for each loan comes to its class to the kobo', () => {
    fc.assert(
      fc.property(groups, (all) => {
        const loans = all.map((each) => ({ ...each, loans: 1 }))
        const parts = provisionOfEach(loans)
        for (const { from, to, provision } of provisions(loans)) {
          const own = parts.filter((_, index) => {
            const days = loans[index]?.daysLate ?? 0
            return days >= from && days <= (to ?? Infinity)
          })
          expect(own.reduce((sum, part) => sum + part, 0n)).toBe(provision)
        }
        expect(parts.every((part, index) => part >= 0n && part <= (loans[index]?.outstanding ?? 0n) + 1n)).toBe(true)
      }),
    )
  })
})
