import { coopIdLetters } from '#core/ids.ts'

/** How long one code is shown before the next, in milliseconds; the one before it is accepted as long again. */
export const attendanceCodeMilliseconds = 10 * 60_000
export const attendanceCodeLength = 6

/** A code as it was typed or scanned, without spaces and hyphens and in capitals. */
export function attendanceCodeFrom(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Whether it has the form of a code; whether it is right, the server alone knows. */
export function isAttendanceCode(typed: string): boolean {
  const code = attendanceCodeFrom(typed)
  return code.length === attendanceCodeLength && [...code].every((letter) => coopIdLetters.includes(letter))
}
