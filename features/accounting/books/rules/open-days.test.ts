import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { whyNotDate } from './open-days.ts'

const refusal = (on: string, closedThrough?: string) => {
  const books = { booksBeginOn: '2026-01-01' as Day, closedThrough: closedThrough as Day | undefined }
  const found = whyNotDate(books, on as Day, '2026-06-30' as Day)
  return found && { code: found.code, ...found.detail }
}

test('money is dated from the day on which the books begin to today', () => {
  expect([refusal('2026-01-01'), refusal('2026-06-30')]).toEqual([undefined, undefined])
  expect(refusal('2025-12-31')).toEqual({ code: 'dated_before_books', field: 'occurredOn', begin: '2026-01-01' })
  expect(refusal('2026-07-01')).toEqual({ code: 'dated_in_future', field: 'occurredOn' })
})

test('and after the last day that was closed', () => {
  expect(refusal('2026-04-01', '2026-03-31')).toBeUndefined()
  expect(refusal('2026-03-31', '2026-03-31')).toEqual({
    code: 'period_closed',
    field: 'occurredOn',
    through: '2026-03-31',
  })
})
