import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, koboFromNaira, nairaNumber, sumKobo } from '#core/money.ts'
import { chargeOn } from './charge.ts'
import { type DayCount, innerPart } from './day-count.ts'
import type { LoanEvents, LoanPlan } from './loan-plan.ts'
import { fractionOfPercent } from '#core/rounding.ts'
import { scheduleOf } from './schedule.ts'
import { settlementOn } from './settlement.ts'
import vectors from './vectors.json' with { type: 'json' }

type Fields = { rate: number; instalments: number; startOn: string } & Partial<Omit<LoanPlan, 'startOn'>>
const naira = (amount: number) => koboFromNaira(amount) as Kobo

function planOf({ rate, instalments, startOn, ...rest }: Fields): LoanPlan {
  return {
    startOn: startOn as Day,
    instalments,
    every: 1,
    unit: 'month',
    interestMethod: 'equal_instalment',
    annualRate: fractionOfPercent(rate) ?? { top: 0n, bottom: 1n },
    dayCount: 'monthly',
    gracePrincipal: 0,
    interestPaymentGrace: 0,
    interestFree: 0,
    rounding: 'half_even',
    balloon: { top: 0n, bottom: 1n },
    prepayment: 'smaller',
    lateInterestOn: 'principal',
    ...rest,
  }
}

function schedule({ principal, ...fields }: Fields & { principal: number }, events: Partial<LoanEvents> = {}) {
  return scheduleOf(planOf(fields), {
    disbursements: [{ on: fields.startOn as Day, amount: naira(principal) }],
    repayments: [],
    ...events,
  })
}

const published = vectors.vectors.filter((vector) => 'schedule' in vector && vector.schedule !== undefined)

