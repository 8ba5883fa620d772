import { expect, it } from 'vitest'
import { attendanceCodeFrom, isAttendanceCode } from './attendance-code.ts'

it('a code is six of its letters, however it is typed', () => {
  expect(isAttendanceCode('7K2M9Q')).toBe(true)
  expect(isAttendanceCode(' 7k2-m9q ')).toBe(true)
  expect(attendanceCodeFrom(' 7k2-m9q ')).toBe('7K2M9Q')
  for (const wrong of ['', '7K2M9', '7K2M9QQ', '7K2M9O', '7K2M9I', '7K2M9!'])
    expect(isAttendanceCode(wrong)).toBe(false)
})
