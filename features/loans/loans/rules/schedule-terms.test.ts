import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { accruedOn } from './accrual.ts'
import { dueDates } from './due-dates.ts'
import type { LoanEvents, Repayment } from './loan-plan.ts'
import { rateFor } from './loan-terms.ts'
import { type Agreed, planOf, type RunningLoan, runningLoan } from './running-loan.ts'
import {
  chosenTerms,
  maturityInWords,
  plainSchedule,
  planOfTerms,
  scheduleFromKept,
  scheduleInWords,
  scheduleToKeep,
  scheduleToTell,
  type ScheduleTerms,
  termsOfScheduleInWords,
  whyNotSchedule,
} from './schedule-terms.ts'
import { settlementOn } from './settlement.ts'

const start = '2026-01-15' as Day
/** 300,000 kobo over three months at 12 % a year: 1 % a month. */
const agreed: Agreed = {
  interestMethod: 'equal_principal',
  annualRatePpm: 120_000,
  instalments: 3,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: undefined,
  schedule: plainSchedule,
}
const principal = kobo(300_000)

type Changes = Partial<Agreed> & { terms?: Partial<ScheduleTerms> }
const planWith = ({ terms, ...changes }: Changes) =>
  planOf({ ...agreed, ...changes, schedule: { ...plainSchedule, ...terms } })

function loan(changes: Changes, events: Partial<LoanEvents> & { until?: string } = {}): RunningLoan {
  const { until, ...given } = events
  const plan = { ...planWith(changes), ...(until && { penaltiesUntil: until as Day }) }
  const made = runningLoan(plan, {
    disbursements: [{ on: changes.startOn ?? start, amount: principal }],
    repayments: [],
    ...given,
  })
  if (made instanceof Refusal) throw made
  return made
}
const lines = (of: RunningLoan) => of.instalments.map((line) => [line.dueOn, line.principal, line.interest])
const paid = (on: string, amount: number | bigint, dueBy?: string): Repayment => ({
  on: on as Day,
  amount: BigInt(amount) as Kobo,
  ...(dueBy && { dueBy: dueBy as Day }),
})

describe('how principal comes back', () => {
  test('interest with each instalment and the principal with the last', () => {
    expect(lines(loan({ terms: { repayment: 'interest_only' } }))).toEqual([
      ['2026-02-15', 0n, 3000n],
      ['2026-03-15', 0n, 3000n],
      ['2026-04-15', 300_000n, 3000n],
    ])
  })

  test('all in one sum at the end, whose interest is that of the whole time', () => {
    expect(lines(loan({ terms: { repayment: 'bullet' } }))).toEqual([['2026-04-15', 300_000n, 9000n]])
    expect(lines(loan({ terms: { repayment: 'bullet' }, repaidEvery: 'week', instalments: 26 }))).toEqual([
      ['2026-07-16', 300_000n, 18_000n],
    ])
  })

  test('a grace that is longer than a short loan leaves its last instalment to repay it', () => {
    expect(lines(loan({ terms: { gracePrincipal: 6, interestPaymentGrace: 6 } }))).toEqual([
      ['2026-02-15', 0n, 0n],
      ['2026-03-15', 0n, 0n],
      ['2026-04-15', 300_000n, 9000n],
    ])
    expect(lines(loan({ terms: { interestFree: 9 } })).map(([, , interest]) => interest)).toEqual([0n, 0n, 0n])
  })

  test('new terms are instalments of principal from the first one on, whatever the loan had', () => {
    const made = runningLoan(
      {
        ...planWith({ terms: { repayment: 'bullet' }, instalments: 6 }),
        restarts: [
          {
            on: '2026-03-15' as Day,
            instalments: 2,
            firstDueOn: '2026-04-15' as Day,
            annualRate: { top: 0n, bottom: 1n },
          },
        ],
      },
      { disbursements: [{ on: start, amount: principal }], repayments: [] },
    )
    if (made instanceof Refusal) throw made
    // Two of six months bear 59 of 181 days of 6 %.
    const owed = (300_000n * 6n * 59n * 2n + 100n * 181n) / (2n * 100n * 181n)
    expect(lines(made)).toEqual([
      ['2026-04-15', 150_000n, owed],
      ['2026-05-15', 150_000n, 0n],
    ])
  })
})