describe('published schedules', () => {
  test.each(published.map((vector) => [vector.id, vector] as const))(
    '%s',
    (id, { loan, payments, schedule: lines, totals, dayCount }) => {
      if (!loan || !payments || !lines) throw new Error(`${id} has no loan`)
      const method =
        loan.interestType === 'FLAT'
          ? 'flat'
          : loan.amortization === 'EQUAL_INSTALLMENTS'
            ? 'equal_instalment'
            : 'equal_principal'
      const { instalments } = schedule(
        {
          principal: loan.principal,
          rate: loan.annualRatePercent,
          instalments: loan.n,
          startOn: loan.start,
          interestMethod: method,
          gracePrincipal: loan.gracePrincipal ?? 0,
          dayCount: dayCount === 'actual/365' ? 'actual/365' : 'monthly',
          roundingMultiple: naira(1),
          prepayment: loan.product?.endsWith('REDUCE_NR_INST')
            ? 'fewer'
            : loan.product?.endsWith('RESCH_NEXT_REP')
              ? 'skip'
              : 'smaller',
          lateInterestOn: loan.product?.includes('COMPOUNDING_MONTHLY') ? 'instalment' : 'principal',
        },
        { repayments: payments.map(({ date, amount }) => ({ on: date as Day, amount: naira(amount) })) },
      )
      expect(
        instalments.map(({ number, dueOn, principal, interest, fees, penalties, total, balance }) => [
          number,
          dueOn,
          ...[balance, principal, interest, fees, penalties, total].map(nairaNumber),
        ]),
      ).toEqual(
        lines.map(({ n, due, balance, principal, interest, fees, penalties, total }) => [
          n,
          due,
          balance,
          principal,
          interest,
          fees,
          penalties,
          total,
        ]),
      )
      expect(nairaNumber(sumKobo(instalments.map(({ total }) => total)))).toBe(totals?.due)
    },
  )

  const levels = vectors.vectors.filter((vector) => vector.id.startsWith('PEMI') && vector.emi !== undefined)
  const counts: Record<string, DayCount> = {
    '30/360': '30/360',
    'actual/365': 'actual/365',
    'actual/actual split by calendar year': 'actual/actual',
    '7/364': '364',
  }
  test.each(levels.map((vector) => [vector.id, vector] as const))(
    '%s',
    (id, { loan, emi, interest, lastInstalment, balances, dayCount, asOf, totalInterest }) => {
      if (!loan) throw new Error(`${id} has no loan`)
      const { instalments, regularInstalment } = schedule(
        {
          principal: loan.principal,
          rate: loan.annualRatePercent,
          instalments: loan.n,
          startOn: loan.start,
          unit: loan.unit === 'WEEKS' ? 'week' : 'month',
          dayCount: counts[dayCount ?? ''] ?? 'monthly',
        },
        { asOf: asOf as Day | undefined },
      )
      expect(nairaNumber(regularInstalment)).toBe(emi)
      expect(instalments.map((line) => nairaNumber(line.interest))).toEqual(interest)
      expect(instalments.slice(0, -1).every(({ total }) => nairaNumber(total) === emi)).toBe(true)
      expect(nairaNumber(instalments.at(-1)?.total ?? (0n as Kobo))).toBe(lastInstalment)
      const [left, charged] = [
        instalments.map(({ balance }) => nairaNumber(balance)),
        nairaNumber(sumKobo(instalments.map((line) => line.interest))),
      ]
      // Where nothing is published there is nothing to compare.
      expect([left, charged]).toEqual([balances ?? left, totalInterest ?? charged])
    },
  )

  test('the part of a year that a month is, by each way of counting', () => {
    const { annualRatePercent, factors } = vectors.vectors.find(({ id }) => id === 'PEMI-14') as unknown as {
      annualRatePercent: number
      factors: Record<string, number>
    }
    const rate = fractionOfPercent(annualRatePercent) ?? { top: 0n, bottom: 1n }
    const months: Record<string, [string, string]> = {
      '31/365': ['2023-03-01', '2023-04-01'],
      '30/365': ['2023-04-01', '2023-05-01'],
      '31/366': ['2024-03-01', '2024-04-01'],
      '29/366': ['2024-01-31', '2024-02-29'],
      '30/366': ['2024-04-01', '2024-05-01'],
      '29/365': ['2023-03-01', '2023-03-30'],
    }
    for (const [name, factor] of Object.entries(factors)) {
      const [from, to] = (months[name] ?? []) as [Day, Day]
      const { top, bottom } = innerPart(
        { dayCount: 'actual/actual', unit: 'month', every: 1 },
        { from, to, isRuled: true },
        from,
        to,
      )
      const trillionths = (2n * top * rate.top * 10n ** 12n + bottom * rate.bottom) / (2n * bottom * rate.bottom)
      expect([name, Number(trillionths) / 1e12]).toEqual([name, factor])
    }
  })

  test('a year that ends within a month is split there', () => {
    const stretch = { from: '2023-12-12' as Day, to: '2024-01-12' as Day, isRuled: true }
    expect(
      innerPart({ dayCount: 'actual/actual', unit: 'month', every: 1 }, stretch, stretch.from, stretch.to),
    ).toEqual({ top: 19n * 366n + 12n * 365n, bottom: 365n * 366n })
  })

  test('what settles a loan before and on the due date', () => {
    const vector = vectors.vectors.find(({ id }) => id === 'PEMI-01')
    const { date, untilPreclosure, untilRestDate } = (vector as { payoff: unknown }).payoff as {
      date: string
      untilPreclosure: number
      untilRestDate: number
    }
    const plan = planOf({ rate: 7, instalments: 6, startOn: '2024-01-01', dayCount: '30/360' })
    const events = {
      disbursements: [{ on: plan.startOn, amount: naira(100) }],
      repayments: [{ on: '2024-02-01' as Day, amount: naira(17.01) }],
    }
    expect(nairaNumber(settlementOn(plan, events, date as Day))).toBe(untilPreclosure)
    expect(nairaNumber(settlementOn(plan, events, '2024-03-01' as Day))).toBe(untilRestDate)
    expect(
      scheduleOf(plan, {
        ...events,
        repayments: [...events.repayments, { on: date as Day, amount: naira(untilPreclosure) }],
      }),
    ).toMatchObject({ notOwed: undefined, instalments: [{}, { balance: 0n }] })
    expect(settlementOn(plan, { disbursements: [], repayments: [] }, date as Day)).toBe(0n)
  })
})

