import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonthsToDay, type Day, lastDayOf, periodOf } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { accruedOn, accruedTotals } from './accrual.ts'
import { instalmentUnits } from './due-dates.ts'
import type { LoanEvents, LoanPlan, Repayment } from './loan-plan.ts'
import { anyDueDay, planOf, runningLoan } from './running-loan.ts'
import { repaidOn, settlementOn } from './settlement.ts'
import { planTakenOver } from './taken-over.ts'
import { wholeSchedule } from './whole-schedule.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const naira = (amount: number) => kobo(BigInt(amount) * 100n)
/** 120,000 at 12 % over twelve months: 10,000 of principal each, and 1,200 of interest in the first month. */
const loan = planOf({
  interestMethod: 'equal_principal',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 12,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: undefined,
})
const lent: LoanEvents = { disbursements: [{ on: start, amount: naira(120_000) }], repayments: [] }
const paid = (on: string, amount: number): LoanEvents => ({
  ...lent,
  repayments: [...lent.repayments, { on: on as Day, amount: naira(amount) }],
})

describe('interest on a loan that is earned and not paid', () => {
  test('grows day by day to what the instalment asks, and is gone once that is paid', () => {
    const receivable = (on: string, events = lent) => accruedOn(loan, events, on as Day, 90).receivable
    expect(receivable('2026-01-30')).toBe(0n)
    expect(receivable('2026-01-31')).toBe(0n)
    // 14 of the 28 days to the due date.
    expect(receivable('2026-02-14')).toBe(naira(600))
    expect(receivable('2026-02-28')).toBe(naira(1200))
    expect(receivable('2026-02-28', paid('2026-02-28', 11_200))).toBe(0n)
    expect(receivable('2026-03-31', paid('2026-02-28', 11_200))).toBe(naira(1100))
  })

  test('of a loan that is late is on the principal that was owed each day', () => {
    const six = planOf({
      interestMethod: 'equal_principal',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 6,
      repaidEvery: 'month',
      startOn: '2025-11-16' as Day,
      firstDueOn: undefined,
    })
    const at = (on: string, ...repaid: [string, number][]) =>
      accruedOn(
        six,
        {
          disbursements: [{ on: six.startOn, amount: naira(120_000) }],
          repayments: repaid.map(([day, amount]) => ({ on: day as Day, amount: naira(amount) })),
        },
        on as Day,
        90,
      )
    // November to December 120,000 × 1 %, and 15 of the next 31 days of it.
    expect(at('2025-12-31').receivable).toBe(120_000n + 58_065n)
    expect(at('2025-12-16').receivable).toBe(120_000n)
    // 21,200 were due on 16 December. 10,000 on the 20th: its interest of 1,200 and 8,800 of principal; four days of 120,000, and eleven of 111,200.
    expect(at('2025-12-31', ['2025-12-20', 10_000]).receivable).toBe((120_000n * 4n + 111_200n * 11n + 15n) / 31n)
    // 50,000 in time: 1,200 of interest, and 48,800 of principal is repaid.
    expect(at('2025-12-31', ['2025-12-16', 50_000]).receivable).toBe((71_200n * 15n + 15n) / 31n)
  })

  test('and what was paid of it are what the settlement of the day asks, whatever was paid when', () => {
    const paying = fc.record({
      after: fc.integer({ min: 0, max: 90 }),
      part: fc.integer({ min: 1, max: 100 }),
      kind: fc.constantFrom('at once', 'held', 'held', 'deducted'),
    })
    fc.assert(
      fc.property(
        fc.record({
          interestMethod: fc.constantFrom('equal_instalment', 'equal_principal'),
          annualRatePpm: fc.integer({ min: 0, max: 600_000 }),
          schedule: anySchedule,
          instalments: fc.integer({ min: 1, max: 18 }),
          repaidEvery: fc.constantFrom(...instalmentUnits),
          startOn: fc.constant(start),
          firstDueOn: fc.constant(undefined),
        }),
        fc.bigInt({ min: 100_000n, max: 500_000_000n }),
        fc.option(fc.integer({ min: 0, max: 200 })),
        fc.option(fc.integer({ min: 1, max: 400 })),
        fc.boolean(),
        fc.array(paying, { maxLength: 6 }),
        fc.integer({ min: 0, max: 200 }),
        (agreed, amount, secondAfter, newTermsAfter, isCharged, payments, after) => {
          const plan: LoanPlan = {
            ...planOf(agreed),
            ...(isCharged && {
              instalmentFee: { fixed: kobo(500) },
              penalty: { charge: { part: { top: 1n, bottom: 100n }, of: 'principal' as const }, graceDays: 3 },
            }),
            ...(newTermsAfter !== null && {
              restarts: [newTermsAfter].map((days) => ({
                on: addDays(start, days),
                instalments: 7,
                firstDueOn: addMonthsToDay(addDays(start, days), 1),
                annualRate: { top: 9n, bottom: 100n },
              })),
            }),
          }
          // A loan gets new terms once all of it is paid out.
          const lastDue =
            wholeSchedule(planOf(agreed), {
              disbursements: [{ on: start, amount: amount as Kobo }],
              repayments: [],
            }).instalments.at(-1)?.dueOn ?? start
          const second =
            secondAfter === null || secondAfter >= (newTermsAfter ?? 1000) || addDays(start, secondAfter) >= lastDue
              ? []
              : [{ on: addDays(start, secondAfter), amount: amount as Kobo }]
          const events = {
            disbursements: [{ on: start, amount: amount as Kobo }, ...second],
            repayments: [] as Repayment[],
          }
          let on = start
          for (const { after: days, part, kind } of payments) {
            on = addDays(on, days)
            const owed = settlementOn(plan, events, on)
            const share = (owed * BigInt(part)) / 100n
            if (share === 0n) continue
            events.repayments.push({
              on,
              amount: kobo(share),
              ...(kind === 'held' && { heldBy: anyDueDay }),
              ...(kind === 'deducted' && { dueBy: lastDayOf(periodOf(on)) }),
            })
          }
          on = addDays(on, after)
          const known = { ...events, disbursements: events.disbursements.filter((each) => each.on <= on) }
          const knownPlan = { ...plan, restarts: (plan.restarts ?? []).filter((each) => each.on <= on) }
          // What was paid can be too much for money that was paid out later, which is refused then.
          fc.pre(!(runningLoan(knownPlan, known) instanceof Refusal))
          const settlement = settlementOn(knownPlan, known, on)
          const settling = settlement > 0n ? repaidOn(knownPlan, known, { on, amount: settlement }) : undefined
          if (settling instanceof Refusal) throw settling
          const { receivable, suspended, inAdvance } = accruedOn(plan, events, on, 100_000)
          expect(receivable + suspended - inAdvance).toBe(settling ? settling.change.interest : 0n)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('counts what was known by that day alone: a payment of the day after leaves it as it was', () => {
    expect(accruedOn(loan, paid('2026-03-01', 11_200), '2026-02-28' as Day, 90)).toEqual({
      receivable: naira(1200),
      suspended: 0n,
      inAdvance: 0n,
      daysLate: 0,
    })
  })

  test('of a loan that is late by more days than the society allows is suspended until it is paid', () => {
    const onDay = (on: string, events = lent) => accruedOn(loan, events, on as Day, 90)
    expect(onDay('2026-05-29')).toMatchObject({ suspended: 0n, daysLate: 90 })
    const late = onDay('2026-05-30')
    expect(late).toMatchObject({ receivable: 0n, daysLate: 91 })
    expect(late.suspended).toBeGreaterThan(naira(3600))
    const tolerated = accruedOn(loan, lent, '2026-05-30' as Day, 90, { amount: naira(1_000_000), days: 0 })
    expect(tolerated).toMatchObject({ receivable: late.suspended, suspended: 0n, daysLate: 0 })
    const settled = settlementOn(loan, lent, '2026-05-30' as Day)
    expect(onDay('2026-05-30', { ...lent, repayments: [{ on: '2026-05-30' as Day, amount: settled }] })).toEqual({
      receivable: 0n,
      suspended: 0n,
      inAdvance: 0n,
      daysLate: 0,
    })
  })

  test('is not taken away by new terms, whenever they begin', () => {
    const agreed = fc.record({
      interestMethod: fc.constantFrom('flat', 'equal_instalment', 'equal_principal'),
      annualRatePpm: fc.integer({ min: 0, max: 600_000 }),
      schedule: anySchedule,
      instalments: fc.integer({ min: 2, max: 24 }),
      repaidEvery: fc.constantFrom(...instalmentUnits),
      startOn: fc.constant(start),
      firstDueOn: fc.constant(undefined),
    })
    fc.assert(
      fc.property(
        agreed,
        fc.bigInt({ min: 100_000n, max: 500_000_000n }),
        fc.integer({ min: 1, max: 700 }),
        (terms, amount, days) => {
          const plan = planOf(terms)
          const events: LoanEvents = { disbursements: [{ on: start, amount: amount as Kobo }], repayments: [] }
          const on = addDays(start, days)
          const renewed = {
            ...plan,
            restarts: [
              { on, instalments: 12, firstDueOn: addMonthsToDay(on, 1), annualRate: { top: 6n, bottom: 100n } },
            ],
          }
          const [before, after] = [addDays(on, -1), on].map(
            (day) => accruedOn(renewed, events, day, 100_000).receivable,
          )
          // Each flat instalment is rounded, and the last one makes up for all: of that only its days' part was earned.
          const rounding = terms.interestMethod === 'flat' ? BigInt(terms.instalments) : 1n
          expect(after).toBeGreaterThanOrEqual((before ?? 0n) - rounding)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('that was taken off at the start is earned over the whole term, and at once by a loan that is repaid', () => {
    const upfront = planOf({
      interestMethod: 'upfront',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    })
    const inAdvance = (on: string, events = lent) => accruedOn(upfront, events, on as Day, 90).inAdvance
    expect(inAdvance('2026-01-31')).toBe(naira(14_400))
    // 151 of 365 days: 5,957.26 is earned.
    expect(inAdvance('2026-07-01')).toBe(naira(14_400) - 595_726n)
    expect(inAdvance('2027-01-31')).toBe(0n)
    const settled = settlementOn(upfront, lent, '2026-07-01' as Day)
    expect(inAdvance('2026-07-01', { ...lent, repayments: [{ on: '2026-07-01' as Day, amount: settled }] })).toBe(0n)
  })

  test('of money that is paid out later is not known before, nor what came from old books before it came', () => {
    const upfront = planOf({
      interestMethod: 'upfront',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    })
    const twice: LoanEvents = {
      disbursements: [...lent.disbursements, { on: '2026-03-15' as Day, amount: naira(60_000) }],
      repayments: [],
    }
    // A year's 12 % of 120,000, and from the second payout on of 180,000 from the first day on.
    expect(accruedOn(upfront, twice, start, 90).inAdvance).toBe(naira(14_400))
    expect(accruedOn(upfront, twice, '2026-02-28' as Day, 90)).toEqual(
      accruedOn(upfront, lent, '2026-02-28' as Day, 90),
    )
    expect(accruedOn(upfront, twice, '2026-03-15' as Day, 90).inAdvance).toBeGreaterThan(naira(14_400))
    const brought = planTakenOver(loan, naira(120_000), {
      originalPrincipal: naira(150_000),
      instalmentsLeft: 12,
      overdueSince: '2025-12-31' as Day,
      overduePrincipal: naira(10_000),
      interestOwed: naira(900),
    })
    expect(accruedOn(brought, lent, '2026-01-30' as Day, 90)).toEqual({
      receivable: 0n,
      suspended: 0n,
      inAdvance: 0n,
      daysLate: 0,
    })
    expect(accruedOn(brought, lent, start, 90)).toMatchObject({ suspended: 0n, inAdvance: 0n, daysLate: 31 })
  })

  test('takes a half kobo up', () => {
    // 1,201 kobo in February, 14 of its 28 days.
    expect(
      accruedOn(
        loan,
        { disbursements: [{ on: start, amount: kobo(120_100) }], repayments: [] },
        '2026-02-14' as Day,
        90,
      ).receivable,
    ).toBe(601n)
  })

  test('that was paid before it was earned is in advance', () => {
    const flat = planOf({
      interestMethod: 'flat',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    })
    // All principal and 1,000 of February's 1,200 on the day on which 600 of it is earned.
    expect(accruedOn(flat, paid('2026-02-14', 121_000), '2026-02-14' as Day, 90)).toEqual({
      receivable: 0n,
      suspended: 0n,
      inAdvance: naira(400),
      daysLate: 0,
    })
    expect(accruedOn(flat, paid('2026-02-14', 121_000), '2026-02-21' as Day, 90)).toEqual({
      receivable: 0n,
      suspended: 0n,
      inAdvance: naira(100),
      daysLate: 0,
    })
    expect(accruedOn(flat, paid('2026-02-14', 121_000), '2026-02-28' as Day, 90)).toEqual({
      receivable: naira(200),
      suspended: 0n,
      inAdvance: 0n,
      daysLate: 0,
    })
  })

  test('of new terms counts from the day on which they begin', () => {
    const renewed = {
      ...loan,
      restarts: [
        {
          on: '2026-03-15' as Day,
          instalments: 12,
          firstDueOn: '2026-04-15' as Day,
          annualRate: { top: 6n, bottom: 100n },
        },
      ],
    }
    const before = (on: string) => [accruedOn(renewed, lent, on as Day, 90), accruedOn(loan, lent, on as Day, 90)]
    const [one, other] = before('2026-03-14')
    expect(one).toEqual(other)
    // 600 of the new month, and what was carried over; a month of its own length later all of it has fallen due.
    const carried = settlementOn(loan, lent, '2026-03-15' as Day) - naira(120_000)
    expect(accruedOn(renewed, lent, '2026-04-15' as Day, 90).receivable).toBe(naira(600) + carried)
  })

  test('that was owed when new terms began stays earned on their first day, and theirs comes on top day by day', () => {
    const renewed = {
      ...loan,
      restarts: [
        {
          on: '2026-03-15' as Day,
          instalments: 12,
          firstDueOn: '2026-04-15' as Day,
          annualRate: { top: 6n, bottom: 100n },
        },
      ],
    }
    const receivable = (on: string) => accruedOn(renewed, lent, on as Day, 90).receivable
    const carried = settlementOn(loan, lent, '2026-03-15' as Day) - naira(120_000)
    expect(carried).toBeGreaterThan(receivable('2026-03-14'))
    expect(receivable('2026-03-15')).toBe(carried)
    // One of the 31 days of a month that brings 600.
    expect(receivable('2026-03-16')).toBe(carried + 1_935n)
    expect(receivable('2026-04-14')).toBe(carried + 58_065n)
  })

  test('of new terms does not count what was paid of the former ones again, nor the charges that they left', () => {
    const charged = {
      ...loan,
      instalmentFee: { fixed: naira(5) },
      penalty: { charge: { fixed: naira(7) }, graceDays: 0 },
      restarts: [
        {
          on: '2026-04-15' as Day,
          instalments: 10,
          firstDueOn: '2026-05-15' as Day,
          annualRate: { top: 12n, bottom: 100n },
        },
      ],
    }
    // February was paid. Of March's 1,100 and half of April's 1,100 nothing was.
    const events = paid('2026-02-28', 11_205)
    const receivable = (on: string) => accruedOn(charged, events, on as Day, 1000).receivable
    expect(receivable('2026-04-15')).toBe(naira(1100 + 550))
    // Ten of the 30 days of the new month, which bears 1,100.
    expect(receivable('2026-04-25')).toBe(naira(1100 + 550) + 36_667n)
    expect(accruedOn(charged, events, '2026-04-25' as Day, 1000)).toMatchObject({ inAdvance: 0n, suspended: 0n })
  })

  test('of a loan that came late from old books counts from the day on which it came, and what it brought is earned', () => {
    const brought = (overdueSince: Day | null) =>
      planTakenOver(loan, naira(120_000), {
        originalPrincipal: naira(150_000),
        instalmentsLeft: 12,
        overdueSince,
        overduePrincipal: naira(overdueSince ? 10_000 : 0),
        interestOwed: naira(900),
      })
    for (const since of ['2025-12-31' as Day, null]) {
      const at = (on: string) => accruedOn(brought(since), lent, on as Day, 1000).receivable
      expect(at('2026-01-31')).toBe(naira(900))
      // All 120,000 bears 1 % for half the month, the 10,000 that is late too.
      expect(at('2026-02-14')).toBe(naira(1500))
      expect(at('2026-02-28')).toBe(naira(2100))
    }
  })

  test('of instalments that are not due at first is earned in their own time', () => {
    const postponed = { ...loan, interestPaymentGrace: 2 }
    const receivable = (on: string) => accruedOn(postponed, lent, on as Day, 90).receivable
    // Three months' interest falls due with the third; each month bears 1 % of 120,000.
    const third = wholeSchedule(postponed, lent).instalments[2]
    const missed = wholeSchedule(postponed, { ...lent, asOf: '2026-04-30' as Day }).instalments[2]
    expect(third?.dueOn).toBe('2026-04-30')
    expect(receivable('2026-02-28')).toBe(naira(1200))
    expect(receivable('2026-04-30')).toBe(missed?.interest)
  })

  test('together with what was paid comes to all interest at the last due date, whatever was paid and when', () => {
    const terms = fc.record({
      interestMethod: fc.constantFrom('flat', 'equal_instalment', 'equal_principal', 'murabaha'),
      annualRatePpm: fc.integer({ min: 0, max: 600_000 }),
      schedule: anySchedule,
      instalments: fc.integer({ min: 1, max: 36 }),
      repaidEvery: fc.constantFrom(...instalmentUnits),
      startOn: fc.constant(start),
      firstDueOn: fc.constant(undefined),
    })
    fc.assert(
      fc.property(
        terms,
        fc.bigInt({ min: 100_000n, max: 500_000_000n }),
        fc.integer({ min: 0, max: 1200 }),
        (agreed, amount, days) => {
          const plan = planOf(agreed)
          const events: LoanEvents = { disbursements: [{ on: start, amount: amount as Kobo }], repayments: [] }
          const on = addDays(start, days)
          const at = accruedOn(plan, events, on, 100_000)
          expect(at.inAdvance).toBe(0n)
          expect(accruedOn(plan, events, addDays(on, 1), 100_000).receivable).toBeGreaterThanOrEqual(at.receivable)
          // What settles it on the day costs no less than what was earned by then.
          const within = [on, addMonthsToDay(start, agreed.instalments)].toSorted()[0] as Day
          // By leap years a day is not the same part of every year.
          const earned = accruedOn(plan, events, within, 100_000).receivable
          expect(settlementOn(plan, events, within)).toBeGreaterThanOrEqual(
            amount + earned - (agreed.schedule.dayCount === 'actual/actual' ? 1n + earned / 500n : 1n),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is told of all loans together, the margin of a murabaha apart', () => {
    const one = { receivable: kobo(500n), suspended: kobo(0n), inAdvance: kobo(0n), daysLate: 0, isMurabaha: false }
    const other = { receivable: kobo(70n), suspended: kobo(9n), inAdvance: kobo(100n), daysLate: 3, isMurabaha: true }
    expect(accruedTotals([one, other])).toEqual({
      receivable: 570n,
      inAdvance: 100n,
      suspended: 9n,
      interest: 500n,
      margin: -30n,
    })
    expect(accruedTotals([])).toEqual({ receivable: 0n, inAdvance: 0n, suspended: 0n, interest: 0n, margin: 0n })
    expect(sumKobo([accruedTotals([one, other]).interest, accruedTotals([one, other]).margin])).toBe(470n)
  })
})
