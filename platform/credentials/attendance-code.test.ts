import { describe, expect, it } from 'vitest'
import { isAttendanceCode } from '#features/governance/meetings/rules/attendance-code.ts'
import type { MeetingId } from '#core/ids.ts'
import { attendanceCode, attendanceCodeLeft, isCurrentAttendanceCode } from './attendance-code.ts'

const secret = Buffer.alloc(32, 7)
const meeting = '0198c5a2-7d3e-7f4a-9b1c-2d3e4f5a6b7c' as MeetingId
const at = (clock: string) => new Date(`2026-11-21T${clock}Z`)

describe('the code of a meeting', () => {
  const code = attendanceCode(secret, meeting, at('10:03:00'))

  it('has six letters that survive being read aloud and is the same for ten minutes', () => {
    expect(isAttendanceCode(code)).toBe(true)
    expect(attendanceCode(secret, meeting, at('10:00:00'))).toBe(code)
    expect(attendanceCode(secret, meeting, at('10:09:59.999'))).toBe(code)
    expect(attendanceCode(secret, meeting, at('10:10:00'))).not.toBe(code)
    expect(attendanceCodeLeft(at('10:03:00'))).toBe(7 * 60_000)
    expect(attendanceCodeLeft(at('10:10:00'))).toBe(10 * 60_000)
  })

  it('is accepted while it is shown and while the next one is', () => {
    expect(isCurrentAttendanceCode(secret, meeting, code, at('09:59:59'))).toBe(false)
    expect(isCurrentAttendanceCode(secret, meeting, code, at('10:00:00'))).toBe(true)
    expect(isCurrentAttendanceCode(secret, meeting, code, at('10:19:59'))).toBe(true)
    expect(isCurrentAttendanceCode(secret, meeting, code, at('10:20:00'))).toBe(false)
  })

  it('is another one for another meeting and on another server', () => {
    const other = '0198c5a2-7d3e-7f4a-9b1c-2d3e4f5a6b7d' as MeetingId
    expect(isCurrentAttendanceCode(secret, other, code, at('10:03:00'))).toBe(false)
    expect(isCurrentAttendanceCode(Buffer.alloc(32, 8), meeting, code, at('10:03:00'))).toBe(false)
    expect(isCurrentAttendanceCode(secret, meeting, code.slice(1), at('10:03:00'))).toBe(false)
  })
})
