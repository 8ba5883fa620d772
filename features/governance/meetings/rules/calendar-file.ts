import type { Day } from '#core/calendar.ts'
import { meetingKindNames, type MeetingKind, type MeetingStatus } from './meeting.ts'

type CalendarMeeting = {
  id: string
  kind: MeetingKind
  title: string
  date: Day
  /** HH:MM in Lagos. */
  time: string
  place: string
  agenda: readonly string[]
  status: MeetingStatus
  /** When something of it that is in the file was changed last. */
  changedAt: Date
}

/** Lagos is an hour before UTC all year. */
const lagosMilliseconds = 60 * 60 * 1000

/**
 * A meeting as a calendar takes it (RFC 5545). The same meeting has the same UID at the same `host`, so that a later file takes the
 * place of an earlier one: SEQUENCE is the second of its last change, so that it grows with changes and with nothing else. There
 * is no end, because none is planned.
 */
export function calendarFile(meeting: CalendarMeeting, { host, now }: { host: string; now: Date }): string {
  const { id, kind, title, date, time, place, agenda, status, changedAt } = meeting
  const startsAt = new Date(Date.parse(`${date}T${time}:00Z`) - lagosMilliseconds)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ajose//Meetings//EN',
    'BEGIN:VEVENT',
    `UID:meeting-${id}@${host}`,
    `DTSTAMP:${stampOf(now)}`,
    `DTSTART:${stampOf(startsAt)}`,
    `SEQUENCE:${Math.floor(changedAt.getTime() / 1000)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped([meetingKindNames[kind], ...agenda.map((line, at) => `${at + 1}. ${line}`)].join('\n'))}`,
    `STATUS:${status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** 20261126T090000Z. */
const stampOf = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll(';', String.raw`\;`)

const octetsMax = 75

/** No line is longer than 75 octets, and no letter is cut. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const more = octetsOf(letter)
    if (octets + more > octetsMax) {
      parts.push(part)
      // The space that marks what goes on counts too.
      part = ' '
      octets = 1
    }
    part += letter
    octets += more
  }
  return [...parts, part].join('\r\n')
}

/** How many octets a letter takes in UTF-8. */
function octetsOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