describe('instalments that are rounded', () => {
  const level = { interestMethod: 'equal_instalment' } as const

  test('to the nearest multiple, or up to the next', () => {
    // 300,000 over three months at 1 %: 102,006.63 kobo a month.
    const regular = (terms: Partial<ScheduleTerms>) => loan({ ...level, terms }).regularInstalment
    expect(regular({})).toBe(102_007n)
    expect(regular({ roundingMultiple: kobo(5000) })).toBe(100_000n)
    expect(regular({ roundingMultiple: kobo(5000), roundingTo: 'up' })).toBe(105_000n)
    expect(regular({ roundingMultiple: kobo(1), roundingTo: 'up' })).toBe(102_007n)
    const { instalments } = loan({ ...level, terms: { roundingMultiple: kobo(5000), roundingTo: 'up' } })
    expect(sumKobo(instalments.map((line) => line.principal))).toBe(principal)
    expect(instalments.at(-1)?.total).toBeLessThan(105_000n)
    // What is a multiple already stays.
    const flat = (multiple: number) =>
      loan({ interestMethod: 'flat', terms: { roundingMultiple: kobo(multiple), roundingTo: 'up' } }).regularInstalment
    expect([flat(1000), flat(10_000)]).toEqual([103_000n, 110_000n])
  })

  test('of flat interest leaves its kobo to the last line, or to each as they add up', () => {
    // 1,000.01 kobo of interest would be 333.33… a line.
    const interest = (flatRest: ScheduleTerms['flatRest'], ppm: number) =>
      loan({ interestMethod: 'flat', annualRatePpm: ppm, terms: { flatRest } }).instalments.map((line) => line.interest)
    // 300,000 × 0.666668 % a year over a quarter: 166.67 a month, 500 in all.
    expect(interest('last', 6667)).toEqual([167n, 167n, 166n])
    expect(interest('each', 6667)).toEqual([167n, 166n, 167n])
    for (const ppm of [1, 777, 6667, 98_765])
      expect(sumKobo(interest('each', ppm) as Kobo[])).toBe(sumKobo(interest('last', ppm) as Kobo[]))
  })
})

describe('due dates', () => {
  const dates = (terms: Partial<ScheduleTerms>, changes: Partial<Agreed> = {}) =>
    loan({ ...changes, terms }).instalments.map(({ dueOn }) => dueOn)

  test('on one day of the month, the first not too soon after the money', () => {
    expect(dates({ dueDay: 25, firstDueAfterDays: 15 })[0]).toBe('2026-02-25')
    expect(dates({ dueDay: 25, firstDueAfterDays: 10 })[0]).toBe('2026-01-25')
    expect(dates({ dueDay: 25, firstDueAfterDays: 60 })).toEqual(['2026-03-25', '2026-04-25', '2026-05-25'])
    expect(dates({ dueDay: 31 })).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
    expect(dates({ dueDay: 31, firstDueAfterDays: 20 })).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
    expect(dates({ dueDay: 5 }, { repaidEvery: 'quarter' })).toEqual(['2026-04-05', '2026-07-05', '2026-10-05'])
    // A date that was named holds, and where it is the month's end, so do the others.
    expect(dates({ dueDay: 31 }, { firstDueOn: '2026-02-28' as Day })).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
    expect(dates({ dueDay: 25 }, { firstDueOn: '2026-02-10' as Day })).toEqual([
      '2026-02-10',
      '2026-03-10',
      '2026-04-10',
    ])
    // Weeks have no day of the month.
    expect(dates({ dueDay: 25 }, { repaidEvery: 'week' })[0]).toBe('2026-01-22')
  })

  test('that are no working day move to the next or the one before, and the others stay where they were', () => {
    // 15 February and 15 March 2026 are Sundays.
    expect(dates({ workingDays: 'next' })).toEqual(['2026-02-16', '2026-03-16', '2026-04-15'])
    expect(dates({ workingDays: 'previous' })).toEqual(['2026-02-13', '2026-03-13', '2026-04-15'])
    // Good Friday is 3 April 2026, Easter Monday the 6th.
    const easter = { startOn: '2026-03-03' as Day }
    expect(dates({ workingDays: 'next' }, easter)[0]).toBe('2026-04-07')
    expect(dates({ workingDays: 'previous' }, easter)[0]).toBe('2026-04-02')
    // Paid out on 2 January for a week: no instalment falls due before the day after the money.
    const rule = { instalments: 1, every: 1, unit: 'month', startOn: '2026-01-02', firstDueOn: '2026-01-03' } as const
    expect(
      dueDates({
        ...rule,
        startOn: rule.startOn as Day,
        firstDueOn: rule.firstDueOn as Day,
        workingDays: 'previous',
      })[1],
    ).toBe('2026-01-03')
  })
})

