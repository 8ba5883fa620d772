import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import type { LoanEvents, LoanPlan, Repayment } from './loan-plan.ts'
import { type Schedule, scheduleOf } from './schedule.ts'

const start = '2026-01-31' as Day
const plain: LoanPlan = {
  startOn: start,
  instalments: 3,
  every: 1,
  unit: 'month',
  interestMethod: 'equal_principal',
  annualRate: { top: 12n, bottom: 100n },
  dayCount: 'monthly',
  gracePrincipal: 0,
  interestPaymentGrace: 0,
  interestFree: 0,
  rounding: 'half_up',
  balloon: { top: 0n, bottom: 1n },
  prepayment: 'fewer',
  lateInterestOn: 'principal',
}
const free = { annualRate: { top: 0n, bottom: 1n } }
const tenPercent = { top: 10n, bottom: 100n }
const paid = (on: string, amount: number, dueBy?: string): Repayment => ({
  on: on as Day,
  amount: kobo(amount),
  ...(dueBy && { dueBy: dueBy as Day }),
})

/** By default 300,000 kobo on the first day: 100,000 a month and 1 % of what is left. */
const schedule = (
  plan: Partial<LoanPlan> = {},
  { principal = 300_000, ...events }: Partial<LoanEvents> & { principal?: number } = {},
) =>
  scheduleOf(
    { ...plain, ...plan },
    { disbursements: [{ on: plan.startOn ?? start, amount: kobo(principal) }], repayments: [], ...events },
  )
const lines = ({ instalments }: Schedule) => instalments.map(({ principal, interest }) => [principal, interest])
const owed = (of: Schedule) => of.owed.map(({ principal, interest }) => [principal, interest])

describe('a schedule', () => {
  test('has its lines in numbers, dates, parts and balances', () => {
    const { instalments, owed: left, regularInstalment, deducted, notOwed } = schedule()
    expect(instalments).toEqual([
      {
        number: 1,
        dueOn: '2026-02-28',
        principal: 100_000n,
        interest: 3000n,
        fees: 0n,
        penalties: 0n,
        total: 103_000n,
        balance: 200_000n,
      },
      {
        number: 2,
        dueOn: '2026-03-31',
        principal: 100_000n,
        interest: 2000n,
        fees: 0n,
        penalties: 0n,
        total: 102_000n,
        balance: 100_000n,
      },
      {
        number: 3,
        dueOn: '2026-04-30',
        principal: 100_000n,
        interest: 1000n,
        fees: 0n,
        penalties: 0n,
        total: 101_000n,
        balance: 0n,
      },
    ])
    expect(left).toEqual(
      instalments.map(({ principal, interest }) => ({ principal, interest, fees: 0n, penalties: 0n })),
    )
    expect([regularInstalment, deducted, notOwed]).toEqual([103_000n, 0n, undefined])
  })

  test('of one instalment asks for all with its interest', () => {
    expect(schedule({ instalments: 1, interestMethod: 'flat' }).regularInstalment).toBe(303_000n)
  })

  test('counts the days of a first stretch that is longer or shorter than a month', () => {
    const first = (plan: Partial<LoanPlan>) =>
      schedule({ dayCount: '30/360', ...plan }, { principal: 36_000_000 }).instalments[0]?.interest
    expect(first({ startOn: '2026-01-29' as Day })).toBe(360_000n)
    expect(first({ startOn: '2026-01-29' as Day, firstDueOn: '2026-02-28' as Day })).toBe(360_000n)
    expect(first({ startOn: '2026-01-15' as Day, firstDueOn: '2026-02-28' as Day })).toBe(540_000n)
    expect(first({ startOn: '2026-01-15' as Day, firstDueOn: '2026-01-25' as Day })).toBe(120_000n)
  })

  test('of level instalments that are not rounded to a multiple brings the last one within a kobo for each of them', () => {
    const terms = {
      interestMethod: 'equal_instalment',
      dayCount: 'actual/365',
      instalments: 12,
      annualRate: { top: 24n, bottom: 100n },
    } as const
    const { instalments, regularInstalment } = schedule(terms, { principal: 100_000_000 })
    expect(instalments.slice(0, -1).every(({ total }) => total === regularInstalment)).toBe(true)
    expect(Math.abs(Number((instalments.at(-1)?.total ?? 0n) - regularInstalment))).toBeLessThanOrEqual(12)
  })

  test('of level instalments in whole naira is the same whatever month it begins in', () => {
    const terms = {
      interestMethod: 'equal_instalment',
      dayCount: 'actual/365',
      instalments: 12,
      annualRate: { top: 24n, bottom: 100n },
      roundingMultiple: kobo(100),
    } as const
    const regular = ['2026-01-05', '2026-02-05', '2026-03-05'].map(
      (startOn) => schedule({ ...terms, startOn: startOn as Day }, { principal: 100_000_000 }).regularInstalment,
    )
    expect(regular).toEqual(Array(3).fill(regular[0]))
    expect((regular[0] ?? 1n) % 100n).toBe(0n)
  })

  test('of flat interest in whole naira rounds principal and interest together', () => {
    // 100,000 kobo and 3,000 of interest a month, to the next 10,000.
    const { instalments, regularInstalment } = schedule({ interestMethod: 'flat', roundingMultiple: kobo(10_000) })
    expect(regularInstalment).toBe(100_000n)
    expect(instalments.map(({ principal, interest }) => [principal, interest])).toEqual([
      [97_000n, 3000n],
      [97_000n, 3000n],
      [106_000n, 3000n],
    ])
    // 100,000 and 9,000 each quarter.
    expect(schedule({ interestMethod: 'flat', roundingMultiple: kobo(1000), every: 3 }).regularInstalment).toBe(
      109_000n,
    )
  })

  test('takes interest off at the start for the whole time, and rounds its principal alone', () => {
    const upfront = schedule({ interestMethod: 'upfront', roundingMultiple: kobo(30_000) }, { principal: 250_000 })
    expect(upfront.deducted).toBe(7500n)
    expect(lines(upfront)).toEqual([
      [90_000n, 0n],
      [90_000n, 0n],
      [70_000n, 0n],
    ])
    // What falls due of equal principal is never rounded, so that its last instalment is like the others.
    expect(lines(schedule({ ...free, roundingMultiple: kobo(30_000) }, { principal: 250_000 }))).toEqual([
      [83_333n, 0n],
      [83_333n, 0n],
      [83_334n, 0n],
    ])
  })

  test('leaves a balloon to the last instalment, of what was lent', () => {
    const balloon = { top: 40n, bottom: 100n }
    expect(lines(schedule({ ...free, balloon }))).toEqual([
      [60_000n, 0n],
      [60_000n, 0n],
      [180_000n, 0n],
    ])
    expect(schedule({ balloon }).last).toEqual({ ruled: 61_800n, actual: 61_800n })
    const later = {
      disbursements: [
        { on: start, amount: kobo(100_000) },
        { on: '2026-02-28' as Day, amount: kobo(200_000) },
      ],
    }
    expect(lines(schedule({ ...free, balloon }, later))).toEqual([
      [20_000n, 0n],
      [80_000n, 0n],
      [200_000n, 0n],
    ])
  })
})