describe('fees and penalties that others publish', () => {
  const terms = { principal: 3000, rate: 12, instalments: 3, startOn: '2026-01-01', interestMethod: 'flat' } as const
  const part = fractionOfPercent(1.5) ?? { top: 0n, bottom: 1n }
  const totalOf = ({ instalments }: ReturnType<typeof schedule>) =>
    nairaNumber(sumKobo(instalments.map(({ total }) => total)))
  const vector = (name: string) => vectors.vectors.find(({ id }) => id === name)

  test('a fee with each instalment', () => {
    const charged = schedule({ ...terms, instalmentFee: { part, of: 'instalment' } })
    expect(charged.instalments.map(({ fees, total }) => [fees, total].map(nairaNumber))).toEqual(
      Array(3).fill([vector('FIN-FEE03')?.feePerInstalment, vector('FIN-FEE03')?.due]),
    )
    expect(totalOf(charged)).toBe(vector('FIN-FEE03')?.total)
    expect(
      nairaNumber(chargeOn({ part, of: 'principal' }, { principal: naira(1000), interest: 0n }, 'half_even')),
    ).toBe(vector('FIN-FEE-D')?.fee)
    expect(
      schedule({ ...terms, instalmentFee: { fixed: naira(20) } }).instalments.map(({ fees }) => nairaNumber(fees)),
    ).toEqual([20, 20, 20])
  })

  test.each([
    ['FIN-FEE04', 'principal'],
    ['FIN-FEE05', 'instalment'],
  ] as const)('%s: a penalty once for each overdue instalment', (id, of) => {
    const late = (asOf: string, graceDays = 0) =>
      schedule({ ...terms, penalty: { charge: { part, of }, graceDays } }, { asOf: asOf as Day })
    expect(late('2026-05-01').instalments.map(({ penalties }) => nairaNumber(penalties))).toEqual(
      Array(3).fill(vector(id)?.penaltyPerInstalment),
    )
    expect(totalOf(late('2026-05-01'))).toBe(vector(id)?.total)
    expect(late('2026-03-01').instalments.map(({ penalties }) => penalties > 0n)).toEqual([true, false, false])
    expect(late('2026-03-04', 3).instalments.map(({ penalties }) => penalties > 0n)).toEqual([true, false, false])
    expect(late('2026-03-05', 3).instalments.map(({ penalties }) => penalties > 0n)).toEqual([true, true, false])
  })

  test('a penalty is asked on what was overdue then, and is paid first', () => {
    const penalty = { charge: { part, of: 'principal' }, graceDays: 0 } as const
    const repayments = [
      { on: '2026-01-20' as Day, amount: naira(400) },
      { on: '2026-02-10' as Day, amount: naira(639) },
    ]
    const { instalments } = schedule({ ...terms, penalty }, { repayments, asOf: '2026-02-28' as Day })
    expect(nairaNumber(instalments[0]?.penalties ?? naira(0))).toBe(9)
    expect(instalments.slice(1).every(({ penalties }) => penalties === 0n)).toBe(true)
  })
})

describe('terms that change on the way', () => {
  const principalOf = ({ instalments }: ReturnType<typeof schedule>) =>
    instalments.map(({ principal }) => nairaNumber(principal))
  const cases = vectors.vectors.find(({ id }) => id === 'FIN-RESCH')?.cases as {
    principal?: number[]
    interest?: number[]
  }[]
  const terms = { principal: 3000, rate: 0, instalments: 3, startOn: '2026-01-31' } as const

  test.each(['flat', 'equal_instalment', 'equal_principal'] as const)(
    '%s: more instalments, or a pause, from the second on',
    (interestMethod) => {
      expect(
        principalOf(schedule({ ...terms, interestMethod }, { reschedulings: [{ from: 2, extraInstalments: 2 }] })),
      ).toEqual(cases[0]?.principal)
      expect(
        principalOf(schedule({ ...terms, interestMethod }, { reschedulings: [{ from: 2, principalGrace: 1 }] })),
      ).toEqual(cases[1]?.principal)
    },
  )

  test('another rate from the second on', () => {
    const { instalments } = schedule(
      { ...terms, rate: 12, interestMethod: 'flat' },
      { reschedulings: [{ from: 2, annualRate: { top: 6n, bottom: 100n } }] },
    )
    expect(instalments.map(({ interest }) => nairaNumber(interest))).toEqual(cases[2]?.interest)
    expect(instalments.map(({ dueOn }) => dueOn)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
  })
})
