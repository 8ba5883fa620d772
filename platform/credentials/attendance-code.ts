import { timingSafeEqual } from 'node:crypto'
import {
  attendanceCodeLength,
  attendanceCodeMilliseconds,
} from '#features/governance/meetings/rules/attendance-code.ts'
import { coopIdLetters, type MeetingId } from '#core/ids.ts'
import { keyedHash } from './sealing.ts'

/** The code of a meeting at a moment. It is derived, so nothing is stored, and every process of the server has the same. */
export function attendanceCode(secret: Buffer, meetingId: MeetingId, at: Date): string {
  return codeOfTurn(secret, meetingId, turnAt(at))
}

/** For how many milliseconds the code of this moment is still shown. */
export function attendanceCodeLeft(at: Date): number {
  return attendanceCodeMilliseconds - (at.getTime() % attendanceCodeMilliseconds)
}

/** Whether it is the meeting's code of this moment, or the one before, which somebody may be typing. */
export function isCurrentAttendanceCode(secret: Buffer, meetingId: MeetingId, code: string, at: Date): boolean {
  const given = Buffer.from(code)
  return [turnAt(at), turnAt(at) - 1].some((turn) => {
    const right = Buffer.from(codeOfTurn(secret, meetingId, turn))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function turnAt(at: Date): number {
  return Math.floor(at.getTime() / attendanceCodeMilliseconds)
}

function codeOfTurn(secret: Buffer, meetingId: MeetingId, turn: number): string {
  const hash = keyedHash(secret, `attendance code ${meetingId} ${turn}`)
  return Array.from(
    { length: attendanceCodeLength },
    (_, place) => coopIdLetters[hash.readUInt32BE(place * 4) % coopIdLetters.length],
  ).join('')
}