describe('a first period of another length', () => {
  /** Due on the 25th: 41 days, of which a month is the 31 from 25 January. */
  const longer = (terms: Partial<ScheduleTerms>, changes: Partial<Agreed> = {}) =>
    loan({ ...changes, terms: { dueDay: 25, ...terms } })
  const first = (terms: Partial<ScheduleTerms>, changes: Partial<Agreed> = {}) => longer(terms, changes).instalments[0]

  test('counts as a whole one', () => {
    expect(first({})?.dueOn).toBe('2026-02-25')
    expect(first({})?.interest).toBe(3000n)
    // Of actual days the 31 from 25 January count.
    expect(first({ dayCount: 'actual/365' })?.interest).toBe((300_000n * 12n * 31n * 2n + 36_500n) / 73_000n)
    expect(first({ dayCount: '30/360' })?.interest).toBe(3000n)
    // A shorter one bears its own days.
    expect(first({ dayCount: 'actual/365', firstDueAfterDays: 5 })?.interest).toBe(
      (300_000n * 12n * 10n * 2n + 36_500n) / 73_000n,
    )
  })

  test('bears interest by its days: a month and ten days are forty of 360', () => {
    const forty = (300_000n * 12n * 40n) / 36_000n
    for (const brokenPeriod of ['by_days', 'first_instalment'] as const) {
      expect(first({ brokenPeriod })?.interest).toBe(forty)
      expect(first({ brokenPeriod }, { interestMethod: 'flat' })?.interest).toBe(forty)
      expect(first({ brokenPeriod }, { interestMethod: 'equal_instalment' })?.interest).toBe(forty)
    }
    expect(longer({ brokenPeriod: 'by_days' }).instalments[1]?.interest).toBe(2000n)
    // Weeks are 7 days of 364: three days more on the first one.
    const week = { repaidEvery: 'week', firstDueOn: '2026-01-25' as Day } as const
    expect(loan({ ...week, terms: { brokenPeriod: 'by_days' } }).instalments.map((line) => line.interest)).toEqual([
      (300_000n * 12n * 10n * 2n + 36_400n) / 72_800n,
      (200_000n * 12n * 7n * 2n + 36_400n) / 72_800n,
      (100_000n * 12n * 7n * 2n + 36_400n) / 72_800n,
    ])
  })

  test('is shared by all level instalments, or comes with the first', () => {
    const level = { interestMethod: 'equal_instalment' } as const
    const shared = longer({ brokenPeriod: 'by_days' }, level).instalments.map(({ total }) => total)
    expect(Math.abs(Number((shared[0] ?? 0n) - (shared[1] ?? 0n)))).toBeLessThanOrEqual(1)
    const withFirst = longer({ brokenPeriod: 'first_instalment' }, level)
    const plain = loan(level).instalments.map(({ total }) => total)
    // Ten days more of 12 % on 300,000 kobo.
    expect(withFirst.instalments.map(({ total }) => total)).toEqual([(plain[0] ?? 0n) + 1000n, plain[1], plain[2]])
    expect(withFirst.regularInstalment).toBe(plain[0])
    const rounded = longer(
      { brokenPeriod: 'first_instalment', roundingMultiple: kobo(10_000) },
      { interestMethod: 'flat' },
    )
    expect(rounded.instalments.slice(0, 2).map(({ total }) => total)).toEqual([101_000n, 100_000n])
  })
})