describe('money that is lent in parts', () => {
  const parts = [
    { on: '2026-03-10' as Day, amount: kobo(100_000) },
    { on: start, amount: kobo(100_000) },
  ]

  test('is waited for, though the first part was repaid before the second came', () => {
    const repaid = schedule({}, { disbursements: parts, repayments: [paid('2026-01-31', 100_000)] })
    expect(repaid.notOwed).toBeUndefined()
    expect(lines(repaid).map(([principal]) => principal)).toEqual([100_000n, 50_000n, 50_000n])
    // 100,000 for the 21 days until the end of March, then half of it for April.
    expect(lines(repaid).map(([, interest]) => interest)).toEqual([0n, 677n, 500n])
  })

  test('is not owed before it is lent', () => {
    const early = schedule({}, { disbursements: parts, repayments: [paid('2026-02-10', 150_000)] })
    expect(early.notOwed).toMatchObject({ index: 0 })
  })
})

describe('payments', () => {
  test('are used for what has fallen due, penalty, fee, interest and principal in this order, the oldest first', () => {
    const plan = {
      instalmentFee: { fixed: kobo(500) },
      penalty: { charge: { part: tenPercent, of: 'instalment' as const }, graceDays: 0 },
    }
    const late = schedule(plan, {
      repayments: [paid('2026-03-01', 10_300 + 500 + 3000 + 7)],
      asOf: '2026-03-01' as Day,
    })
    expect(late.instalments[0]).toMatchObject({
      penalties: 10_300n,
      fees: 500n,
      interest: 3000n,
      principal: 100_000n,
      total: 113_800n,
    })
    expect(late.owed[0]).toEqual({ penalties: 0n, fees: 0n, interest: 0n, principal: 99_993n })
    const less = schedule(plan, { repayments: [paid('2026-03-01', 10_300 + 499)], asOf: '2026-03-01' as Day })
    expect(less.owed[0]).toEqual({ penalties: 0n, fees: 1n, interest: 3000n, principal: 100_000n })
    const two = schedule(free, { repayments: [paid('2026-04-01', 150_000)] })
    expect(owed(two)).toEqual([
      [0n, 0n],
      [50_000n, 0n],
      [100_000n, 0n],
    ])
  })

  test('on the due date pay that instalment, and what is above repays principal ahead', () => {
    const ahead = schedule({}, { repayments: [paid('2026-02-28', 153_000)] })
    expect(lines(ahead)).toEqual([
      [150_000n, 3000n],
      [100_000n, 1500n],
      [50_000n, 500n],
    ])
    expect(owed(ahead)).toEqual([
      [0n, 0n],
      [100_000n, 1500n],
      [50_000n, 500n],
    ])
    expect(ahead.instalments.map(({ balance }) => balance)).toEqual([150_000n, 50_000n, 0n])
    expect(ahead.regularInstalment).toBe(103_000n)
  })

  test.each([
    [
      'fewer',
      [
        [200_000n, 0n],
        [100_000n, 0n],
      ],
    ],
    [
      'smaller',
      [
        [200_000n, 0n],
        [50_000n, 0n],
        [50_000n, 0n],
      ],
    ],
    [
      'skip',
      [
        [200_000n, 0n],
        [0n, 0n],
        [100_000n, 0n],
      ],
    ],
  ] as const)('ahead of their time mean %s instalments', (prepayment, expected) => {
    expect(lines(schedule({ ...free, prepayment }, { repayments: [paid('2026-02-28', 200_000)] }))).toEqual(expected)
    expect(lines(schedule({ ...free, prepayment }, { repayments: [paid('2026-02-10', 200_000)] }))).toEqual(expected)
  })

  test('that make a pause use it up instalment by instalment', () => {
    const skipping = schedule(
      { ...free, prepayment: 'skip', instalments: 4 },
      { principal: 400_000, repayments: [paid('2026-02-28', 250_000)] },
    )
    expect(lines(skipping)).toEqual([
      [250_000n, 0n],
      [0n, 0n],
      [50_000n, 0n],
      [100_000n, 0n],
    ])
  })

  test('of the same day go to what waits for its due date before anything else', () => {
    const byHand = paid('2026-02-20', 50_000)
    const deducted = paid('2026-02-20', 103_000, '2026-02-28')
    const one = schedule({}, { repayments: [byHand, deducted] })
    const other = schedule({}, { repayments: [deducted, byHand] })
    expect(lines(one)).toEqual(lines(other))
    expect(owed(one)).toEqual(owed(other))
    expect(one.owed[0]).toMatchObject({ principal: 0n, interest: 0n })
  })

  test('that came in any order of recording are used by their days, and the last one is what was not owed', () => {
    const { notOwed } = schedule(free, { repayments: [paid('2026-06-02', 200_000), paid('2026-06-01', 200_000)] })
    expect(notOwed).toEqual({ index: 0, owed: 100_000n })
    expect(schedule(free, { repayments: [paid('2026-06-01', 300_001)] }).notOwed).toEqual({ index: 0, owed: 300_000n })
    expect(schedule(free, { repayments: [paid('2026-06-01', 300_000)] }).notOwed).toBeUndefined()
    expect(schedule(free, { repayments: [paid('2026-02-28', 300_001), paid('2026-02-28', 7)] }).notOwed).toEqual({
      index: 0,
      owed: 300_000n,
    })
  })

  test('that settle all within a month owe its interest by days, of flat interest the whole month', () => {
    const early = (method: 'equal_principal' | 'flat', amount: number) =>
      schedule({ interestMethod: method }, { repayments: [paid('2026-02-14', amount)] })
    // 14 of 28 days bear half of 3,000.
    expect([lines(early('equal_principal', 301_500)), early('equal_principal', 301_500).notOwed]).toEqual([
      [[300_000n, 1500n]],
      undefined,
    ])
    expect(early('equal_principal', 301_501).notOwed).toEqual({ index: 0, owed: 301_500n })
    expect([lines(early('flat', 303_000)), early('flat', 303_000).notOwed]).toEqual([[[300_000n, 3000n]], undefined])
    expect(early('flat', 303_001).notOwed).toEqual({ index: 0, owed: 303_000n })
    expect(owed(early('flat', 301_000))).toEqual([[0n, 2000n]])
  })
})

