import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { type Kobo, koboFromNaira, moneyText, nairaNumber, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { dayCounts } from './day-count.ts'
import { instalmentUnits } from './due-dates.ts'
import {
  lateInterests,
  type LoanEvents,
  type LoanPlan,
  type Movement,
  plannedMethods,
  prepayments,
} from './loan-plan.ts'
import { type LoanPreview, previewLoanPlan } from './loan-preview.ts'
import { fractionOfPercent, roundings } from '#core/rounding.ts'
import vectors from './vectors.json' with { type: 'json' }

const start = '2026-01-31' as Day
const naira = (amount: number) => koboFromNaira(amount) as Kobo
const percent = (value: number) => fractionOfPercent(value) ?? { top: 0n, bottom: 1n }

const monthly: LoanPlan = {
  startOn: start,
  instalments: 12,
  every: 1,
  unit: 'month',
  interestMethod: 'flat',
  annualRate: percent(12),
  dayCount: 'monthly',
  gracePrincipal: 0,
  interestPaymentGrace: 0,
  interestFree: 0,
  rounding: 'half_up',
  balloon: percent(0),
  prepayment: 'smaller',
  lateInterestOn: 'principal',
}

function ask(
  principal: number,
  change: Partial<LoanPlan> = {},
  events: Partial<LoanEvents> = {},
): LoanPreview | Refusal {
  return previewLoanPlan(
    naira(principal),
    { ...monthly, ...change },
    { disbursements: [{ on: change.startOn ?? start, amount: naira(principal) }], repayments: [], ...events },
  )
}

function preview(...asked: Parameters<typeof ask>): LoanPreview {
  const answer = ask(...asked)
  if (answer instanceof Refusal) throw new Error(`${answer.message} ${JSON.stringify(answer.detail)}`)
  return answer
}

const costOf = (...asked: Parameters<typeof ask>) => Number(preview(...asked).nominalYearlyRate) / 1000
const lines = (...asked: Parameters<typeof ask>) =>
  preview(...asked).instalments.map(({ principal, interest }) => [nairaNumber(principal), nairaNumber(interest)])

describe('figures that others publish', () => {
  test('what a loan really costs a year', () => {
    const cases = vectors.vectors.find(({ id }) => id === 'COST-01')?.cases as { nominalAprPercent: number }[]
    const costs = [
      costOf(1200),
      costOf(1_000_000, { annualRate: percent(10) }),
      costOf(36_000_000, { instalments: 36 }),
      costOf(24_000_000, { annualRate: percent(10), instalments: 24 }),
      costOf(12_000_000, { interestMethod: 'upfront', annualRate: percent(10) }),
      costOf(10_000, { interestMethod: 'equal_instalment', annualRate: percent(10), instalments: 36 }),
    ]
    expect(costs.map((cost, index) => (index === 2 ? Math.round(cost * 10) / 10 : cost))).toEqual(
      cases.map(({ nominalAprPercent }) => nominalAprPercent),
    )
  })

  test('an instalment to the kobo, rounded only where the cooperative wants it', () => {
    const cases = vectors.vectors.find(({ id }) => id === 'FRP-03')?.cases as {
      principal: number
      annualRatePercent: number
      n: number
      exactEmi: number
    }[]
    for (const { principal, annualRatePercent, n, exactEmi } of cases) {
      const terms = {
        interestMethod: 'equal_instalment',
        annualRate: percent(annualRatePercent),
        instalments: n,
      } as const
      expect(nairaNumber(preview(principal, terms).monthlyInstalment)).toBe(exactEmi)
      expect(preview(principal, terms).instalments).toHaveLength(n)
      expect(nairaNumber(preview(principal, { ...terms, roundingMultiple: naira(1) }).monthlyInstalment)).toBe(
        Math.round(exactEmi),
      )
    }
  })

  test('without interest nothing but principal is paid', () => {
    const cases = vectors.vectors.find(({ id }) => id === 'FIN-ZERO')?.cases as {
      principal: number
      n: number
      instalmentMultiple?: number
      instalments: number[]
    }[]
    for (const interestMethod of ['flat', 'equal_instalment', 'upfront'] as const) {
      for (const { principal, n, instalmentMultiple, instalments } of cases) {
        const { instalments: paid, nominalYearlyRate } = preview(principal, {
          interestMethod,
          annualRate: percent(0),
          instalments: n,
          roundingMultiple: instalmentMultiple === undefined ? undefined : naira(instalmentMultiple),
        })
        expect(paid.map(({ total }) => nairaNumber(total))).toEqual(instalments)
        expect(nominalYearlyRate).toBe(0n)
      }
    }
  })

  test('the end of the month returns to the 31st', () => {
    const dates = (startOn: string, firstDueOn?: string) =>
      preview(1300, {
        startOn: startOn as Day,
        firstDueOn: firstDueOn as Day | undefined,
        instalments: 13,
      }).instalments.map(({ dueOn }) => dueOn)
    const byThe31st = dates('2023-01-31')
    expect([...byThe31st.slice(0, 3), byThe31st[12]]).toEqual(['2023-02-28', '2023-03-31', '2023-04-30', '2024-02-29'])
    expect(dates('2023-01-30').slice(0, 2)).toEqual(['2023-02-28', '2023-03-30'])
    expect(dates('2022-12-15', '2023-01-31').slice(0, 4)).toEqual([
      '2023-01-31',
      '2023-02-28',
      '2023-03-31',
      '2023-04-30',
    ])
    expect(dates('2023-01-31', '2023-02-28').slice(0, 3)).toEqual(['2023-02-28', '2023-03-31', '2023-04-30'])
    expect(dates('2023-01-05', '2023-02-28').slice(0, 2)).toEqual(['2023-02-28', '2023-03-28'])
  })
})

describe('what was agreed', () => {
  test('the dearer method costs more: flat, equal instalments, equal principal', () => {
    const interest = (interestMethod: LoanPlan['interestMethod']) =>
      preview(100_000, { interestMethod }).totals.interest
    expect(interest('flat')).toBe(naira(12_000))
    expect(
      interest('flat') > interest('equal_instalment') && interest('equal_instalment') > interest('equal_principal'),
    ).toBe(true)
  })

  test('interest taken off at the start is in no instalment', () => {
    const { interestDeducted, totals, monthlyInstalment } = preview(120_000, { interestMethod: 'upfront' })
    expect([interestDeducted, totals.interest, totals.total, monthlyInstalment].map(nairaNumber)).toEqual([
      14_400, 0, 120_000, 10_000,
    ])
    expect(ask(120_000, { interestMethod: 'upfront', annualRate: percent(100) })).toMatchObject({
      message: 'loan_interest_above_principal',
      detail: { field: 'annualRatePercent' },
    })
  })

  test('a holiday from principal pays interest, a full holiday pays it with the next instalment', () => {
    expect(lines(5000, { interestMethod: 'equal_instalment', instalments: 18, gracePrincipal: 6 }).slice(0, 6)).toEqual(
      Array(6).fill([0, 50]),
    )
    expect(
      lines(5000, {
        interestMethod: 'equal_instalment',
        instalments: 18,
        gracePrincipal: 6,
        interestPaymentGrace: 3,
      }).slice(0, 6),
    ).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 200],
      [0, 50],
      [0, 50],
    ])
    expect(lines(1200, { instalments: 3, gracePrincipal: 2, interestPaymentGrace: 2 })).toEqual([
      [0, 0],
      [0, 0],
      [1200, 36],
    ])
    expect(
      nairaNumber(
        preview(1200, { interestMethod: 'equal_principal', instalments: 4, gracePrincipal: 2, interestPaymentGrace: 2 })
          .monthlyInstalment,
      ),
    ).toBe(612)
  })

  test('the first instalments of a loan may bear no interest at all', () => {
    const free = { instalments: 4, interestFree: 2 }
    // 1 % of what is owed in the third and fourth month; all four instalments are the same.
    const level = lines(1200, { ...free, interestMethod: 'equal_instalment' })
    expect(level.map(([, interest]) => interest)).toEqual([0, 0, 5.96, 2.99])
    expect(level.map(([principal = 0, interest = 0]) => Math.round((principal + interest) * 100))).toEqual([
      30_224, 30_224, 30_224, 30_223,
    ])
    expect(lines(1200, free)).toEqual([
      [300, 0],
      [300, 0],
      [300, 12],
      [300, 12],
    ])
    expect(preview(1200, { ...free, interestMethod: 'upfront' }).interestDeducted).toBe(naira(24))
    expect(preview(1200, { instalments: 4, interestFree: 4 })).toMatchObject({
      totals: { interest: 0n },
      nominalYearlyRate: 0n,
    })
    // A month without interest, then one with principal alone spared.
    expect(
      lines(1200, { instalments: 3, interestFree: 1, gracePrincipal: 2, interestMethod: 'equal_principal' }),
    ).toEqual([
      [0, 0],
      [0, 12],
      [1200, 12],
    ])
    // Repaid within a free month no interest is owed for it.
    expect(lines(1200, free, { repayments: [{ on: '2026-02-14' as Day, amount: naira(1200) }] })).toEqual([[1200, 0]])
  })

  test('what is repaid while only interest is due leaves fewer instalments where that was agreed', () => {
    const grace: Partial<LoanPlan> = {
      instalments: 6,
      gracePrincipal: 2,
      interestMethod: 'equal_principal',
      annualRate: percent(0),
    }
    const early = { repayments: [{ on: '2026-02-10' as Day, amount: naira(600) }] }
    const principals = (prepayment: LoanPlan['prepayment']) =>
      lines(1200, { ...grace, prepayment }, early).map(([principal]) => principal)
    // 1,200 over the four instalments that repay principal is 300 each; of 600 there are two, not four of 150.
    expect(principals('fewer')).toEqual([600, 0, 300, 300])
    expect(principals('smaller')).toEqual([600, 0, 150, 150, 150, 150])
    const level = preview(
      1200,
      { ...grace, interestMethod: 'equal_instalment', annualRate: percent(12), prepayment: 'fewer' },
      early,
    )
    const agreed = preview(1200, {
      ...grace,
      interestMethod: 'equal_instalment',
      annualRate: percent(12),
      prepayment: 'fewer',
    })
    expect(level.instalments).toHaveLength(4)
    expect(level.instalments[2]?.total).toBe(agreed.instalments[2]?.total)
  })

  test('flat interest comes to the whole of P·r·t', () => {
    const flat = preview(1250, { instalments: 4, annualRate: percent(15) })
    expect(flat.totals.interest).toBe(naira(62.5))
    expect(flat.instalments.map(({ interest }) => nairaNumber(interest))).toEqual([15.63, 15.63, 15.63, 15.61])
    fc.assert(
      fc.property(
        fc.bigInt({ min: 100n, max: 10n ** 11n }),
        fc.integer({ min: 0, max: 6000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 3 }),
        (kobo, rate, instalments, interestFree) => {
          const months = BigInt(Math.max(0, instalments - interestFree))
          const terms = {
            instalments,
            annualRate: percent(rate / 100),
            interestFree: Math.min(interestFree, instalments),
          }
          const answer = previewLoanPlan(
            kobo as Kobo,
            { ...monthly, ...terms },
            { disbursements: [{ on: start, amount: kobo as Kobo }], repayments: [] },
          )
          if (answer instanceof Refusal) return
          // Basis points of a twelfth of a year, a half of a kobo up.
          const [top, bottom] = [kobo * BigInt(rate) * months, 120_000n]
          expect(answer.totals.interest).toBe((2n * top + bottom) / (2n * bottom))
        },
      ),
    )
    // A borrower who repays all with the third instalment pays three months as they were billed.
    const early = preview(
      1250,
      { instalments: 4, annualRate: percent(15) },
      {
        repayments: [
          { on: '2026-02-28' as Day, amount: naira(328.13) },
          { on: '2026-03-31' as Day, amount: naira(328.13) },
          { on: '2026-04-30' as Day, amount: naira(640.63) },
        ],
      },
    )
    expect(early.totals.interest).toBe(naira(46.89))
    expect(early.instalments.at(-1)?.balance).toBe(0n)
  })

  test('a balloon is left to the last instalment', () => {
    expect(lines(1000, { instalments: 4, balloon: percent(60) })).toEqual([
      [100, 10],
      [100, 10],
      [100, 10],
      [700, 10],
    ])
    expect(lines(1000, { instalments: 3, balloon: percent(100), interestMethod: 'equal_principal' })).toEqual([
      [0, 10],
      [0, 10],
      [1000, 10],
    ])
    const level = preview(1000, { instalments: 4, balloon: percent(60), interestMethod: 'equal_instalment' })
    const last = level.instalments[3]
    expect(moneyText(level.monthlyInstalment)).toBe('₦108.51')
    expect((last?.total ?? 0n) - level.monthlyInstalment - naira(600)).toBeLessThanOrEqual(2n)
  })

  test('weeks, fortnights and half months have their own part of the year', () => {
    const interest = (unit: LoanPlan['unit'], dayCount: LoanPlan['dayCount']) =>
      nairaNumber(preview(36_500, { unit, dayCount, instalments: 1 }).totals.interest)
    expect([interest('week', 'monthly'), interest('fortnight', 'monthly'), interest('day15', 'monthly')]).toEqual([
      84.23, 168.46, 182.5,
    ])
    expect([
      interest('week', 'actual/365'),
      interest('fortnight', 'actual/360'),
      interest('day15', '30/360'),
      interest('week', '364'),
    ]).toEqual([84, 170.33, 182.5, 84.23])
    expect(interest('month', 'actual/365')).toBe(336)
  })

  test('money paid out later bears interest from its day, and the instalments are found again', () => {
    const disbursements: Movement[] = [
      { on: '2026-03-01' as Day, amount: naira(500) },
      { on: '2026-01-01' as Day, amount: naira(500) },
    ]
    const terms = {
      startOn: '2026-01-01' as Day,
      instalments: 4,
      interestMethod: 'equal_principal',
      annualRate: percent(12),
    } as const
    expect(lines(1000, terms, { disbursements })).toEqual([
      [125, 5],
      [125, 3.75],
      [375, 7.5],
      [375, 3.75],
    ])
    const half = [
      { on: '2026-01-01' as Day, amount: naira(500) },
      { on: '2026-02-15' as Day, amount: naira(500) },
    ]
    expect(lines(1000, { ...terms, interestMethod: 'flat' }, { disbursements: half })).toEqual([
      [125, 5],
      [291.67, 7.5],
      [291.67, 10],
      [291.66, 10],
    ])
  })

  test('impossible terms are refused by the name of the field, all at once', () => {
    const refused = ask(
      1000,
      { gracePrincipal: 12, interestPaymentGrace: 13, firstDueOn: start },
      {
        disbursements: [
          { on: '2026-01-30' as Day, amount: naira(600) },
          { on: '2030-01-01' as Day, amount: naira(600) },
        ],
        repayments: [{ on: '2026-01-01' as Day, amount: naira(1) }],
      },
    ) as Refusal
    expect([refused, ...refused.also].map(({ message, detail: { field } }) => `${field}: ${message}`)).toEqual([
      'gracePrincipal: loan_grace_too_long',
      'interestPaymentGrace: loan_interest_grace_too_long',
      'firstDueOn: first_due_too_early',
      'disbursements: disbursed_above_principal',
      'disbursements.0.on: movement_before_loan',
      'repayments.0.on: movement_before_loan',
      'disbursements.1.on: disbursed_after_end',
    ])
    expect(ask(1000, { startOn: '2198-12-01' as Day, instalments: 24 })).toMatchObject({
      message: 'loan_ends_too_late',
    })
    expect(ask(5000, { roundingMultiple: naira(1000), instalments: 18 })).toMatchObject({
      message: 'loan_last_instalment_uneven',
      detail: { field: 'roundingMultiple' },
    })
    expect(ask(0.03, { instalments: 5 })).toMatchObject({
      message: 'loan_last_instalment_uneven',
      detail: { field: 'instalments' },
    })
  })
})