describe('a payment', () => {
  test('is used in the order that was agreed', () => {
    const part = (allocation: ScheduleTerms['allocation']) =>
      loan({ terms: { allocation } }, { repayments: [paid('2026-02-20', 1000)] }).paid
    expect(part('penalties_fees_interest_principal')).toMatchObject({ interest: 1000n, principal: 0n })
    expect(part('principal_interest_fees_penalties')).toMatchObject({ interest: 0n, principal: 1000n })
    const both = loan(
      { terms: { allocation: 'principal_interest_fees_penalties' } },
      { repayments: [paid('2026-02-20', 101_000)] },
    ).paid
    expect(both).toMatchObject({ interest: 1000n, principal: 100_000n })
  })

  test('that is ahead brings fewer instalments, smaller ones or a pause', () => {
    const after = (prepayment: ScheduleTerms['prepayment']) =>
      loan({ annualRatePpm: 0, instalments: 6, terms: { prepayment } }, { repayments: [paid('2026-01-20', 150_000)] })
        .instalments.map((line) => line.principal)
        .filter((part) => part > 0n)
    expect(after('fewer')).toEqual([150_000n, 50_000n, 50_000n, 50_000n])
    expect(after('choice')).toEqual(after('fewer'))
    expect(after('smaller')).toEqual([150_000n, ...Array<bigint>(5).fill(30_000n)])
  })
})

describe('after the last due date', () => {
  const rule = (dailyPercent: number | null, capPercent: number | null = null): Partial<ScheduleTerms> => ({
    afterMaturity: { dailyPercent, capPercent },
  })
  const last = '2026-04-15' as Day
  /** Interest is nothing until then, so that all of it is what was charged after. */
  const free = { annualRatePpm: 0 }
  const interestOn = (
    days: number,
    terms: Partial<ScheduleTerms>,
    events: Partial<LoanEvents> = {},
    changes: Partial<Agreed> = free,
  ) =>
    sumKobo(
      loan({ ...changes, terms }, { ...events, until: addDays(last, days) }).instalments.map((line) => line.interest),
    )

  test('nothing is charged where the product says so', () => {
    expect(interestOn(400, {})).toBe(0n)
  })

  test('principal that is still owed bears its percentage of each day', () => {
    expect([0, 1, 10].map((days) => interestOn(days, rule(0.1)))).toEqual([0n, 300n, 3000n])
    // 100,000 kobo come after five days and pay the oldest instalment: 200,000 go on for five more.
    expect(interestOn(10, rule(0.1), { repayments: [paid('2026-04-20', 100_000)] })).toBe(
      1500n + (200_000n * 5n) / 1000n,
    )
  })

  test('or the rate of the loan, by days of 365', () => {
    const due = 3000n + 2000n + 1000n
    const late = { ...agreed, annualRatePpm: 120_000 }
    const before = interestOn(0, rule(null), {}, late)
    expect(before).toBe(due)
    expect(interestOn(73, rule(null), {}, late) - before).toBe((300_000n * 12n) / 500n)
  })

  test('never more than its cap', () => {
    expect(interestOn(40, rule(0.1, 3))).toBe(9000n)
    expect(interestOn(30, rule(0.1, 3))).toBe(9000n)
    expect(interestOn(29, rule(0.1, 3))).toBe(8700n)
  })

  test('is paid by a payment and settled with the loan', () => {
    const plan = planWith({ ...free, terms: rule(0.1) })
    const events = { disbursements: [{ on: start, amount: principal }], repayments: [] }
    expect(settlementOn(plan, events, addDays(last, 20))).toBe(306_000n)
    const settled = loan({ ...free, terms: rule(0.1) }, { repayments: [paid('2026-05-05', 306_000)] })
    expect(settled.paid).toMatchObject({ principal: 300_000n, interest: 6000n })
    expect(sumKobo(settled.instalments.map(({ owed }) => kobo(owed.principal + owed.interest)))).toBe(0n)
  })

  test('is not charged for days on which the employer held what was deducted', () => {
    const terms = rule(0.1)
    // The salary of April was cut for all that is owed, and reached the society on 30 April.
    const deducted = loan({ ...free, terms }, { repayments: [paid('2026-04-30', 300_000, '2026-04-15')] })
    expect(deducted.paid).toMatchObject({ principal: 300_000n, interest: 0n })
    // What the salary left goes on bearing it from that day on.
    const part = loan(
      { ...free, terms },
      { repayments: [paid('2026-04-30', 200_000, '2026-04-15')], until: '2026-05-10' },
    )
    expect(sumKobo(part.instalments.map((line) => line.interest))).toBe(
      (100_000n * BigInt(daysBetween('2026-04-30' as Day, '2026-05-10' as Day))) / 1000n,
    )
  })

  test('is interest that was earned and not paid', () => {
    const plan = planWith({ ...free, terms: rule(0.1) })
    const events = { disbursements: [{ on: start, amount: principal }], repayments: [] }
    expect(accruedOn(plan, events, addDays(last, 10), 90).receivable).toBe(3000n)
    expect(accruedOn(plan, events, addDays(last, 10), 30)).toMatchObject({ receivable: 0n, suspended: 3000n })
  })
})