describe('a deduction that waits for its due date', () => {
  const deducted = paid('2026-02-20', 103_000, '2026-02-28')

  test('leaves what is paid by hand meanwhile to repay principal on its own day', () => {
    // 300,000 for 22 days of February and 250,000 for the other six.
    const both = schedule({}, { repayments: [deducted, paid('2026-02-22', 50_000)] })
    expect([lines(both)[0], owed(both)[0]]).toEqual([
      [150_107n, 2893n],
      [0n, 0n],
    ])
  })

  test('is used first by who repays the whole loan, with interest until that day', () => {
    const settled = (amount: number) => schedule({}, { repayments: [deducted, paid('2026-02-22', amount)] })
    expect([lines(settled(199_357)), owed(settled(199_357)), settled(199_357).notOwed]).toEqual([
      [[300_000n, 2357n]],
      [[0n, 0n]],
      undefined,
    ])
    expect(settled(199_358).notOwed).toEqual({ index: 1, owed: 199_357n })
    expect([lines(settled(197_000)), owed(settled(197_000))]).toEqual([[[300_000n, 2357n]], [[0n, 2357n]]])
  })

  test.each([
    [100_500, 100n],
    [100_000, 600n],
  ])('where %i is all that is left to repay, a further payment can only top it up', (amount, missing) => {
    const both = schedule(
      { instalments: 1 },
      { principal: 100_000, repayments: [paid('2026-02-20', amount, '2026-02-28'), paid('2026-02-22', 400)] },
    )
    expect([lines(both), owed(both), both.notOwed]).toEqual([[[100_000n, 1000n]], [[missing, 0n]], undefined])
  })

  test('does not wait once its month is over, and waits no longer than for the next due date', () => {
    // 300,000 for 10 days of March, then 150,000: what was late and 50,000 ahead were paid.
    const late = schedule({}, { repayments: [paid('2026-03-10', 153_000, '2026-02-28')] })
    expect([lines(late)[1], owed(late)[1]]).toEqual([
      [100_000n, 1984n],
      [50_000n, 1984n],
    ])
    const farAhead = schedule({}, { repayments: [paid('2026-02-20', 103_000, '2026-04-30')] })
    expect([lines(farAhead)[0], owed(farAhead)[0]]).toEqual([
      [100_000n, 3000n],
      [0n, 0n],
    ])
  })
})

