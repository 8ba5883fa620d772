import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { settledBefore } from './settlement.ts'

test.each([
  // Monday to Thursday: two working days back; weekends and holidays are none.
  ['2026-11-26', '2026-11-24'],
  ['2026-11-24', '2026-11-20'],
  ['2026-11-23', '2026-11-19'],
  ['2026-11-22', '2026-11-19'],
  // Christmas and Boxing Day 2025 were a Thursday and a Friday.
  ['2025-12-29', '2025-12-23'],
])('on %s payments of before %s should be settled', (today, before) => {
  expect(settledBefore(today as Day)).toBe(before)
})
