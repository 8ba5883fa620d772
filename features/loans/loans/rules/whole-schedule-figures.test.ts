import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import type { LoanPlan, Repayment, Restart } from './loan-plan.ts'
import { planOf } from './running-loan.ts'
import { planTakenOver } from './taken-over.ts'
import { wholeSchedule } from './whole-schedule.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const lent = { on: start, amount: kobo(1_200_000) }
const paid = (on: string, amount: number, dueBy?: string): Repayment => ({
  on: on as Day,
  amount: kobo(amount),
  ...(dueBy && { dueBy: dueBy as Day }),
})
const restart = (on: string, firstDueOn: string, percent = 0): Restart => ({
  on: on as Day,
  firstDueOn: firstDueOn as Day,
  instalments: 10,
  annualRate: { top: BigInt(percent), bottom: 100n },
})
const agreed = (interestMethod: 'flat' | 'equal_principal', change: Partial<LoanPlan> = {}) => ({
  ...planOf({
    interestMethod,
    annualRatePpm: 120_000,
    schedule: plainSchedule,
    instalments: 12,
    repaidEvery: 'month',
    startOn: start,
    firstDueOn: undefined,
  }),
  ...change,
})

/** 1,200,000 kobo over twelve months at 12 %, with what was paid, on new terms without interest unless it is said otherwise. */
function whole(
  interestMethod: 'flat' | 'equal_principal',
  restarts: Restart[],
  repayments: ReturnType<typeof paid>[] = [],
  change: Partial<LoanPlan> = {},
  asOf?: string,
) {
  return wholeSchedule(agreed(interestMethod, { restarts, ...change }), {
    disbursements: [lent],
    repayments,
    asOf: asOf as Day | undefined,
  })
}
const lines = ({ instalments }: ReturnType<typeof whole>) =>
  instalments.map(({ number, dueOn, principal, interest, total, balance }) => [
    number,
    dueOn,
    principal,
    interest,
    total,
    balance,
  ])

describe('what was owed when a loan begins again', () => {
  const firstInterest = (...given: Parameters<typeof whole>) =>
    whole(...given).instalments.find(({ dueOn }) => dueOn >= (given[1].at(-1)?.firstDueOn ?? start))?.interest

  test('is of reducing interest what settles it on that day', () => {
    const [february, march] = [paid('2026-02-28', 112_000), paid('2026-03-31', 111_000)]
    // 1,000,000 for half of April.
    expect(firstInterest('equal_principal', [restart('2026-04-15', '2026-05-15')], [february, march])).toBe(5000n)
    expect(firstInterest('equal_principal', [restart('2026-03-31', '2026-05-15')], [february, march])).toBe(0n)
    // March's 11,000 and half of April on what is still owed, 1,100,000.
    expect(firstInterest('equal_principal', [restart('2026-04-15', '2026-05-15')], [february], {}, '2026-04-15')).toBe(
      16_500n,
    )
    expect(
      firstInterest('equal_principal', [restart('2026-04-15', '2026-05-15')], [paid('2026-02-28', 1_212_000)]),
    ).toBeUndefined()
  })

  test.each([
    ['on the day on which it was paid out', '2026-01-31', 0n],
    ['the first half of February', '2026-02-14', 6000n],
    ['on the due date its instalment', '2026-02-28', 12_000n],
    ['that instalment and half of April', '2026-04-15', 12_000n + 12_000n + 6000n],
    ['after its end all of it', '2027-03-15', 144_000n],
  ])('is of flat interest, %s', (_, on, interest) =>
    expect(firstInterest('flat', [restart(on, '2027-12-31')])).toBe(interest),
  )

  test('is of flat interest only what was not paid', () => {
    expect(
      firstInterest(
        'flat',
        [restart('2026-04-15', '2026-05-15')],
        [paid('2026-02-28', 112_000), paid('2026-03-31', 112_000)],
      ),
    ).toBe(6000n)
    expect(
      firstInterest(
        'flat',
        [restart('2026-04-15', '2026-05-15')],
        [paid('2026-02-28', 112_000), paid('2026-03-31', 5000)],
      ),
    ).toBe(13_000n)
  })

  test('is of flat interest what was put off too, until an instalment has brought it', () => {
    const grace = { gracePrincipal: 2, interestPaymentGrace: 2 }
    const from = (on: string, change: Partial<LoanPlan> = grace) =>
      firstInterest('flat', [restart(on, '2027-12-31')], [], change)
    expect(from('2026-02-28')).toBe(12_000n)
    // February's, and 15 of the 31 days of March.
    expect(from('2026-03-15')).toBe(12_000n + 5806n)
    expect(from('2026-04-15')).toBe(24_000n + 6000n)
    // The third instalment brings all three, once.
    expect(from('2026-04-30')).toBe(36_000n)
    expect(from('2026-05-15')).toBe(36_000n + 5806n)
    expect(from('2026-03-15', { ...grace, interestFree: 1 })).toBe(5806n)
  })

  test('is nothing of months that bear no flat interest', () => {
    const from = (on: string) => firstInterest('flat', [restart(on, '2027-12-31')], [], { interestFree: 2 })
    expect([from('2026-02-14'), from('2026-03-31'), from('2026-04-15')]).toEqual([0n, 0n, 6000n])
  })

  test('is less by a deduction that no longer waits for its due date, from the day on which it came', () => {
    const terms = [restart('2026-02-25', '2026-03-31')]
    // 1,200,000 for 20 of 28 days, 1,088,000 for five.
    const interest = 10_514n
    expect(firstInterest('equal_principal', terms, [paid('2026-02-20', 112_000, '2026-02-28')])).toBe(interest)
    expect(firstInterest('equal_principal', terms, [paid('2026-02-20', 112_000)])).toBe(interest)
  })

  test('goes over into the terms after the next, once', () => {
    const first = restart('2026-04-15', '2026-05-15', 12)
    const before = [paid('2026-02-28', 112_000), paid('2026-03-31', 112_000)]
    // April's 6,000, and half of the new first month on 1,000,000.
    expect(firstInterest('flat', [first, restart('2026-04-30', '2026-06-30')], before)).toBe(11_000n)
    expect(firstInterest('flat', [first, restart('2026-05-15', '2026-06-30')], before)).toBe(16_000n)
    expect(firstInterest('flat', [first, restart('2026-05-30', '2026-06-30')], before)).toBe(16_000n + 4839n)
  })

  test('is also what came from old books, whether it was late there or not', () => {
    const standing = {
      originalPrincipal: kobo(1_500_000),
      instalmentsLeft: 12,
      overdueSince: null,
      overduePrincipal: kobo(0),
      interestOwed: kobo(700),
    }
    const interestFrom = (change: object, on: string) => {
      const plan = {
        ...planTakenOver(agreed('flat'), lent.amount, { ...standing, ...change }),
        restarts: [restart(on, '2026-12-31')],
      }
      return wholeSchedule(plan, { disbursements: [lent], repayments: [] }).instalments[0]?.interest
    }
    // Half of February's 15,000 on the first principal.
    expect(interestFrom({}, '2026-02-14')).toBe(8200n)
    expect(interestFrom({ overdueSince: '2025-12-31', overduePrincipal: kobo(50_000) }, '2026-02-14')).toBe(8200n)
    expect(interestFrom({}, '2026-02-28')).toBe(15_700n)
  })
})