describe('what is late', () => {
  test('bears interest as far as it is known, on its principal or on all of it', () => {
    const late = (lateInterestOn: LoanPlan['lateInterestOn'], asOf?: string) =>
      lines(schedule({ lateInterestOn }, { asOf: asOf as Day | undefined })).map(([, interest]) => interest)
    expect(late('principal')).toEqual([3000n, 2000n, 1000n])
    expect(late('principal', '2026-03-31')).toEqual([3000n, 3000n, 1000n])
    expect(late('instalment', '2026-03-31')).toEqual([3000n, 3030n, 1000n])
    expect(late('principal', '2026-05-31')).toEqual([3000n, 3000n, 3000n])
    // Half of April's days are known.
    expect(late('principal', '2026-04-15')).toEqual([3000n, 3000n, 2000n])
  })

  test('is known to be late from a payment that came too late', () => {
    const late = schedule({}, { repayments: [paid('2026-03-31', 103_000)] })
    expect(lines(late)).toEqual([
      [100_000n, 3000n],
      [100_000n, 3000n],
      [100_000n, 1000n],
    ])
    expect(owed(late)).toEqual([
      [0n, 0n],
      [100_000n, 3000n],
      [100_000n, 1000n],
    ])
  })

  test('is fined once, by the day and only as far as it is known', () => {
    const penalty = { charge: { fixed: kobo(700) }, graceDays: 5 }
    const fines = (asOf?: string, repayments: Repayment[] = []) =>
      schedule({ penalty }, { asOf: asOf as Day | undefined, repayments }).instalments.map(({ penalties }) => penalties)
    expect(fines()).toEqual([0n, 0n, 0n])
    expect(fines('2026-03-05')).toEqual([0n, 0n, 0n])
    expect(fines('2026-03-06')).toEqual([700n, 0n, 0n])
    expect(fines('2026-12-31')).toEqual([700n, 700n, 700n])
    expect(fines('2026-12-31', [paid('2026-02-28', 103_000)])).toEqual([0n, 700n, 700n])
    const { owed: left } = schedule({ penalty }, { asOf: '2026-03-06' as Day })
    expect(left[0]).toEqual({ principal: 100_000n, interest: 3000n, fees: 0n, penalties: 700n })
  })
})

