import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { outstanding } from '#features/members/members/rules/monthly-contribution.ts'
import { standing, whyNotContribute } from './contribution.ts'

const today = '2026-06-15' as Day
const facts = (change: object = {}) => ({
  member: { name: 'Ada Obi', status: 'active' as const, joinedOn: '2025-03-10' as Day },
  booksBeginOn: '2020-01-01' as Day,
  closedThrough: '2025-12-31' as Day | undefined,
  ...change,
})

describe('a contribution', () => {
  test.each<[string, ReturnType<typeof facts>, string, string | undefined]>([
    ['today', facts(), '2026-06-15', undefined],
    ['on the first open day', facts(), '2026-01-01', undefined],
    ['tomorrow', facts(), '2026-06-16', 'dated_in_future'],
    ['on the last closed day', facts(), '2025-12-31', 'period_closed'],
    ['on the day of joining', facts({ closedThrough: undefined }), '2025-03-10', undefined],
    ['the day before joining', facts({ closedThrough: undefined }), '2025-03-09', 'dated_before_joining'],
    ['before the books', facts({ closedThrough: undefined }), '2019-12-31', 'dated_before_books'],
    [
      'of an idle member',
      facts({ member: { name: 'Idle', status: 'inactive', joinedOn: '2025-03-10' } }),
      '2026-06-15',
      'member_not_active',
    ],
  ])('%s', (_, given, on, code) => {
    expect(whyNotContribute(given, on as Day, today)?.code).toBe(code)
  })

  test('is refused with what the sentence needs', () => {
    expect(whyNotDate(facts(), '2025-12-31' as Day, today)?.detail).toEqual({
      field: 'occurredOn',
      through: '2025-12-31',
    })
    expect(whyNotContribute(facts({ closedThrough: undefined }), '2025-01-01' as Day, today)?.detail).toEqual({
      field: 'occurredOn',
      name: 'Ada Obi',
      joined: '2025-03-10',
    })
  })

  const amount = fc.bigInt({ min: 0n, max: 10_000n }).map((value) => kobo(value))

  test('what is owed is never below zero, and what is paid in full owes nothing', () => {
    fc.assert(
      fc.property(amount, amount, (expected, paid) => {
        const owed = outstanding(expected, paid)
        expect(owed >= 0n).toBe(true)
        expect(owed === 0n).toBe(paid >= expected)
        expect(outstanding(expected, (paid + owed) as Kobo)).toBe(0n)
      }),
    )
  })

  test('is as what is owed says', () => {
    fc.assert(
      fc.property(amount, amount, (expected, paid) => {
        const owed = outstanding(expected, paid)
        const word = standing(expected, paid)
        expect(word === 'missing' || word === 'part').toBe(owed > 0n)
        expect(word === 'missing').toBe(owed > 0n && paid === 0n)
        expect(word === 'none').toBe(expected === 0n && paid === 0n)
      }),
    )
  })
})
