import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { LoanEvents } from './loan-plan.ts'
import { type AskedRestart, rescheduled, stillToPay } from './rescheduling.ts'
import { type StoredRestart, planOfLoan, runningLoan } from './running-loan.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const terms = {
  interestMethod: 'equal_principal',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 12,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: null,
  restarts: [] as readonly StoredRestart[],
  principal: kobo(1_200_000),
  takenOver: null,
} as const
/** 120,000 each month with 1 % of what is left; the first two were paid. */
const events: LoanEvents = {
  disbursements: [{ on: start, amount: kobo(1_200_000) }],
  repayments: [
    { on: '2026-02-28' as Day, amount: kobo(112_000) },
    { on: '2026-03-31' as Day, amount: kobo(111_000) },
  ],
}
const asked: AskedRestart = {
  on: '2026-04-30' as Day,
  instalments: 20,
  firstDueOn: undefined,
  annualRatePpm: undefined,
}

function ask(change: Partial<AskedRestart> = {}, loan: object = {}, happened = events) {
  const agreed = { ...terms, ...loan }
  const before = runningLoan(planOfLoan(agreed), happened)
  if (before instanceof Refusal) throw before
  return rescheduled({ ...agreed, before }, happened, { ...asked, ...change })
}

function made(...given: Parameters<typeof ask>) {
  const found = ask(...given)
  if (found instanceof Refusal) throw found
  return found
}

