import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { instalmentsLeft } from './instalments-left.ts'

const due = (month: number, owed = 1000) => ({
  dueOn: `2026-${String(month).padStart(2, '0')}-28` as Day,
  owed: kobo(owed),
})
const eight = [2, 3, 4, 5, 6, 7, 8, 9].map((month) => due(month))

test('a loan of eight months has eight instalments left, late or not, and fewer as they are paid', () => {
  expect(instalmentsLeft(eight, null)).toBe(8)
  expect(instalmentsLeft([due(2, 0), due(3, 0), ...eight.slice(2)], null)).toBe(6)
})

test('what was late in the old books is no instalment of its own: eight are left behind that line, not nine', () => {
  expect(instalmentsLeft([due(1), ...eight], { asOf: '2026-01-31' as Day })).toBe(8)
  expect(instalmentsLeft(eight, { asOf: '2026-01-31' as Day })).toBe(8)
  expect(instalmentsLeft([due(1), ...eight], { asOf: '2026-01-28' as Day })).toBe(8)
})
