import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { feesToTake, whyNotFees } from './fees-to-take.ts'
import type { Fee } from './product-charges.ts'
import { plainSchedule } from './schedule-terms.ts'

const today = '2026-01-31' as Day
/** ₦1,000 flat at 12 % over six months: ₦60 of interest. */
const asked = (principal: bigint, ...fees: Fee[]) =>
  ({
    interestMethod: 'flat',
    annualRatePpm: 120_000,
    schedule: plainSchedule,
    instalments: 6,
    repaidEvery: 'month',
    principal: kobo(principal),
    charges: { fees, penalty: null },
  }) as const
const fixed = (amount: bigint, when: Fee['when'] = 'disbursement'): Fee => ({
  name: 'Form',
  when,
  of: 'fixed',
  naira: kobo(amount),
})

describe('fees that are taken off when a loan is paid out', () => {
  test('are naira, parts of the amount and of the interest of the whole term, together', () => {
    expect(feesToTake(asked(100_000n, fixed(500n)), today)).toBe(500n)
    expect(
      feesToTake(asked(100_000n, { name: 'Insurance', when: 'disbursement', of: 'amount', percent: 2.5 }), today),
    ).toBe(2500n)
    expect(
      feesToTake(asked(100_000n, { name: 'Interest', when: 'disbursement', of: 'interest', percent: 50 }), today),
    ).toBe(3000n)
    expect(feesToTake(asked(100_000n, fixed(500n), fixed(70n)), today)).toBe(570n)
  })

  test('are nothing where all is asked with the instalments', () => {
    expect(feesToTake(asked(100_000n), today)).toBe(0n)
    expect(feesToTake(asked(100_000n, fixed(500n, 'instalment')), today)).toBe(0n)
    expect(feesToTake(asked(100_000n, fixed(500n, 'instalment'), fixed(80n)), today)).toBe(80n)
  })

  test('leave something of the loan to pay out, if only a kobo', () => {
    expect(whyNotFees(asked(100_000n, fixed(99_999n)), today)).toEqual([])
    expect(whyNotFees(asked(100_000n, fixed(100_000n)), today)).toMatchObject([
      { message: 'loan_fees_above_principal', detail: { field: 'principal', fees: '₦1,000.00' } },
    ])
    expect(whyNotFees(asked(100_000n, fixed(100_001n)), today)).toHaveLength(1)
    expect(whyNotFees(asked(100_000n, fixed(200_000n, 'instalment')), today)).toEqual([])
  })

  test('are no reason against a loan whose amount is still to be chosen', () => {
    expect(whyNotFees(asked(0n), today)).toEqual([])
  })
})