describe('what happened', () => {
  const reducing = {
    interestMethod: 'equal_instalment',
    startOn: '2026-01-01' as Day,
    instalments: 6,
    dayCount: 'actual/365',
  } as const
  const paid = (...repayments: [string, number][]): Partial<LoanEvents> => ({
    repayments: repayments.map(([on, amount]) => ({ on: on as Day, amount: naira(amount) })),
  })

  test('a loan that is paid off early ends, and owes the interest until that day only', () => {
    const early = lines(36_500, reducing, paid(['2026-01-11', 36_620]))
    expect(early).toEqual([[36_500, 120]])
    expect(ask(36_500, reducing, paid(['2026-01-11', 36_620.01]))).toMatchObject({
      message: 'repaid_above_owed',
      detail: { field: 'repayments.0.amount', owed: '₦36,620.00' },
    })
    expect(
      lines(36_500, { ...reducing, gracePrincipal: 3, interestPaymentGrace: 3 }, paid(['2026-02-11', 36_992])),
    ).toEqual([
      [0, 0],
      [36_500, 492],
    ])
  })

  test('a payment before the loan or after all is paid was not owed', () => {
    expect(ask(1000, reducing, paid(['2026-01-01', 1000], ['2026-02-01', 1]))).toMatchObject({
      message: 'repaid_above_owed',
      detail: { field: 'repayments.1.amount', owed: '₦0.00' },
    })
  })

  test('a part of an instalment paid early lowers its interest, not the instalment', () => {
    const [first, second] = preview(36_500, reducing, paid(['2026-01-11', 1000])).instalments
    const { monthlyInstalment } = preview(36_500, reducing)
    expect([first?.interest, first?.total, second?.total].map((amount) => moneyText(amount ?? naira(0)))).toEqual([
      '₦365.10',
      moneyText(monthlyInstalment),
      moneyText(monthlyInstalment),
    ])
  })

  test('what is known to be missed goes on bearing interest', () => {
    const missed = preview(36_500, reducing, { asOf: '2026-12-31' as Day })
    expect(missed.instalments.map(({ interest }) => nairaNumber(interest))).toEqual([372, 336, 372, 360, 372, 360])
    expect(preview(36_500, reducing, { asOf: '2026-02-01' as Day }).instalments).toEqual(
      preview(36_500, reducing).instalments,
    )
  })
})