describe('interest that is put off', () => {
  test('falls due with the first instalment that is due, or when the loan is repaid', () => {
    const terms = { gracePrincipal: 2, interestPaymentGrace: 2, instalments: 4 }
    expect(lines(schedule(terms))).toEqual([
      [0n, 0n],
      [0n, 0n],
      [150_000n, 9000n],
      [150_000n, 1500n],
    ])
    const early = schedule(terms, { repayments: [paid('2026-03-31', 306_000)] })
    expect([lines(early), owed(early), early.notOwed]).toEqual([
      [
        [0n, 0n],
        [300_000n, 6000n],
      ],
      [
        [0n, 0n],
        [0n, 0n],
      ],
      undefined,
    ])
    expect(schedule(terms, { repayments: [paid('2026-03-31', 306_001)] }).notOwed).toEqual({ index: 0, owed: 306_000n })
    expect(lines(schedule({ ...terms, carriedInterest: kobo(40) }))[2]).toEqual([150_000n, 9040n])
  })
})

describe('terms that change on the way', () => {
  const noInterest = { ...free, instalments: 3 }

  test('hold from their instalment on, in whatever order they are written', () => {
    const steps = [
      { from: 3, extraInstalments: 1 },
      { from: 2, extraInstalments: 1 },
    ]
    // 100,000, then 200,000 over three, then what is left over three again.
    const expected = [
      [100_000n, 0n],
      [66_667n, 0n],
      [44_444n, 0n],
      [44_444n, 0n],
      [44_445n, 0n],
    ]
    expect(lines(schedule(noInterest, { reschedulings: steps }))).toEqual(expected)
    expect(lines(schedule(noInterest, { reschedulings: steps.toReversed() }))).toEqual(expected)
  })

  test('count the line of what a taken-over loan was late with', () => {
    const brought = { repaid: 0n as Kobo, since: '2025-12-31' as Day, principal: kobo(60_000), interest: kobo(0) }
    const after = schedule(
      { ...noInterest, brought },
      { principal: 360_000, reschedulings: [{ from: 3, extraInstalments: 1 }] },
    )
    expect(lines(after)).toEqual([
      [60_000n, 0n],
      [100_000n, 0n],
      [66_667n, 0n],
      [66_667n, 0n],
      [66_666n, 0n],
    ])
    expect(sumKobo(after.instalments.map(({ principal }) => principal))).toBe(360_000n)
  })
})

test('of a loan whose term was over before it came, what was late is all that is owed', () => {
  const brought = { repaid: kobo(700_000), since: '2025-12-31' as Day, principal: kobo(300_000), interest: kobo(9000) }
  const over = schedule(
    { instalments: 0, brought, interestMethod: 'equal_instalment' },
    { repayments: [paid('2026-03-10', 309_001)] },
  )
  expect(lines(over)).toEqual([[300_000n, 9000n]])
  expect(over.notOwed).toEqual({ index: 0, owed: 309_000n })
  expect(owed(over)).toEqual([[0n, 0n]])
})

