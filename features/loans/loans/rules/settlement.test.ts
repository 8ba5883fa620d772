import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import type { LoanEvents } from './loan-plan.ts'
import { planOf } from './running-loan.ts'
import { settlementOn } from './settlement.ts'
import { plainSchedule } from './schedule-terms.ts'

const plan = planOf({
  interestMethod: 'equal_principal',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 4,
  repaidEvery: 'month',
  startOn: '2026-01-01' as Day,
  firstDueOn: undefined,
})
const lent = { on: plan.startOn, amount: kobo(1_000_000) }
const on = (day: string, ...repaid: [string, number][]) =>
  settlementOn(
    plan,
    { disbursements: [lent], repayments: repaid.map(([paid, amount]) => ({ on: paid as Day, amount: kobo(amount) })) },
    day as Day,
  )

describe('what settles a loan', () => {
  test('is the principal with the interest of the days until then', () => {
    expect(on('2026-01-01')).toBe(1_000_000n)
    // A month of 31 days bears 10,000.
    expect(on('2026-01-11')).toBe(1_003_226n)
    expect(on('2026-02-01')).toBe(1_010_000n)
    expect(on('2026-02-01', ['2026-02-01', 260_000])).toBe(750_000n)
    expect(on('2026-03-01', ['2026-02-01', 260_000])).toBe(757_500n)
  })

  test('goes by what had happened by that day', () => {
    expect(on('2026-02-01', ['2026-02-02', 260_000])).toBe(1_010_000n)
    const twice = { disbursements: [lent, { on: '2026-01-20' as Day, amount: kobo(500_000) }], repayments: [] }
    expect(settlementOn(plan, twice, '2026-01-19' as Day)).toBe(1_005_806n)
    expect(settlementOn(plan, twice, '2026-01-20' as Day)).toBe(1_506_129n)
    const later = { disbursements: [lent, { on: '2026-03-10' as Day, amount: kobo(500_000) }], repayments: [] }
    expect(settlementOn(plan, later, '2026-01-11' as Day)).toBe(1_003_226n)
  })

  test('does not know that a salary will be cut for the month, so its penalty is asked', () => {
    // A month's 250,000 and 10,000 were due on 1 February; 1 % of the principal is asked from the second on.
    const late = {
      ...plan,
      penalty: { charge: { part: { top: 1n, bottom: 100n }, of: 'principal' }, graceDays: 0 },
    } as const
    const onTheTenth = (...repayments: LoanEvents['repayments']) =>
      settlementOn(late, { disbursements: [lent], repayments }, '2026-02-10' as Day)
    const cut = (day: string) => ({ on: day as Day, amount: kobo(260_000), dueBy: '2026-02-28' as Day })
    expect(onTheTenth() - settlementOn(plan, { disbursements: [lent], repayments: [] }, '2026-02-10' as Day)).toBe(
      2500n,
    )
    expect(onTheTenth(cut('2026-02-25'))).toBe(onTheTenth())
    expect(onTheTenth(cut('2026-02-10'))).toBe(onTheTenth() - 262_500n)
  })

  test('is nothing before its first money', () => {
    expect(on('2025-12-31')).toBe(0n)
  })

  test('is nothing once it is repaid', () => {
    expect(on('2026-02-01', ['2026-02-01', 1_010_000])).toBe(0n)
    expect(on('2026-12-01', ['2026-02-01', 1_010_000])).toBe(0n)
  })
})