describe('the lines of a loan that began again', () => {
  const payments = [paid('2026-02-28', 112_000), paid('2026-03-31', 111_000), paid('2026-04-10', 50_000)]

  test('are what was paid before, what came ahead as a line of that day, and the new ones', () => {
    const changed = whole('equal_principal', [restart('2026-04-15', '2026-05-15')], payments)
    // 1,000,000 for ten days of April and 950,000 for five: 4,917.
    expect(lines(changed).slice(0, 5)).toEqual([
      [1, '2026-02-28', 100_000n, 12_000n, 112_000n, 1_100_000n],
      [2, '2026-03-31', 100_000n, 11_000n, 111_000n, 1_000_000n],
      [3, '2026-04-15', 50_000n, 0n, 50_000n, 950_000n],
      [4, '2026-05-15', 95_000n, 4917n, 99_917n, 855_000n],
      [5, '2026-06-15', 95_000n, 0n, 95_000n, 760_000n],
    ])
    expect(changed.instalments).toHaveLength(13)
    expect(changed.owed.slice(0, 4)).toEqual([
      ...Array<object>(3).fill({ principal: 0n, interest: 0n, fees: 0n, penalties: 0n }),
      { principal: 95_000n, interest: 4917n, fees: 0n, penalties: 0n },
    ])
    expect(changed.regularInstalment).toBe(95_000n)
  })

  test('keep the fees and penalties that were paid', () => {
    const charged: Partial<LoanPlan> = {
      instalmentFee: { fixed: 500n as Kobo },
      penalty: { charge: { fixed: 700n as Kobo }, graceDays: 0 },
    }
    const [first] = whole(
      'equal_principal',
      [restart('2026-03-10', '2026-05-15')],
      [paid('2026-03-01', 113_200)],
      charged,
      '2026-03-10',
    ).instalments
    expect(first).toMatchObject({
      principal: 100_000n,
      interest: 12_000n,
      fees: 500n,
      penalties: 700n,
      total: 113_200n,
    })
  })

  test('are those that were paid alone where nothing was owed any more, and what is paid later is not owed', () => {
    const repaid = whole(
      'equal_principal',
      [restart('2026-04-15', '2026-05-15')],
      [paid('2026-06-01', 5), paid('2026-02-28', 1_212_000)],
    )
    expect(lines(repaid)).toEqual([[1, '2026-02-28', 1_200_000n, 12_000n, 1_212_000n, 0n]])
    expect([repaid.owed.length, repaid.regularInstalment, repaid.notOwed]).toEqual([1, 0n, { index: 0, owed: 0n }])
    expect(
      whole('equal_principal', [restart('2026-04-15', '2026-05-15')], [paid('2026-02-28', 1_212_000)]).notOwed,
    ).toBeUndefined()
  })

  test('are one for the interest where only that was left', () => {
    const left = whole('flat', [restart('2026-03-15', '2026-04-15')], [paid('2026-02-10', 1_200_000)])
    expect(lines(left)).toEqual([
      [1, '2026-02-28', 1_200_000n, 0n, 1_200_000n, 0n],
      [2, '2026-04-15', 0n, 12_000n, 12_000n, 0n],
    ])
  })

  test('say which payment was not owed, before or after', () => {
    const terms = [restart('2026-04-15', '2026-05-15')]
    expect(
      whole('equal_principal', terms, [paid('2026-07-15', 5_000_000), paid('2026-02-28', 112_000)]).notOwed?.index,
    ).toBe(0)
    expect(
      whole('equal_principal', terms, [
        paid('2026-07-15', 5),
        paid('2026-02-28', 112_000),
        paid('2026-03-31', 9_000_000),
      ]).notOwed,
    ).toEqual({ index: 2, owed: 1_111_000n })
  })
})

