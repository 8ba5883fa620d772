import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import type { AccountId, EntryId, LoanMovementId } from '#core/ids.ts'
import { kobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { accruedOn, unearnedOn } from './accrual.ts'
import type { LoanEvents, LoanPlan } from './loan-plan.ts'
import {
  changeUndone,
  furtherChange,
  isRepaid,
  type StoredMovement,
  planOf,
  rebateOfOther,
  repaidAsOwed,
  runningLoan,
  type RunningLoan,
  totalOf,
} from './running-loan.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'
import { plainSchedule, type ScheduleTerms } from './schedule-terms.ts'
import { journalsOf, loanSettledForLess, rebateOn, type Repaid, repaidOn, settlementOn } from './settlement.ts'

const naira = (amount: number) => kobo(amount * 100)
const start = '2026-01-31' as Day

/** 120,000 at 12 % over a year: 14,400 are taken off at the start, for the 365 days to 31 January 2027. */
function planWith(terms: Partial<ScheduleTerms> = {}): LoanPlan {
  return planOf({
    interestMethod: 'upfront',
    annualRatePpm: 120_000,
    schedule: { ...plainSchedule, rebate: true, ...terms },
    instalments: 12,
    repaidEvery: 'month',
    startOn: start,
    firstDueOn: undefined,
  })
}

const plan = planWith()
const events = (...repaid: [string, number][]): LoanEvents => ({
  disbursements: [{ on: start, amount: naira(120_000) }],
  repayments: repaid.map(([on, amount]) => ({ on: on as Day, amount: naira(amount) })),
})
/** Of 1,440,000 kobo what so many of 365 days have not earned; what was earned is rounded. */
const notEarned = (days: number) => kobo(1_440_000n - (1_440_000n * 2n * BigInt(days) + 365n) / (2n * 365n))
const onTime: [string, number][] = [
  ['2026-02-28', 10_000],
  ['2026-03-31', 10_000],
  ['2026-04-30', 10_000],
  ['2026-05-31', 10_000],
  ['2026-06-30', 10_000],
]
const made = (outcome: Repaid | Refusal): Repaid => {
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

describe('upfront interest that is not earned on the day of settlement', () => {
  test('is taken off what settles the loan, to the kobo', () => {
    const on = '2026-07-01' as Day
    expect(daysBetween(start, on)).toBe(151)
    expect(rebateOn(plan, events(...onTime), on)).toBe(notEarned(151))
    expect(settlementOn(plan, events(...onTime), on)).toBe(naira(70_000) - notEarned(151))
    // A product that gives none back asks for all of the principal.
    expect(settlementOn(planWith({ rebate: false }), events(...onTime), on)).toBe(naira(70_000))
    expect(rebateOn(planWith({ rebate: false }), events(...onTime), on)).toBe(0n)
  })

  test('is all of it on the first day, a little on the day before the last, and nothing on the last', () => {
    expect(rebateOn(plan, events(), start)).toBe(naira(14_400))
    const almost = events(
      ...onTime,
      ...['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31'].map(
        (day): [string, number] => [day, 10_000],
      ),
    )
    expect(rebateOn(plan, almost, '2027-01-30' as Day)).toBe(notEarned(364))
    expect(rebateOn(plan, almost, '2027-01-31' as Day)).toBe(0n)
    expect(rebateOn(plan, almost, '2027-02-01' as Day)).toBe(0n)
  })

  test('is given by the payment that settles alone, and less leaves all of it for later', () => {
    const on = '2026-07-01' as Day
    const settlement = settlementOn(plan, events(...onTime), on)
    const repaid = made(repaidOn(plan, events(...onTime), { on, amount: settlement }))
    expect(repaid.rebate?.amount).toBe(notEarned(151))
    expect(repaid.change).toMatchObject({ principal: settlement, interest: 0n, fees: 0n, penalties: 0n })
    expect(repaid.rebate?.change).toMatchObject({ principal: notEarned(151), interest: 0n, fees: 0n, penalties: 0n })
    expect(isRepaid(repaid.after)).toBe(true)

    const less = made(repaidOn(plan, events(...onTime), { on, amount: kobo(settlement - 1n) }))
    expect(less.rebate).toBeUndefined()
    expect(isRepaid(less.after)).toBe(false)
    const paid = events(...onTime)
    const then = { ...paid, repayments: [...paid.repayments, { on, amount: kobo(settlement - 1n) }] }
    expect(settlementOn(plan, then, on)).toBe(1n)
  })

  test('makes more than that too much, and says what settles', () => {
    const on = '2026-07-01' as Day
    const settlement = settlementOn(plan, events(...onTime), on)
    expect(repaidOn(plan, events(...onTime), { on, amount: kobo(settlement + 1n) })).toEqual(
      loanSettledForLess({ field: 'amount', on, settlement: '₦61,557.26', rebate: '₦8,442.74' }),
    )
    const plain = planWith({ rebate: false })
    expect(made(repaidOn(plain, events(...onTime), { on, amount: naira(70_000) })).rebate).toBeUndefined()
    expect(repaidOn(plain, events(...onTime), { on, amount: naira(70_001) })).toMatchObject({
      message: 'repaid_above_owed',
    })
  })

  test('is no more than the principal that is not due yet: what is late is paid', () => {
    // 115,000 ahead with smaller instalments: 5,000 in twelve parts of 416.67, the rest in the last.
    const smaller = planWith({ prepayment: 'smaller' })
    const ahead = events([start, 100_000], ['2026-02-01', 6000], ['2026-02-02', 9000])
    const { instalments } = runningLoan(smaller, ahead) as RunningLoan
    const after = (day: Day) =>
      instalments.filter(({ dueOn }) => dueOn > day).reduce((sum, { owed }) => sum + owed.principal, 0n)
    const on = '2026-04-30' as Day
    expect(after(on)).toBeLessThan(notEarned(89))
    expect(rebateOn(smaller, ahead, on)).toBe(after(on))
    // What is due by then, of this day too, is to be paid.
    expect(settlementOn(smaller, ahead, on)).toBe(naira(5000) - after(on))
    expect(after(on)).toBe(after('2026-05-01' as Day))
    expect(after('2026-04-29' as Day)).toBeGreaterThan(after(on))
    // Where nothing is due and all of the rest would be given back, nothing is to be paid.
    expect(settlementOn(smaller, ahead, '2026-02-03' as Day)).toBe(0n)
    const alone = made(repaidOn(smaller, ahead, { on: '2026-02-03' as Day, amount: zeroKobo }))
    expect([alone.change.principal, alone.rebate?.amount]).toEqual([0n, naira(5000)])
    expect(isRepaid(alone.after)).toBe(true)
  })

  test('goes by the days that the interest was calculated for, not by what was paid ahead or new terms', () => {
    const on = '2026-07-01' as Day
    // Paid ahead, the loan ends in November; its interest was that of the time to January.
    const ahead = events(...onTime, ['2026-06-30', 20_000])
    expect((runningLoan(plan, ahead) as RunningLoan).instalments.at(-1)?.dueOn).toBe('2026-11-30')
    expect(rebateOn(plan, ahead, on)).toBe(notEarned(151))
    // Two years from July on are not paid for by what was taken off in January.
    const renewed: LoanPlan = {
      ...plan,
      restarts: [
        {
          on: '2026-06-30' as Day,
          instalments: 24,
          firstDueOn: '2026-07-31' as Day,
          annualRate: { top: 0n, bottom: 1n },
        },
      ],
    }
    expect(rebateOn(renewed, events(...onTime), on)).toBe(notEarned(151))
    expect(rebateOn(renewed, events(...onTime), '2027-01-31' as Day)).toBe(0n)
    expect(unearnedOn(renewed, events().disbursements, on)).toBe(notEarned(151))
  })

  test('is not given by a payment that is dated before another one', () => {
    expect(rebateOn(plan, events(...onTime), '2026-06-30' as Day)).toBe(notEarned(150))
    expect(rebateOn(plan, events(...onTime), '2026-06-29' as Day)).toBe(0n)
  })

  test('is still in advance at a month end, whatever was paid ahead, and no more once the loan is settled', () => {
    const ahead = events(...onTime, ['2026-06-30', 20_000])
    expect(accruedOn(plan, ahead, '2026-07-31' as Day, 90).inAdvance).toBe(notEarned(181))
    // Without a rebate it is earned by the day on which the loan now ends, 303 days after its first money.
    expect(accruedOn(planWith({ rebate: false }), ahead, '2026-07-31' as Day, 90).inAdvance).toBe(
      1_440_000n - (1_440_000n * 2n * 181n + 303n) / (2n * 303n),
    )
    const on = '2026-07-31' as Day
    const { change, rebate } = made(repaidOn(plan, ahead, { on, amount: settlementOn(plan, ahead, on) }))
    const settled = {
      ...ahead,
      repayments: [...ahead.repayments, { on, amount: totalOf(change) }, { on, amount: rebate?.amount ?? zeroKobo }],
    }
    expect(accruedOn(plan, settled, on, 90).inAdvance).toBe(0n)
  })

  test('is no more than is owed where a deduction that waits has paid a fee that settling does not owe', () => {
    const terms = {
      ...planOf({
        interestMethod: 'upfront',
        annualRatePpm: 2,
        schedule: {
          ...{ ...plainSchedule, rebate: true, prepayment: 'fewer', brokenPeriod: 'waived' },
          ...{ dueDay: 25, firstDueAfterDays: 1 },
        },
        instalments: 9,
        repaidEvery: 'month',
        startOn: start,
        firstDueOn: undefined,
      }),
      instalmentFee: { part: { top: 1n, bottom: 100n }, of: 'principal' } as const,
      penalty: { charge: { part: { top: 1n, bottom: 50n }, of: 'principal' }, graceDays: 3 } as const,
    }
    const known: LoanEvents = {
      disbursements: [{ on: start, amount: kobo(7_999_296) }],
      repayments: [
        { on: '2026-05-29' as Day, amount: kobo(3_516_244) },
        { on: '2026-09-05' as Day, amount: kobo(4_669_699), dueBy: '2026-09-25' as Day },
      ],
    }
    const on = '2026-09-05' as Day
    const without = settlementOn({ ...terms, rebate: false }, known, on)
    const rebate = rebateOn(terms, known, on)
    expect([settlementOn(terms, known, on), rebate, without]).toEqual([0n, 1n, 1n])
  })

  test('is income that goes back, beside the payment', () => {
    const on = '2026-07-01' as Day
    const amount = settlementOn(plan, events(...onTime), on)
    const accounts = { loan: 'loan', interest: 'interest', fees: 'fees', penalties: 'penalties' } as unknown as Record<
      'loan' | 'interest' | 'fees' | 'penalties',
      AccountId
    >
    const repaid = made(repaidOn(plan, events(...onTime), { on, amount }))
    const journals = journalsOf(amount, 'cash' as AccountId, repaid, accounts)
    expect(journals).toEqual([
      [
        { accountId: 'cash', debit: amount, credit: 0n },
        { accountId: 'loan', debit: 0n, credit: amount },
      ],
      [
        { accountId: 'interest', debit: notEarned(151), credit: 0n },
        { accountId: 'loan', debit: 0n, credit: notEarned(151) },
      ],
    ])
    const { rebate: _none, ...paid } = repaid
    expect(journalsOf(amount, 'cash' as AccountId, { ...paid, rebate: undefined }, accounts)).toEqual([journals[0]])
  })
})

test('what one voucher repaid is taken back together, and nothing before a settlement that gave a rebate', () => {
  const on = '2026-07-01' as Day
  const known = events(...onTime)
  const before = runningLoan(plan, known) as RunningLoan
  const { after, change, rebate } = made(repaidOn(plan, known, { on, amount: settlementOn(plan, known, on) }))
  const given = rebate?.change ?? changeUndone(change)
  const none = { principal: 0n, interest: 0n, fees: 0n, penalties: 0n, deducted: 0n, feesDeducted: 0n }
  expect(furtherChange(after, before, [change, given])).toEqual(none)
  expect(furtherChange(after, before, [change])).toEqual({ ...none, principal: -given.principal })

  const kept = (entryId: string, way: StoredMovement['way'], status: StoredMovement['status'] = 'posted') => ({
    id: entryId as LoanMovementId,
    entryId: entryId as EntryId,
    way,
    status,
  })
  const movements = [kept('one', 'cash'), kept('two', 'cash'), kept('two', 'rebate')]
  expect(rebateOfOther(movements, 'one' as EntryId)).toBe(movements[2])
  expect(rebateOfOther(movements, 'two' as EntryId)).toBeUndefined()
  expect(rebateOfOther([kept('one', 'cash'), kept('two', 'rebate', 'reversed')], 'one' as EntryId)).toBeUndefined()
})

describe('whatever the terms, the payments and the day', () => {
  const anyLoan = fc.record({
    terms: anySchedule.map((terms) => ({ ...terms, repayment: 'instalments', rebate: true }) as const),
    instalments: fc.integer({ min: 1, max: 24 }),
    repaidEvery: fc.constantFrom('month', 'week', 'quarter'),
    annualRatePpm: fc.integer({ min: 0, max: 300_000 }),
    principal: fc.integer({ min: 10_000, max: 50_000_000 }),
    fees: fc.boolean(),
    payments: fc.array(
      fc.record({
        days: fc.integer({ min: 0, max: 300 }),
        amount: fc.integer({ min: 1, max: 5_000_000 }),
        isDeduction: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    days: fc.integer({ min: 0, max: 200 }),
    later: fc.integer({ min: 1, max: 200 }),
  } as const)

  /** A deduction on the first day pays the fees of two instalments, of which settling on that day would owe one: a kobo too much. */
  const paidAheadWithFees = {
    terms: {
      repayment: 'instalments',
      dayCount: 'monthly',
      gracePrincipal: 0,
      interestPaymentGrace: 0,
      interestFree: 0,
      balloonPercent: 0,
      roundingMultiple: null,
      roundingTo: 'nearest',
      rounding: 'half_up',
      flatRest: 'last',
      prepayment: 'fewer',
      lateInterestOn: 'principal',
      allocation: 'penalties_fees_interest_principal',
      brokenPeriod: 'waived',
      dueDay: null,
      firstDueAfterDays: 1,
      workingDays: null,
      afterMaturity: null,
      rebate: true,
    },
    instalments: 2,
    repaidEvery: 'week',
    annualRatePpm: 0,
    principal: 10_000,
    fees: true,
    payments: [{ days: 0, amount: 10_051, isDeduction: true }],
    days: 0,
    later: 1,
  } as const

  test('payment and rebate are what was owed, the rebate is principal, and earlier is never dearer', () => {
    let given = 0
    fc.assert(
      fc.property(
        anyLoan,
        ({ terms, instalments, repaidEvery, annualRatePpm, principal, fees, payments, days, later }) => {
          const agreed: LoanPlan = {
            ...planOf({
              interestMethod: 'upfront',
              annualRatePpm,
              schedule: terms,
              instalments,
              repaidEvery,
              startOn: start,
              firstDueOn: undefined,
            }),
            ...(fees && {
              instalmentFee: { part: { top: 1n, bottom: 100n }, of: 'principal' } as const,
              penalty: { charge: { part: { top: 1n, bottom: 50n }, of: 'principal' }, graceDays: 3 } as const,
            }),
          }
          let known: LoanEvents = { disbursements: [{ on: start, amount: kobo(principal) }], repayments: [] }
          const lent = runningLoan(agreed, known)
          fc.pre(!(lent instanceof Refusal))
          for (const { days: after, amount, isDeduction } of payments.toSorted((one, other) => one.days - other.days)) {
            const on = addDays(start, after)
            const payment = { on, amount: kobo(amount), ...(isDeduction && { dueBy: addDays(on, 20) }) }
            const taken = repaidAsOwed(agreed, known, payment)
            if (taken) known = { ...known, repayments: [...known.repayments, { ...payment, amount: taken.amount }] }
          }
          const on = addDays(start, (payments.length > 0 ? Math.max(...payments.map((each) => each.days)) : 0) + days)
          const [pay, rebate] = [settlementOn(agreed, known, on), rebateOn(agreed, known, on)]
          expect(kobo(pay + rebate)).toBe(settlementOn({ ...agreed, rebate: false }, known, on))
          expect(rebate >= 0n && rebate <= lent.deducted).toBe(true)
          expect(pay >= 0n).toBe(true)
          const then = addDays(on, later)
          expect(rebateOn(agreed, known, then) <= rebate).toBe(true)
          // A deduction that waits for its instalment pays a fee that it does not pay where the loan is settled before.
          const isDearer = settlementOn({ ...agreed, rebate: false }, known, then) >= pay + rebate
          const waits = known.repayments.some(({ dueBy }) => dueBy !== undefined)
          expect(settlementOn(agreed, known, then) >= pay || (!isDearer && waits)).toBe(true)
          expect(rebate === 0n || on < (lent.instalments.at(-1)?.dueOn ?? on)).toBe(true)
          // Where a deduction that waits has paid more than settling takes, there is nothing to settle with.
          if (pay === 0n && waits) return
          const repaid = made(repaidOn(agreed, known, { on, amount: pay }))
          expect(isRepaid(repaid.after)).toBe(true)
          expect(totalOf(repaid.change)).toBe(pay)
          const none = { interest: 0n, fees: 0n, penalties: 0n, deducted: 0n, feesDeducted: 0n }
          expect(repaid.rebate).toEqual(
            rebate > 0n ? { amount: rebate, change: { ...none, principal: rebate } } : undefined,
          )
          if (repaid.rebate) given += 1
        },
      ),
      {
        numRuns: fc.readConfigureGlobal().numRuns ?? 500,
        examples: [[{ ...paidAheadWithFees, payments: [...paidAheadWithFees.payments] }]],
      },
    )
    expect(given).toBeGreaterThan(0)
  })
})
