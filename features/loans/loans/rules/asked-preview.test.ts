import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, koboFromNaira, nairaNumber } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { type AskedPreview, previewAsked } from './asked-preview.ts'

const naira = (amount: number) => koboFromNaira(amount) as Kobo
const asked: AskedPreview = {
  principal: naira(1200),
  annualRatePercent: 12,
  instalments: 12,
  unit: 'month',
  startOn: '2026-01-31' as Day,
  firstDueOn: undefined,
  interestMethod: 'flat',
  dayCount: 'monthly',
}

function answer(change: Partial<AskedPreview> = {}) {
  const found = previewAsked({ ...asked, ...change })
  if (found instanceof Refusal) throw found
  return {
    ...found,
    figures: found.instalments.map(({ principal, interest }) => [nairaNumber(principal), nairaNumber(interest)]),
  }
}

describe('a preview that is asked for in few words', () => {
  test('pays out all at the start, month by month without a holiday, to the kobo', () => {
    const { instalments, figures, nominalYearlyRatePercent, totals } = answer()
    expect(figures).toEqual(Array(12).fill([100, 12]))
    expect([instalments[0]?.dueOn, instalments[1]?.dueOn]).toEqual(['2026-02-28', '2026-03-31'])
    // Twelve per cent flat over a year costs 21.457 % a year.
    expect(nominalYearlyRatePercent).toBe(21.457)
    expect(totals.total).toBe(naira(1344))
  })

  test('takes a half up, has no balloon, and repays smaller instalments after a payment ahead', () => {
    // Half a kobo of interest each month, one in all.
    expect(answer({ principal: 50n as Kobo, instalments: 2 }).figures).toEqual([
      [0.25, 0.01],
      [0.25, 0],
    ])
    const ahead = answer({
      instalments: 4,
      annualRatePercent: 0,
      repayments: [{ on: '2026-02-10' as Day, amount: naira(600) }],
    })
    expect(ahead.figures).toEqual([
      [600, 0],
      [200, 0],
      [200, 0],
      [200, 0],
    ])
  })

  test('lets interest go on from missed principal alone, as far as it is known that it was missed', () => {
    const late = { instalments: 2, interestMethod: 'equal_principal', asOf: '2026-12-31' as Day } as const
    expect(answer(late).figures).toEqual([
      [600, 12],
      [600, 12],
    ])
    expect(answer({ ...late, lateInterestOn: 'instalment' }).figures).toEqual([
      [600, 12],
      [600, 12.12],
    ])
  })

  test('does what is said instead', () => {
    expect(
      answer({ instalments: 4, annualRatePercent: 10.5, gracePrincipal: 2, interestPaymentGrace: 1 }).figures,
    ).toEqual([
      [0, 0],
      [0, 21],
      [600, 10.5],
      [600, 10.5],
    ])
    expect(answer({ instalments: 2, balloonPercent: 50 }).figures).toEqual([
      [300, 12],
      [900, 12],
    ])
    expect(answer({ instalments: 2, every: 3 }).figures).toEqual([
      [600, 36],
      [600, 36],
    ])
    expect(
      answer({ principal: naira(1000), instalments: 3, annualRatePercent: 0, roundingMultiple: naira(10) }).figures,
    ).toEqual([
      [330, 0],
      [330, 0],
      [340, 0],
    ])
    expect(
      answer({ principal: naira(1000), instalments: 3, annualRatePercent: 0, roundingMultiple: 0n as Kobo }).figures,
    ).toEqual([
      [333.33, 0],
      [333.33, 0],
      [333.34, 0],
    ])
    expect(answer({ principal: 50n as Kobo, instalments: 2, rounding: 'half_even' }).figures).toEqual([
      [0.25, 0],
      [0.25, 0.01],
    ])
    const skipping = {
      instalments: 4,
      annualRatePercent: 0,
      repayments: [{ on: '2026-02-28' as Day, amount: naira(600) }],
    }
    expect(answer({ ...skipping, prepayment: 'skip' }).figures).toEqual([
      [600, 0],
      [0, 0],
      [300, 0],
      [300, 0],
    ])
    expect(answer({ ...skipping, prepayment: 'fewer' }).figures).toEqual([
      [600, 0],
      [300, 0],
      [300, 0],
    ])
    const twice = [
      { on: '2026-01-31' as Day, amount: naira(600) },
      { on: '2026-02-28' as Day, amount: naira(600) },
    ]
    expect(answer({ instalments: 3, annualRatePercent: 0, disbursements: twice }).figures).toEqual([
      [200, 0],
      [500, 0],
      [500, 0],
    ])
  })

  test('takes what is left out as the usual', () => {
    const left = {
      gracePrincipal: undefined,
      rounding: undefined,
      prepayment: undefined,
      balloonPercent: undefined,
      brokenPeriod: undefined,
    }
    expect(answer(left)).toEqual(answer())
  })

  test('repays as a product does that repays at the end, or all in one sum', () => {
    expect(answer({ instalments: 3, repayment: 'interest_only' }).figures).toEqual([
      [0, 12],
      [0, 12],
      [1200, 12],
    ])
    expect(answer({ instalments: 3, repayment: 'bullet', gracePrincipal: 2 }).figures).toEqual([[1200, 36]])
  })

  test('counts all days of a first period that is longer, unless it is said what they cost', () => {
    const first = { startOn: '2026-02-10' as Day, firstDueOn: '2026-03-25' as Day, instalments: 2 } as const
    const interest = (change: Partial<AskedPreview>) => answer({ ...first, ...change }).figures.map(([, each]) => each)
    // 43 days and then 31, at 12 % of 1,200 a year: 16.96 and 12.23 of 365.
    expect(interest({ dayCount: 'actual/365' })).toEqual([16.96, 12.23])
    // A month before 25 March is 25 February, from which it is 28 days: 11.05.
    expect(interest({ dayCount: 'actual/365', brokenPeriod: 'waived' })).toEqual([11.05, 12.23])
    expect(interest({})).toEqual([12, 12])
    // By days of 360, a month and 15 days are 45.
    expect(interest({ brokenPeriod: 'by_days' })).toEqual([18, 12])
  })

  test('is refused where it can’t be', () => {
    expect(previewAsked({ ...asked, gracePrincipal: 12 })).toMatchObject({ code: 'loan_grace_too_long' })
    expect(previewAsked({ ...asked, gracePrincipal: 12 })).toBeInstanceOf(Refusal)
  })
})