describe('fees and penalties that are owed when a loan begins again', () => {
  const charged: Partial<LoanPlan> = {
    instalmentFee: { fixed: 500n as Kobo },
    penalty: { charge: { fixed: 700n as Kobo }, graceDays: 0 },
  }
  const waived = (...waivers: [on: string, dueOn: string][]) => ({
    ...charged,
    waivers: waivers.map(([on, dueOn]) => ({ on: on as Day, dueOn: [dueOn as Day] })),
  })
  const parts = ({ instalments }: ReturnType<typeof whole>) =>
    instalments
      .slice(0, 3)
      .map(({ number, dueOn, principal, interest, fees, penalties }) => [
        number,
        dueOn,
        principal,
        interest,
        fees,
        penalties,
      ])
  const terms = [restart('2026-03-10', '2026-05-15')]

  test.each([
    // February's 12,000 and ten of March's 31 days.
    ['flat', 12_000n + 3871n],
    ['equal_principal', 12_000n + 3871n],
  ] as const)('fall due with its first instalment as a line of their own (%s)', (method, interest) => {
    expect(parts(whole(method, terms, [], charged))).toEqual([
      [1, '2026-05-15', 0n, 0n, 500n, 700n],
      [2, '2026-05-15', 120_000n, interest, 500n, 0n],
      [3, '2026-06-15', 120_000n, 0n, 500n, 0n],
    ])
  })

  test('are fees alone, or penalties alone', () => {
    expect(parts(whole('flat', terms, [], { instalmentFee: charged.instalmentFee }))[0]).toEqual([
      1,
      '2026-05-15',
      0n,
      0n,
      500n,
      0n,
    ])
    expect(parts(whole('flat', terms, [], { penalty: charged.penalty }))[0]).toEqual([
      1,
      '2026-05-15',
      0n,
      0n,
      0n,
      700n,
    ])
    expect(parts(whole('flat', terms, [], {}))[0]).toEqual([1, '2026-05-15', 120_000n, 15_871n, 0n, 0n])
  })

  test('are paid before interest and principal, and what was paid of them is kept', () => {
    const some = whole('flat', terms, [paid('2026-03-05', 900)], charged)
    expect(parts(some).slice(0, 2)).toEqual([
      [1, '2026-02-28', 0n, 0n, 200n, 700n],
      [2, '2026-05-15', 0n, 0n, 300n, 0n],
    ])
    const later = whole('flat', terms, [paid('2026-04-01', 1300)], charged)
    expect(later.owed[0]).toEqual({ principal: 0n, interest: 0n, fees: 0n, penalties: 0n })
    expect(later.owed.reduce((sum, each) => sum + each.principal, 0n)).toBe(1_200_000n - 100n)
  })

  test('are without the penalties where these were let go with it or after it', () => {
    const penalties = (...waivers: [string, string][]) =>
      whole('flat', terms, [], waived(...waivers)).instalments[0]?.penalties
    expect(penalties(['2026-03-10', '2026-05-15'])).toBe(0n)
    expect(penalties(['2026-03-20', '2026-05-15'])).toBe(0n)
    expect(penalties(['2026-03-09', '2026-05-15'])).toBe(700n)
    expect(penalties(['2026-03-20', '2026-06-15'])).toBe(700n)
    expect(penalties(['2026-03-20', '2026-06-15'], ['2026-03-20', '2026-05-15'])).toBe(0n)
  })
})

test('what is left of a loan is shown in as many instalments as were agreed, though they be less than a kobo', () => {
  const left = whole('equal_principal', [restart('2026-02-28', '2026-03-31')], [paid('2026-02-28', 1_211_997)])
  expect(lines(left).slice(0, 3)).toEqual([
    [1, '2026-02-28', 1_199_997n, 12_000n, 1_211_997n, 3n],
    [2, '2026-03-31', 0n, 0n, 0n, 3n],
    [3, '2026-04-30', 0n, 0n, 0n, 3n],
  ])
  expect(lines(left).slice(10)).toEqual([[11, '2026-12-31', 3n, 0n, 3n, 0n]])
})