describe('what is seldom asked of a schedule', () => {
  test('payments of one day are used in the same way whichever was recorded first', () => {
    // What waits for February and what came beside it repay all of it together on its 14th day of 28.
    const [beside, waits] = [paid('2026-02-14', 70_000), paid('2026-02-14', 50_000, '2026-02-28')]
    for (const repayments of [
      [beside, waits],
      [waits, beside],
    ]) {
      const done = schedule({}, { principal: 120_000, repayments })
      expect([lines(done), owed(done)]).toEqual([[[120_000n, 600n]], [[0n, 600n]]])
    }
  })

  test('of two payments that wait, the one that was recorded last is not owed', () => {
    const waits = (amount: number) => paid('2026-02-14', amount, '2026-02-28')
    expect(schedule({}, { principal: 120_000, repayments: [waits(120_000), waits(50_000)] }).notOwed).toEqual({
      index: 1,
      owed: 1200n,
    })
  })

  test('interest that is paid in parts before it is due is asked once', () => {
    const repayments = [paid('2026-02-14', 120_000), paid('2026-02-15', 300), paid('2026-02-16', 500)]
    const done = schedule({}, { principal: 120_000, repayments })
    expect([lines(done), owed(done), done.notOwed]).toEqual([[[120_000n, 600n]], [[0n, 0n]], { index: 2, owed: 300n }])
  })

  test('a loan that is repaid within its holiday pays its interest, and the fee on it, with the next due date', () => {
    const done = schedule(
      { gracePrincipal: 1, interestPaymentGrace: 1, instalmentFee: { part: tenPercent, of: 'interest' } },
      { repayments: [paid('2026-02-14', 300_000)] },
    )
    expect(done.instalments).toMatchObject([
      { dueOn: '2026-02-28', principal: 300_000n, interest: 1500n, fees: 150n, total: 301_650n },
    ])
    expect(owed(done)).toEqual([[0n, 1500n]])
  })

  test('money that is paid out on a due date goes on with a loan that was repaid by then', () => {
    const disbursements = [paid(start, 60_000), paid('2026-02-10', 60_000), paid('2026-02-28', 90_000)]
    expect(
      lines(schedule({ ...free, instalments: 4 }, { disbursements, repayments: [paid('2026-02-20', 120_000)] })),
    ).toEqual([
      [120_000n, 0n],
      [30_000n, 0n],
      [30_000n, 0n],
      [30_000n, 0n],
    ])
  })

  test('what was late in old books is asked a penalty from its own day on, also where interest and principal are alike', () => {
    const brought = { repaid: kobo(0), since: '2025-12-31' as Day, principal: kobo(500), interest: kobo(500) }
    const penalties = (asOf: string) =>
      schedule({ brought, penalty: { charge: { fixed: kobo(70) }, graceDays: 31 } }, { asOf: asOf as Day }).owed[0]
        ?.penalties
    expect([penalties('2026-01-31'), penalties('2026-02-01')]).toEqual([0n, 70n])
  })

  test('a loan whose term was over before it came owes what was late, and nothing more', () => {
    const brought = { repaid: kobo(0), since: '2025-12-31' as Day, principal: kobo(300_000), interest: kobo(100) }
    const over = (amount: number) =>
      schedule(
        { interestMethod: 'equal_instalment', instalments: 0, brought },
        { repayments: [paid('2026-02-01', amount)] },
      )
    expect([owed(over(300_100)), over(300_100).notOwed]).toEqual([[[0n, 0n]], undefined])
    expect(over(300_105).notOwed).toEqual({ index: 0, owed: 300_100n })
  })
})

