import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { costWithSavings, previewAgreed } from './agreed-preview.ts'
import { noCharges } from './product-charges.ts'
import { plainSchedule } from './schedule-terms.ts'

const naira = (amount: number): Kobo => kobo(BigInt(amount) * 100n)
const start = '2026-01-31' as Day
/** 100,000 for 365 days at 10 %: 110,000 is paid back. */
const year = {
  interestMethod: 'flat' as const,
  annualRatePpm: 100_000,
  schedule: plainSchedule,
  instalments: 1,
  repaidEvery: 'year' as const,
  principal: naira(100_000),
  charges: noCharges,
  firstDueOn: null,
}
const fee = { name: 'Form', when: 'disbursement', of: 'fixed', naira: naira(5000) } as const

function agreed(change: object = {}, disbursements: { on: Day; amount: Kobo }[] = []) {
  const { preview, ...rest } = previewAgreed({ ...year, ...change }, disbursements, start)
  if (preview instanceof Refusal) throw preview
  return { ...rest, preview }
}

describe('a loan as it was agreed', () => {
  test('is all paid out on its first day until money goes out, and then as it was', () => {
    const before = agreed()
    expect(before.paidOut).toEqual([{ on: start, amount: naira(100_000) }])
    expect(before.plan).toMatchObject({ startOn: start, firstDueOn: undefined, instalments: 1 })
    expect(before.preview).toMatchObject({
      instalments: [{ dueOn: '2027-01-31', principal: naira(100_000), interest: naira(10_000) }],
      effectiveAnnualRate: 10_000n,
    })
    const parts = [
      { on: start, amount: naira(60_000) },
      { on: '2026-07-31' as Day, amount: naira(20_000) },
    ]
    const after = agreed({}, parts)
    expect(after.paidOut).toEqual(parts)
    expect(after.preview.totals.principal).toBe(naira(80_000))
  })

  test('falls due first on the day that was named, with what its product charges', () => {
    const named = agreed({ firstDueOn: '2027-03-31', charges: { fees: [fee], penalty: null } })
    expect(named.preview.instalments[0]?.dueOn).toBe('2027-03-31')
    expect(named.preview.feesDeducted).toBe(naira(5000))
  })
})

describe('what a loan costs a year where savings have to stay for it', () => {
  const cost = (savings: number, change: object = {}) => {
    const { preview, paidOut } = agreed(change)
    return costWithSavings(preview, paidOut, naira(savings))
  }

  test('counts them as money that never came and is given back at the end', () => {
    // Of 100,000 half reaches the borrower, who pays 110,000 with it.
    expect(cost(50_000)).toBe(20)
    // With interest of 10,000 and a fee of 5,000 taken off, 35,000 come and 50,000 are paid back.
    expect(cost(50_000, { interestMethod: 'upfront', charges: { fees: [fee], penalty: null } })).toBe(42.857)
  })

  test('is not told where none have to, nor of a loan of which nothing is paid out or falls due', () => {
    expect(cost(0)).toBeNull()
    const { preview, paidOut } = agreed()
    expect(costWithSavings(preview, [], naira(1))).toBeNull()
    expect(costWithSavings({ ...preview, instalments: [] }, paidOut, naira(1))).toBeNull()
  })
})