describe('new terms for a running loan', () => {
  test('begin with what is owed on their day, principal and the interest of the days until then', () => {
    const { restart, outstanding, interestOwed, before, after } = made()
    expect(restart).toEqual({ on: '2026-04-30', instalments: 20, firstDueOn: '2026-05-30', annualRatePpm: 120_000 })
    expect([outstanding, interestOwed]).toEqual([1_000_000n, 10_000n])
    expect(before.instalments).toHaveLength(12)
    expect(after.instalments.slice(0, 2).map(({ dueOn, total }) => [dueOn, total])).toEqual([
      ['2026-02-28', 112_000n],
      ['2026-03-31', 111_000n],
    ])
    // A twentieth of 1,000,000, with April's 10,000 and May's.
    expect(after.instalments[2]).toMatchObject({
      number: 3,
      dueOn: '2026-05-30',
      principal: 50_000n,
      interest: 20_000n,
    })
    expect(after.instalments.at(-1)).toMatchObject({ number: 22, principal: 50_000n, interest: 500n, balance: 0n })
  })

  test('take the first due date and the rate that are asked for, else those in force', () => {
    const changed = made({ firstDueOn: '2026-06-15' as Day, annualRatePpm: 60_000 })
    expect(changed.restart).toMatchObject({ firstDueOn: '2026-06-15', annualRatePpm: 60_000 })
    const restarts = [changed.restart]
    expect(made({ on: '2026-05-31' as Day, instalments: 10 }, { restarts }).restart).toEqual({
      on: '2026-05-31',
      instalments: 10,
      firstDueOn: '2026-06-30',
      annualRatePpm: 60_000,
    })
    expect(made({ annualRatePpm: 0 }).restart.annualRatePpm).toBe(0)
  })

  test('may begin on the day of the last payment, and the day after the last terms', () => {
    expect(made({ on: '2026-03-31' as Day }).outstanding).toBe(1_000_000n)
    expect(made({ on: '2026-05-01' as Day }, { restarts: [made().restart] }).outstanding).toBe(1_000_000n)
  })

  test.each([
    [{}, { interestMethod: 'upfront' }, { message: 'reschedule_fixed_price' }],
    [{}, { interestMethod: 'murabaha' }, { message: 'reschedule_fixed_price' }],
    [
      {},
      { principal: kobo(1_200_001) },
      { message: 'reschedule_not_all_paid_out', detail: { principal: '₦12,000.01', disbursed: '₦12,000.00' } },
    ],
    [
      { on: '2026-03-30' as Day },
      {},
      { message: 'reschedule_too_early', detail: { field: 'on', last: '31 Mar 2026' } },
    ],
    [
      { firstDueOn: '2026-04-30' as Day },
      {},
      { message: 'reschedule_first_due_too_early', detail: { field: 'firstDueOn', on: '30 Apr 2026' } },
    ],
    [
      {},
      { restarts: [{ on: '2026-04-30' as Day, instalments: 5, firstDueOn: '2026-05-30' as Day, annualRatePpm: 0 }] },
      { message: 'reschedule_too_early', detail: { field: 'on', last: '30 Apr 2026' } },
    ],
  ])('are refused: %o %o', (change, loan, refusal) => {
    const happened = 'interestMethod' in loan ? { ...events, repayments: [] } : events
    expect(ask(change, loan, happened)).toMatchObject(refusal)
  })

  test('begin when the instalment falls due that a salary deduction has paid for already', () => {
    // April's 110,000 was deducted on the 25th, for the instalment of the 30th.
    const deducted = {
      ...events,
      repayments: [
        ...events.repayments,
        { on: '2026-04-25' as Day, dueBy: '2026-04-30' as Day, amount: kobo(110_000) },
      ],
    }
    for (const on of ['2026-04-25', '2026-04-26', '2026-04-30'] as Day[]) {
      const { restart, outstanding, interestOwed, after } = made({ on, firstDueOn: '2026-05-31' as Day }, {}, deducted)
      expect(restart).toEqual({ on: '2026-04-30', instalments: 20, firstDueOn: '2026-05-31', annualRatePpm: 120_000 })
      expect([outstanding, interestOwed]).toEqual([900_000n, 0n])
      expect(after.instalments[2]).toMatchObject({
        dueOn: '2026-04-30',
        principal: 100_000n,
        interest: 10_000n,
        owed: { principal: 0n, interest: 0n },
      })
      expect(after.instalments[3]).toMatchObject({ dueOn: '2026-05-31', principal: 45_000n })
    }
    // The day is the same for a loan from old books.
    const takenOver = {
      originalPrincipal: kobo(2_000_000),
      instalmentsLeft: 12,
      overdueSince: null,
      overduePrincipal: kobo(0),
      interestOwed: kobo(0),
    }
    expect(made({ on: '2026-04-26' as Day, firstDueOn: '2026-05-31' as Day }, { takenOver }, deducted).restart.on).toBe(
      '2026-04-30',
    )
    expect(ask({ on: '2026-04-26' as Day, firstDueOn: '2026-04-30' as Day }, {}, deducted)).toMatchObject({
      message: 'reschedule_first_due_too_early',
      detail: { on: '30 Apr 2026' },
    })
  })

  test('begin on the day that is asked for where no deduction waits any more, though cash came ahead', () => {
    const ahead = {
      ...events,
      repayments: [
        { on: '2026-02-20' as Day, dueBy: '2026-02-28' as Day, amount: kobo(112_000) },
        { on: '2026-03-31' as Day, amount: kobo(111_000) },
        { on: '2026-04-10' as Day, amount: kobo(50_000) },
      ],
    }
    const begun = made({ on: '2026-04-15' as Day }, {}, ahead)
    // 950,000 left; 1,000,000 for ten days of April and 950,000 for five.
    expect([begun.restart.on, begun.outstanding, begun.interestOwed]).toEqual(['2026-04-15', 950_000n, 4917n])
  })

  test('begin on the day that is asked for where a deduction was used for what was late', () => {
    // February's 112,000 is still owed when 50,000 are deducted for March.
    const late = {
      ...events,
      repayments: [{ on: '2026-03-20' as Day, dueBy: '2026-03-31' as Day, amount: kobo(50_000) }],
    }
    const begun = made({ on: '2026-03-25' as Day }, {}, late)
    expect([begun.restart.on, begun.outstanding]).toEqual(['2026-03-25', 1_200_000n - 38_000n])
  })

  test('do not begin before a deduction that is recorded on a later day', () => {
    const later = {
      ...events,
      repayments: [...events.repayments, { on: '2026-04-25' as Day, dueBy: '2026-04-30' as Day, amount: kobo(60_000) }],
    }
    expect(ask({ on: '2026-04-20' as Day }, {}, later)).toMatchObject({
      message: 'reschedule_too_early',
      detail: { field: 'on', last: '25 Apr 2026' },
    })
  })

  test('are refused where the loan is repaid', () => {
    const repaid = { ...events, repayments: [{ on: start, amount: kobo(1_200_000) }] }
    expect(ask({}, {}, repaid)).toMatchObject({ message: 'reschedule_unchanged', detail: { field: 'on' } })
  })

  test('begin on that day too where a part of the instalment was deducted', () => {
    // A deduction waits for its due date, and new terms for it; a payment in cash does not.
    const waiting = {
      ...events,
      repayments: [...events.repayments, { on: '2026-04-25' as Day, amount: kobo(60_000), dueBy: '2026-04-30' as Day }],
    }
    const begun = made({ on: '2026-04-25' as Day }, {}, waiting)
    expect([begun.restart.on, begun.outstanding, begun.interestOwed]).toEqual(['2026-04-30', 950_000n, 0n])
  })
})

test('what is still to pay are the lines of which something is owed, with what is owed of them', () => {
  const partly = runningLoan(planOfLoan({ ...terms, instalments: 3, principal: kobo(300_000) }), {
    disbursements: [{ on: start, amount: kobo(300_000) }],
    repayments: [
      { on: '2026-02-28' as Day, amount: kobo(103_000) },
      { on: '2026-03-31' as Day, amount: kobo(1500) },
    ],
  })
  if (partly instanceof Refusal) throw partly
  expect(stillToPay(partly)).toEqual({
    lines: [
      { number: 2, dueOn: '2026-03-31', principal: 100_000n, interest: 500n, total: 100_500n },
      { number: 3, dueOn: '2026-04-30', principal: 100_000n, interest: 1000n, total: 101_000n },
    ],
    regularInstalment: 103_000n,
    interest: 1500n,
    total: 201_500n,
  })
})