describe('a first stretch that is not as long as the others', () => {
  /** 1 % a month of thirty days: 100 kobo a day on 300,000. */
  const thirty = { dayCount: '30/360', interestMethod: 'flat' } as const
  const interest = (of: Schedule) => of.instalments.map((line) => line.interest)

  test('leaves the one after it a month, also from the last day of a short one', () => {
    // 18 days of February, the last of them its thirtieth: 30 − 10 = 20 days.
    const due = { ...thirty, startOn: '2026-02-10' as Day, firstDueOn: '2026-02-28' as Day }
    expect(interest(schedule(due))).toEqual([2000n, 3000n, 3000n])
  })

  test('that waives its days counts a whole month, and earns its interest in that', () => {
    const due = { startOn: '2026-02-10' as Day, firstDueOn: '2026-03-29' as Day, brokenPeriod: 'waived' } as const
    // A month before 29 March is the last of February, from which it is 29 days.
    const counted = schedule({ ...thirty, ...due })
    expect(interest(counted)).toEqual([3000n, 3000n, 3000n])
    const earned = (on: string) => schedule({ ...thirty, ...due }, { asOf: on as Day }).earned
    expect(['2026-02-27', '2026-02-28', '2026-03-29', '2026-04-29'].map(earned)).toEqual([0n, 0n, 3000n, 6000n])
    // Months that are alike have no days that could be waived.
    const alike = schedule({ ...due, interestMethod: 'flat' })
    expect(interest(alike)).toEqual([3000n, 3000n, 3000n])
    // 9 of the 47 days from 10 February to 29 March.
    expect(schedule({ ...due, interestMethod: 'flat' }, { asOf: '2026-02-19' as Day }).earned).toBe(574n)
  })

  test('is as long as the others by rule, though it ends on a working day: each bears its own days', () => {
    // 28 February and 28 March 2026 are Saturdays, 28 April is a Tuesday. 365,000 kobo at 10 % bear 100 a day.
    const moved = schedule(
      {
        startOn: '2026-01-28' as Day,
        dayCount: 'actual/365',
        interestMethod: 'flat',
        annualRate: tenPercent,
        workingDays: 'next',
        brokenPeriod: 'waived',
      },
      { principal: 365_000 },
    )
    expect(moved.instalments.map(({ dueOn }) => dueOn)).toEqual(['2026-03-02', '2026-03-30', '2026-04-28'])
    expect(interest(moved)).toEqual([3300n, 2800n, 2900n])
  })

  const first = {
    startOn: '2026-02-10' as Day,
    firstDueOn: '2026-03-29' as Day,
    brokenPeriod: 'first_instalment',
  } as const

  test('brings its days on top of the first instalment, of flat interest in whole naira', () => {
    // 49 days in February and March of 30: 4,900, of which 1,900 are on top of 100,000 and 3,000.
    const broken = schedule({ ...thirty, ...first, roundingMultiple: kobo(1000) })
    expect(broken.regularInstalment).toBe(103_000n)
    expect(lines(broken)).toEqual([
      [100_000n, 4900n],
      [100_000n, 3000n],
      [100_000n, 3000n],
    ])
  })

  test('bears flat interest on all that was lent, also by the books that the loan came from', () => {
    const brought = { repaid: kobo(100_000), since: undefined, principal: kobo(0), interest: kobo(0) }
    // 1 % of 400,000 is 4,000 a month, and 6,533 in 49 days.
    expect(lines(schedule({ ...thirty, ...first, roundingMultiple: kobo(1000), brought }))).toEqual([
      [100_000n, 6533n],
      [100_000n, 4000n],
      [100_000n, 4000n],
    ])
  })

  test('of level instalments is like the others but for its own days', () => {
    const { instalments, regularInstalment } = schedule(
      { ...first, interestMethod: 'equal_instalment', dayCount: 'actual/365', instalments: 12 },
      { principal: 36_500_000 },
    )
    // 12,000 a day. 47 days, of which the 29 from 28 February are agreed.
    expect(instalments[0]?.interest).toBe(47n * 12_000n)
    expect(instalments[0]?.total).toBe(regularInstalment + (47n - 29n) * 12_000n)
    expect(instalments.slice(1, -1).every(({ total }) => total === regularInstalment)).toBe(true)
    expect(Math.abs(Number((instalments.at(-1)?.total ?? 0n) - regularInstalment))).toBeLessThanOrEqual(12)
  })

  test('of level instalments agrees the interest of what is lent within it from its day', () => {
    const { instalments, regularInstalment } = schedule(
      { ...thirty, ...first, interestMethod: 'equal_instalment' },
      {
        disbursements: [
          { on: '2026-02-10' as Day, amount: kobo(200_000) },
          { on: '2026-03-09' as Day, amount: kobo(100_000) },
        ],
      },
    )
    // 49 days count, which 47 share: 200,000 bear 3,266.67 in them, and 2,000 in a month; 100,000 bear 695.04 in 20 of the 47.
    expect(instalments[0]?.interest).toBe(3962n)
    expect(instalments[0]?.principal).toBe(regularInstalment - 2695n)
  })
})

describe('a deduction for a month of several instalments', () => {
  /** 100,000 a week: on 7, 14, 21 and 28 February. */
  const weekly = { ...free, unit: 'week', instalments: 4 } as const
  const month = '2026-02-28'
  const four = (...repayments: Repayment[]) => schedule(weekly, { principal: 400_000, repayments })
  const principals = (of: Schedule) => of.instalments.map(({ principal }) => principal)
  const left = (of: Schedule) => of.owed.map(({ principal }) => principal)

  test('pays each of them when it falls due, the last on the last day of the month too', () => {
    const three = four(paid('2026-02-03', 300_000, month))
    expect(principals(three)).toEqual([100_000n, 100_000n, 100_000n, 100_000n])
    expect(left(three)).toEqual([0n, 0n, 0n, 100_000n])
    const all = four(paid('2026-02-03', 400_000, month))
    expect([principals(all), left(all), all.notOwed]).toEqual([Array(4).fill(100_000n), Array(4).fill(0n), undefined])
    expect(four(paid('2026-02-03', 500_000, month)).notOwed).toEqual({ index: 0, owed: 400_000n })
  })

  test('repays what is left of it with the last one of its month', () => {
    // By 20 February two fall due, and the rest repays ahead with the second.
    const until = four(paid('2026-02-03', 250_000, '2026-02-20'))
    expect([principals(until), left(until)]).toEqual([
      [100_000n, 150_000n, 100_000n, 50_000n],
      [0n, 0n, 100_000n, 50_000n],
    ])
  })

  test('of a monthly loan waits for its own due date alone', () => {
    const ahead = schedule(free, { repayments: [paid('2026-02-20', 120_000, '2026-04-30')] })
    expect([principals(ahead), left(ahead)]).toEqual([
      [120_000n, 100_000n, 80_000n],
      [0n, 100_000n, 80_000n],
    ])
  })

  test('counts first where another payment repays the whole loan, and goes on waiting where it does not', () => {
    const waiting = paid('2026-02-03', 200_000, month)
    // 100,000 pays the first, 100,000 waits for the second.
    const settled = four(waiting, paid('2026-02-07', 200_000))
    expect([principals(settled), left(settled), settled.notOwed]).toEqual([[400_000n], [0n], undefined])
    expect(four(waiting, paid('2026-02-07', 200_001)).notOwed).toEqual({ index: 1, owed: 200_000n })
    const more = four(waiting, paid('2026-02-07', 50_000))
    expect([principals(more), left(more)]).toEqual([
      [150_000n, 100_000n, 100_000n, 50_000n],
      [0n, 0n, 100_000n, 50_000n],
    ])
  })

  test('is not owed where nothing is left for it to wait for', () => {
    const after = four(
      paid('2026-02-03', 50_000, month),
      paid('2026-02-05', 350_000),
      paid('2026-02-06', 10_000, month),
    )
    expect([principals(after), after.notOwed]).toEqual([[400_000n], { index: 2, owed: 0n }])
  })
})

