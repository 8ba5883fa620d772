import { expect, test } from 'vitest'
import { greater, lesser } from './bounds.ts'

test('the lesser and the greater of two amounts, or of two days', () => {
  expect([lesser(2n, 10n), lesser(10n, 2n), lesser(-1n, 0n)]).toEqual([2n, 2n, -1n])
  expect([greater(2n, 10n), greater(10n, 2n), greater(-1n, 0n)]).toEqual([10n, 10n, 0n])
  expect([lesser('2026-01-31', '2026-02-01'), greater('2026-01-31', '2026-02-01')]).toEqual([
    '2026-01-31',
    '2026-02-01',
  ])
})
