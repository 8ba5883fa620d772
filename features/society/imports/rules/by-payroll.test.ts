import { expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { byPayroll } from './by-payroll.ts'

test('more employers than are named are counted', () => {
  const employers = Array.from({ length: 25 }, (_, n) => `Ministry ${n + 1}`)
  const of = (count: number) => byPayroll(kobo(100n), employers.slice(0, count))
  expect(byPayroll(kobo(0n), [])).toBe('')
  expect(of(1)).toBe(', ₦1.00 of it by payroll deduction of Ministry 1')
  expect(of(2)).toBe(', ₦1.00 of it by payroll deduction of Ministry 1 and Ministry 2')
  expect(of(10)).toMatch(/ of Ministry 1, .*, Ministry 9 and Ministry 10$/)
  expect(of(11)).toMatch(/, Ministry 10 and 1 other employer$/)
  expect(of(25)).toMatch(/, Ministry 10 and 15 other employers$/)
})