const movement = (from: number, until: number, max: bigint) =>
  fc.record({
    on: fc.integer({ min: from, max: until }).map((days) => addDays(start, days)),
    amount: fc.bigInt({ min: 1n, max }).map((amount) => amount as Kobo),
  })

const anyPlan = fc
  .record({
    interestMethod: fc.constantFrom(...plannedMethods),
    instalments: fc.integer({ min: 1, max: 40 }),
    every: fc.constantFrom(1, 1, 2),
    unit: fc.constantFrom(...instalmentUnits),
    dayCount: fc.constantFrom(...dayCounts),
    rounding: fc.constantFrom(...roundings),
    prepayment: fc.constantFrom(...prepayments),
    lateInterestOn: fc.constantFrom(...lateInterests),
    gracePrincipal: fc.constantFrom(0, 0, 1, 3),
    interestPaymentGrace: fc.constantFrom(0, 0, 1, 2),
    interestFree: fc.constantFrom(0, 0, 1, 3),
    rate: fc.integer({ min: 0, max: 6000 }),
    balloonPercent: fc.constantFrom(0, 0, 25, 100),
    firstDueOn: fc.option(
      fc.integer({ min: 1, max: 90 }).map((days) => addDays(start, days)),
      { nil: undefined },
    ),
    multiple: fc.constantFrom(undefined, undefined, 1, 10, 50),
    instalmentFee: fc.constantFrom(undefined, { fixed: naira(20) }, { part: percent(1.5), of: 'instalment' as const }),
    penalty: fc.constantFrom(undefined, { charge: { part: percent(1.5), of: 'principal' as const }, graceDays: 5 }),
  })
  .map(({ rate, balloonPercent, multiple, ...rest }): LoanPlan => ({
    ...monthly,
    ...rest,
    gracePrincipal: Math.min(rest.gracePrincipal, rest.instalments - 1),
    interestPaymentGrace: Math.min(rest.interestPaymentGrace, rest.gracePrincipal, rest.instalments - 1),
    interestFree: Math.min(rest.interestFree, rest.instalments),
    annualRate: percent(rate / 100),
    balloon: percent(balloonPercent),
    roundingMultiple: multiple === undefined ? undefined : naira(multiple),
  }))