describe('rates by length', () => {
  const product = {
    annualRatePpm: 180_000,
    rateSteps: [
      { instalments: 6, annualRatePpm: 120_000 },
      { instalments: 3, annualRatePpm: 60_000 },
    ],
  }
  test('are those of the shortest step that reaches a loan', () => {
    expect([1, 3, 4, 6, 7, 12].map((length) => rateFor(product, length))).toEqual([
      60_000, 60_000, 120_000, 120_000, 180_000, 180_000,
    ])
    expect(rateFor({ ...product, rateSteps: [] }, 1)).toBe(180_000)
  })
})

describe('terms', () => {
  const every: ScheduleTerms = {
    repayment: 'instalments',
    dayCount: 'actual/365',
    gracePrincipal: 3,
    interestPaymentGrace: 1,
    interestFree: 2,
    balloonPercent: 20,
    roundingMultiple: kobo('9007199254740993'),
    roundingTo: 'up',
    rounding: 'half_even',
    flatRest: 'each',
    prepayment: 'smaller',
    lateInterestOn: 'instalment',
    allocation: 'principal_interest_fees_penalties',
    brokenPeriod: 'first_instalment',
    dueDay: 31,
    firstDueAfterDays: 10,
    workingDays: 'next',
    afterMaturity: { dailyPercent: 0.1, capPercent: 25 },
    rebate: true,
  }

  test('are kept to the kobo, and what was kept before there were any runs as it did', () => {
    expect(scheduleFromKept(JSON.parse(JSON.stringify(scheduleToKeep(every))))).toEqual(every)
    expect([scheduleFromKept(null), scheduleFromKept(undefined), scheduleFromKept({})]).toEqual([
      plainSchedule,
      plainSchedule,
      plainSchedule,
    ])
  })

  test('are what the borrower chose of paying ahead, where the product leaves it to them', () => {
    const left = { ...plainSchedule, prepayment: 'choice' } as const
    const chosen = (terms: ScheduleTerms) => [
      chosenTerms(terms, 'smaller').prepayment,
      chosenTerms(terms, 'fewer').prepayment,
      chosenTerms(terms, undefined).prepayment,
    ]
    expect(chosen(left)).toEqual(['smaller', 'fewer', 'fewer'])
    expect(chosenTerms(left, 'smaller')).toEqual({ ...plainSchedule, prepayment: 'smaller' })
    expect(chosen({ ...plainSchedule, prepayment: 'skip' })).toEqual(['skip', 'skip', 'skip'])
    expect(planOfTerms(left, { instalments: 6, unit: 'month' }).prepayment).toBe('fewer')
  })

  test('leave principal to the last instalment where each pays interest only, whatever the length', () => {
    const grace = (instalments: number) =>
      planOfTerms({ ...plainSchedule, repayment: 'interest_only' }, { instalments, unit: 'month' }).gracePrincipal
    expect([grace(6), grace(1)]).toEqual([5, 0])
  })

  test('count days where those of a first period count, of weeks by 364 and of months by 360', () => {
    const counted = (unit: Agreed['repaidEvery'], terms: Partial<ScheduleTerms> = {}) =>
      planOfTerms({ ...plainSchedule, brokenPeriod: 'by_days', ...terms }, { instalments: 6, unit }).dayCount
    expect((['week', 'fortnight', 'four_weeks'] as const).map((unit) => counted(unit))).toEqual(['364', '364', '364'])
    expect((['month', 'day15', 'quarter', 'year'] as const).map((unit) => counted(unit))).toEqual(
      Array(4).fill('30/360'),
    )
    expect(counted('week', { dayCount: 'actual/360' })).toBe('actual/360')
    expect(counted('week', { brokenPeriod: 'waived' })).toBe('monthly')
  })

  test('are no percentages that can’t be written in six decimals', () => {
    expect(() => planOfTerms({ ...plainSchedule, balloonPercent: -1 }, { instalments: 6, unit: 'month' })).toThrow(
      '-1 is no percentage that a loan may have',
    )
  })

  test('say in words what differs from every loan', () => {
    expect(scheduleInWords(plainSchedule, { unit: 'month' })).toEqual([])
    expect(scheduleInWords({ ...every, roundingMultiple: kobo(5000) }, { unit: 'month' })).toEqual([
      'The first 2 instalments bear no interest.',
      'Nothing is due in the first instalment; that interest is paid with the next one.',
      'The first 3 instalments repay no principal.',
      'The last instalment repays 20 % of the loan on top.',
      'Instalments are rounded up to ₦50.00; the last one evens it out.',
      'Instalments are due on the last day of the month.',
      'A day that is a weekend or a public holiday moves to the working day after it.',
      'A first period that is longer or shorter bears interest by its days, paid with the first instalment.',
      'Payments are used in this order: principal, interest, fees, penalties.',
      'Paying ahead: smaller instalments.',
      'If the borrower settles the loan before its last due date, the interest of the remaining days, which was taken off at the start, is deducted from what they pay, up to the principal that is not due yet.',
    ])
    const said = (terms: Partial<ScheduleTerms>) => scheduleInWords({ ...plainSchedule, ...terms }, { unit: 'month' })
    expect(said({ repayment: 'bullet' })).toEqual(['Principal and interest are paid in one sum at the end.'])
    expect(said({ repayment: 'interest_only' })).toEqual([
      'Each instalment pays interest; the last one repays the principal.',
    ])
    expect(said({ interestFree: 1, gracePrincipal: 1 })).toEqual([
      'The first instalment bears no interest.',
      'The first instalment repays no principal.',
    ])
    expect(said({ dueDay: 25, workingDays: 'previous', roundingMultiple: kobo(100) })).toEqual([
      'Instalments are rounded to ₦1.00; the last one evens it out.',
      'Instalments are due on day 25 of the month.',
      'A day that is a weekend or a public holiday moves to the working day before it.',
    ])
    expect(said({ brokenPeriod: 'by_days' })).toEqual([
      'A first period that is longer or shorter bears interest by its days, shared by all instalments.',
    ])
    expect(said({ dayCount: 'actual/365' })).toEqual(['Days before a first whole month bear no interest.'])
    expect(scheduleInWords({ ...plainSchedule, dayCount: '364' }, { unit: 'week' })).toEqual([
      'Days before a first whole period bear no interest.',
    ])
  })

  test('say what is charged after the last day', () => {
    const said = (afterMaturity: ScheduleTerms['afterMaturity']) => maturityInWords({ afterMaturity })
    expect(said(null)).toBe('After the last day no further interest is charged.')
    expect(said({ dailyPercent: null, capPercent: null })).toBe(
      'Principal that is still owed after the last day bears interest at the rate of the loan until it is paid. It is not charged for days on which an employer held what was deducted.',
    )
    expect(said({ dailyPercent: 0.1, capPercent: 25 })).toContain(
      'at 0.1 % a day until it is paid, together at most 25 % of the loan.',
    )
  })

  test('say all of it on the page of a loan, without what is not charged', () => {
    const rounded = { ...plainSchedule, roundingMultiple: kobo(100) }
    const first = 'Instalments are rounded to ₦1.00; the last one evens it out.'
    expect(termsOfScheduleInWords(rounded, { unit: 'month' })).toEqual([first])
    const afterMaturity = { dailyPercent: 0.1, capPercent: 25 }
    expect(termsOfScheduleInWords({ ...rounded, afterMaturity }, { unit: 'month' })).toEqual([
      first,
      maturityInWords({ afterMaturity }),
    ])
  })

  test('are told field by field', () => {
    expect(scheduleToTell({ ...plainSchedule, roundingMultiple: kobo(5000) })).toMatchObject({
      roundingMultiple: '₦50.00',
      dueDay: '',
      afterMaturity: '',
      repayment: 'instalments',
    })
    expect(scheduleToTell(plainSchedule)).toMatchObject({ roundingMultiple: '' })
    expect(scheduleToTell(every)).toMatchObject({ dueDay: 31, afterMaturity: maturityInWords(every), rebate: true })
  })

  test('are refused by the field where they contradict each other', () => {
    const why = (
      terms: Partial<ScheduleTerms>,
      product: Partial<Parameters<typeof whyNotSchedule>[0]> = {},
      isNonInterest = false,
    ) =>
      whyNotSchedule(
        {
          interestMethod: 'flat',
          instalmentsMax: 12,
          repaidEvery: 'month',
          ...product,
          schedule: { ...plainSchedule, ...terms },
        },
        isNonInterest,
      ).map(({ message, detail }) => [message, detail.field, detail['max']])
    expect(why({})).toEqual([])
    expect(why(every, { interestMethod: 'upfront' })).toEqual([])
    expect(why(every)).toEqual([['rebate_without_upfront', 'schedule.rebate', undefined]])
    expect(why({ gracePrincipal: 12 })).toEqual([['loan_grace_too_long', 'schedule.gracePrincipal', 11]])
    expect(why({ gracePrincipal: 11 })).toEqual([])
    expect(why({}, { instalmentsMax: 1 })).toEqual([])
    expect(why({ gracePrincipal: 2, interestPaymentGrace: 3 })).toEqual([
      ['loan_interest_grace_too_long', 'schedule.interestPaymentGrace', 2],
    ])
    expect(why({ interestFree: 12 })).toEqual([])
    expect(why({ interestFree: 13 })).toEqual([['loan_interest_free_too_long', 'schedule.interestFree', 12]])
    for (const wrong of [{ gracePrincipal: 1 }, { balloonPercent: 1 }, { gracePrincipal: 1, interestPaymentGrace: 1 }])
      expect(why({ repayment: 'bullet', ...wrong })).toEqual([
        ['schedule_repaid_at_end', 'schedule.repayment', undefined],
      ])
    expect(why({ repayment: 'interest_only', interestPaymentGrace: 1 })).toEqual([
      ['loan_interest_grace_too_long', 'schedule.interestPaymentGrace', 0],
      ['schedule_repaid_at_end', 'schedule.repayment', undefined],
    ])
    expect(why({ repayment: 'interest_only' })).toEqual([])
    expect(why({}, { interestMethod: 'upfront' })).toEqual([])
    expect(why({ repayment: 'interest_only' }, { interestMethod: 'upfront' })).toEqual([
      ['schedule_upfront_at_end', 'schedule.repayment', undefined],
    ])
    expect(why({ dueDay: 5 }, { repaidEvery: 'week' })).toEqual([
      ['schedule_due_day_needs_months', 'schedule.dueDay', undefined],
    ])
    for (const repaidEvery of ['month', 'quarter', 'half_year', 'year'] as const)
      expect(why({ dueDay: 5 }, { repaidEvery })).toEqual([])
    const after = { afterMaturity: { dailyPercent: 0.1, capPercent: null } }
    expect([why(after), why(after, { interestMethod: 'murabaha' }), why(after, {}, true)]).toEqual([
      [],
      [['maturity_without_interest', 'schedule.afterMaturity', undefined]],
      [['maturity_without_interest', 'schedule.afterMaturity', undefined]],
    ])
  })
})