describe('what ends or begins within a loan', () => {
  test('flat interest that rounding left is asked of who repays within the last month', () => {
    // 33.33 a month: 33, 33 and 34.
    const flat = (amount: number) =>
      schedule(
        { interestMethod: 'flat' },
        {
          principal: 3333,
          repayments: [paid('2026-02-28', 1144), paid('2026-03-31', 1144), paid('2026-04-10', amount)],
        },
      )
    expect(lines(flat(1145))).toEqual([
      [1111n, 33n],
      [1111n, 33n],
      [1111n, 34n],
    ])
    expect([owed(flat(1145))[2], flat(1145).notOwed]).toEqual([[0n, 0n], undefined])
    expect(flat(1146).notOwed).toEqual({ index: 2, owed: 1145n })
  })

  test('months without flat interest have smaller instalments than those that bear it', () => {
    const terms = { interestMethod: 'flat', interestFree: 1 } as const
    const rounding = schedule({ ...terms, roundingMultiple: kobo(1000) })
    expect(lines(rounding)).toEqual([
      [100_000n, 0n],
      [100_000n, 3000n],
      [100_000n, 3000n],
    ])
    expect([rounding.regularInstalment, schedule(terms).regularInstalment]).toEqual([103_000n, 103_000n])
    // What bears interest all the time is found once, from its first instalment.
    expect(schedule({ interestFree: 1 }).regularInstalment).toBe(100_000n)
  })

  test('money that is still to be lent in the same month is not owed before', () => {
    const disbursements = [
      { on: start, amount: kobo(100_000) },
      { on: '2026-02-20' as Day, amount: kobo(100_000) },
    ]
    const early = schedule(free, {
      disbursements,
      repayments: [paid('2026-02-10', 100_000), paid('2026-02-12', 50_000)],
    })
    expect(early.notOwed).toEqual({ index: 1, owed: 0n })
  })

  const holiday = { gracePrincipal: 2, interestPaymentGrace: 2, instalments: 4 }

  test('interest that is put off stays so when a part is repaid on a due date', () => {
    // 3,000 for February, 2,000 for March and for April, in which one instalment fewer is left.
    expect(lines(schedule(holiday, { repayments: [paid('2026-02-28', 100_000)] }))).toEqual([
      [100_000n, 0n],
      [0n, 0n],
      [150_000n, 7000n],
      [50_000n, 500n],
    ])
  })

  test('interest that is put off stays so when all is repaid of a loan that is still to be lent more', () => {
    const disbursements = [
      { on: start, amount: kobo(300_000) },
      { on: '2026-03-31' as Day, amount: kobo(100_000) },
    ]
    expect(lines(schedule(holiday, { disbursements, repayments: [paid('2026-02-28', 300_000)] }))).toEqual([
      [300_000n, 0n],
      [0n, 0n],
      [100_000n, 4000n],
    ])
  })

  test('what was late in old books on the very day on which the loan came can be paid on that day', () => {
    const brought = { repaid: kobo(0), since: start, principal: kobo(300_000), interest: kobo(0) }
    const over = schedule({ instalments: 0, brought }, { repayments: [paid(start, 200_000)] })
    expect(owed(over)).toEqual([[100_000n, 0n]])
  })
})
