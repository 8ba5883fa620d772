import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { planOf, runningLoan } from './running-loan.ts'
import { dueDatesFrom, planTakenOver } from './taken-over.ts'
import { plainSchedule } from './schedule-terms.ts'

const agreed = {
  interestMethod: 'flat',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 12,
  repaidEvery: 'month',
  startOn: '2026-01-31' as Day,
  firstDueOn: undefined,
} as const
const standing = {
  originalPrincipal: kobo(1_200_000),
  instalmentsLeft: 6,
  overdueSince: null,
  overduePrincipal: kobo(0),
  interestOwed: kobo(0),
}

describe('a loan that comes from old books', () => {
  test('runs over what is left of it, and bears flat interest on what was lent at first', () => {
    const plan = planTakenOver(planOf(agreed), kobo(600_000), standing)
    const loan = runningLoan(plan, { disbursements: [{ on: agreed.startOn, amount: kobo(600_000) }], repayments: [] })
    expect(loan).toMatchObject({
      disbursed: 600_000n,
      instalments: Array(6).fill({ principal: 100_000n, interest: 12_000n }),
    })
  })

  test('begins with what was late in one line, and interest that is only owed comes with the first instalment', () => {
    const late = planTakenOver(planOf(agreed), kobo(600_000), {
      ...standing,
      overdueSince: '2025-12-31' as Day,
      overduePrincipal: kobo(100_000),
      interestOwed: kobo(12_000),
      instalmentsLeft: 5,
    })
    expect(late.brought).toEqual({ repaid: 600_000n, since: '2025-12-31', principal: 100_000n, interest: 12_000n })
    const lines = runningLoan(late, { disbursements: [{ on: agreed.startOn, amount: kobo(600_000) }], repayments: [] })
    expect(lines).toMatchObject({
      instalments: [
        { number: 1, dueOn: '2025-12-31', principal: 100_000n, interest: 12_000n },
        ...Array(5).fill({ principal: 100_000n, interest: 12_000n }),
      ],
    })
    const owing = runningLoan(planTakenOver(planOf(agreed), kobo(600_000), { ...standing, interestOwed: kobo(5000) }), {
      disbursements: [{ on: agreed.startOn, amount: kobo(600_000) }],
      repayments: [],
    })
    expect(owing).toMatchObject({
      instalments: [{ dueOn: '2026-02-28', interest: 17_000n }, ...Array(5).fill({ interest: 12_000n })],
    })
  })

  test('does not have its interest taken off a second time', () => {
    const plan = planTakenOver(planOf({ ...agreed, interestMethod: 'upfront' }), kobo(600_000), standing)
    expect(plan).toMatchObject({
      interestMethod: 'equal_principal',
      annualRate: { top: 0n, bottom: 1n },
      instalments: 6,
    })
    expect(planTakenOver(planOf(agreed), kobo(600_000), standing)).toMatchObject({
      interestMethod: 'flat',
      annualRate: { top: 3n, bottom: 25n },
    })
  })

  test('repays its principal at the end where it was to, and in instalments where only a grace came before them', () => {
    const lines = (schedule: Partial<typeof plainSchedule>, instalmentsLeft = 6) => {
      const plan = planTakenOver(planOf({ ...agreed, schedule: { ...plainSchedule, ...schedule } }), kobo(600_000), {
        ...standing,
        originalPrincipal: kobo(600_000),
        instalmentsLeft,
      })
      const loan = runningLoan(plan, { disbursements: [{ on: agreed.startOn, amount: kobo(600_000) }], repayments: [] })
      return loan instanceof Refusal
        ? loan.message
        : [
            loan.regularInstalment,
            ...loan.instalments.map(({ dueOn, principal, interest }) => [dueOn, principal, interest]),
          ]
    }
    // One sum after six months, with the interest of all of them: 1 % of 600,000 each.
    expect(lines({ repayment: 'bullet' })).toEqual([636_000n, ['2026-07-31', 600_000n, 36_000n]])
    expect(lines({ repayment: 'interest_only' }, 3).slice(1)).toEqual([
      ['2026-02-28', 0n, 6000n],
      ['2026-03-31', 0n, 6000n],
      ['2026-04-30', 600_000n, 6000n],
    ])
    expect(lines({ repayment: 'interest_only' }, 1)).toEqual([606_000n, ['2026-02-28', 600_000n, 6000n]])
    expect(lines({ gracePrincipal: 3 }, 2).slice(1)).toEqual([
      ['2026-02-28', 300_000n, 6000n],
      ['2026-03-31', 300_000n, 6000n],
    ])
  })

  test('is its late line alone where its term was over', () => {
    expect(
      planTakenOver(planOf({ ...agreed, schedule: { ...plainSchedule, repayment: 'interest_only' } }), kobo(1), {
        ...standing,
        instalmentsLeft: 0,
      }),
    ).toMatchObject({ instalments: 0, gracePrincipal: 0 })
  })

  test('has its due dates by how often it is repaid', () => {
    expect(dueDatesFrom('2026-01-31' as Day, 3, 'month')).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
    expect(dueDatesFrom('2026-01-31' as Day, 0, 'month')).toEqual([])
    expect(dueDatesFrom('2026-01-31' as Day, 2, 'week')).toEqual(['2026-02-07', '2026-02-14'])
    expect(dueDatesFrom('2026-01-31' as Day, 2, 'fortnight')).toEqual(['2026-02-14', '2026-02-28'])
    expect(dueDatesFrom('2026-01-31' as Day, 2, 'day15')).toEqual(['2026-02-15', '2026-03-02'])
  })
})
