import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonthsToDay, type Day } from '#domain/calendar.ts'
import type { MemberId } from '#domain/ids.ts'
import { kobo } from '#domain/money.ts'
import { type Borrower, loanLimit, whyNotBorrow } from './loan.ts'

const borrower: Borrower = { memberId: 'b' as MemberId, name: 'Ada Obi', status: 'active', joinedOn: '2025-08-31' as Day, savings: kobo(10_000_000), committed: kobo(0) }
const terms = { name: 'Regular', instalmentsMax: 12, savingsMultiplePercent: 200, isRetired: false }
const rules = { savingsMultiplePercent: 250, waitingMonths: 6, guarantorsRequired: 1 }
const guarantors = [{ memberId: 'g' as MemberId, name: 'Musa Bello', status: 'active' as const }]
const application = { principal: kobo(20_000_000), instalments: 12, guarantorIds: ['g' as MemberId] }
const today = '2026-02-28' as Day
const codes = (change: object, asked: object = {}, on: Day = today) => whyNotBorrow({ borrower, terms, rules, guarantors, ...change }, { ...application, ...asked }, on).map(({ code }) => code)

describe('who may borrow', () => {
  test('exactly up to each limit, and from the very day on', () => {
    expect(codes({})).toEqual([])
    expect(codes({}, { principal: kobo(20_000_001) })).toEqual(['loan_above_limit'])
    expect(codes({}, { instalments: 13 })).toEqual(['loan_too_many_instalments'])
    // Six months after 31 August is the last day of February.
    expect(codes({}, {}, '2026-02-27' as Day)).toEqual(['loan_too_early'])
  })

  test('every rule that is broken is named at once', () => {
    const broken = codes(
      { borrower: { ...borrower, status: 'inactive', savings: kobo(0) }, terms: { ...terms, isRetired: true }, guarantors: [{ ...guarantors[0], status: 'inactive' }], rules: { ...rules, guarantorsRequired: 4 } },
      { instalments: 99, guarantorIds: ['g', 'b', 'x'] },
      '2025-09-01' as Day,
    )
    expect(broken).toEqual([
      'member_not_active', 'loan_configuration_not_offered', 'loan_too_early', 'loan_above_limit', 'loan_too_many_instalments', 'guarantor_not_active', 'guarantor_is_borrower',
      'guarantor_unknown', 'guarantors_too_few',
    ])
  })

  test('other loans count against what all of them together may reach', () => {
    expect(loanLimit({ savings: kobo(10_000_000), committed: kobo(15_000_000) }, terms, rules)).toEqual({
      max: kobo(10_000_000), why: 'all loans together may reach 2.5 times the savings of ₦100,000.00, less ₦150,000.00 of other loans',
    })
    expect(loanLimit({ savings: kobo(10_000_000), committed: kobo(99_000_000) }, terms, rules).max).toBe(0n)
  })

  test('the limit never passes a multiple of the savings, and more savings never lower it', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 14n }).map(kobo)
    const percent = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(amount, amount, percent, percent, amount, (savings, committed, own, together, more) => {
        const ask = (saved: bigint) => loanLimit({ savings: kobo(saved), committed }, { savingsMultiplePercent: own }, { savingsMultiplePercent: together }).max
        const max = ask(savings)
        expect(max >= 0n && max * 100n <= savings * BigInt(own)).toBe(true)
        expect(max === 0n || (max + committed) * 100n <= savings * BigInt(together)).toBe(true)
        expect(ask(savings + more) >= max).toBe(true)
      }),
    )
  })

  test.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-12-31', 0, '2025-12-31'],
  ])('%s and %i months is %s', (day, months, expected) => expect(addMonthsToDay(day as Day, months)).toBe(expected))
})