const anyPrincipal = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((amount) => amount as Kobo)

function expectSound(answer: LoanPreview, disbursements: readonly Movement[]) {
  const { instalments, totals } = answer
  const disbursed = sumKobo(disbursements.map(({ amount }) => amount))
  expect(totals.principal).toBe(disbursed)
  for (const part of ['principal', 'interest', 'fees', 'penalties', 'total'] as const)
    expect(sumKobo(instalments.map((line) => line[part]))).toBe(totals[part])
  expect(totals.total).toBe(totals.principal + totals.interest + totals.fees + totals.penalties)
  expect(
    instalments.every(
      ({ principal, interest, fees, penalties, total, balance }) =>
        principal >= 0n && interest >= 0n && balance >= 0n && total === principal + interest + fees + penalties,
    ),
  ).toBe(true)
  expect(instalments.at(-1)?.balance).toBe(0n)
  expect(answer.interestDeducted >= 0n && answer.nominalYearlyRate >= 0n).toBe(true)
}

describe('whatever is agreed and whatever happens', () => {
  const numRuns = fc.readConfigureGlobal().numRuns ?? 400

  test('every kobo of principal is repaid once, and no line is negative', () => {
    let shown = 0
    const refused = new Set<string>()
    fc.assert(
      fc.property(anyPlan, anyPrincipal, (plan, principal) => {
        const disbursements = [{ on: plan.startOn, amount: principal }]
        const answer = previewLoanPlan(principal, plan, { disbursements, repayments: [] })
        if (answer instanceof Refusal) {
          refused.add(answer.message)
          return
        }
        shown += 1
        expectSound(answer, disbursements)
        expect(answer.instalments).toHaveLength(plan.instalments)
        let before: bigint = principal
        for (const { principal: repaid, balance } of answer.instalments) {
          expect(balance).toBe(before - repaid)
          before = balance
        }
      }),
      { numRuns },
    )
    expect(shown).toBeGreaterThan(numRuns / 2)
    expect(['loan_last_instalment_uneven', 'loan_instalment_below_interest', 'loan_interest_above_principal']).toEqual(
      expect.arrayContaining([...refused]),
    )
  })

  test('payments in any order, dated back or taken away again, leave what would have been', () => {
    let shown = 0
    const anyEvents = fc.record({
      disbursements: fc.array(movement(0, 20, 10n ** 9n), { minLength: 1, maxLength: 4 }),
      repayments: fc.array(movement(20, 500, 10n ** 8n), { maxLength: 8 }),
      asOf: fc.option(
        fc.integer({ min: 0, max: 600 }).map((days) => addDays(start, days)),
        { nil: undefined },
      ),
    })
    fc.assert(
      fc.property(
        anyPlan.filter(({ instalments, gracePrincipal }) => instalments > gracePrincipal + 6),
        anyEvents,
        fc.integer(),
        (plan, events, seed) => {
          const principal = sumKobo(events.disbursements.map(({ amount }) => amount))
          const answer = previewLoanPlan(principal, plan, events)
          if (answer instanceof Refusal) return
          shown += 1
          expectSound(answer, events.disbursements)
          const turned = <Item>(items: readonly Item[]) =>
            items.map((_, index) => items.at((index + seed) % items.length) as Item).toReversed()
          expect(
            previewLoanPlan(principal, plan, {
              ...events,
              disbursements: turned(events.disbursements),
              repayments: turned(events.repayments),
            }),
          ).toEqual(answer)
        },
      ),
      { numRuns },
    )
    expect(shown).toBeGreaterThan(numRuns / 4)
  })

  test('interest of a reducing loan costs its yearly rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom('equal_instalment' as const, 'equal_principal' as const),
        (instalments, rate, interestMethod) => {
          expect(
            Math.abs(
              costOf(1_000_000_000, { instalments, interestMethod, annualRate: percent(rate / 100) }) - rate / 100,
            ),
          ).toBeLessThanOrEqual(0.001)
        },
      ),
      { numRuns: 50 },
    )
  })
})
