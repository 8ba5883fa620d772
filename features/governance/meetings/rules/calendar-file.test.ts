import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { calendarFile } from './calendar-file.ts'

const meeting = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  kind: 'annual_general',
  title: 'AGM; accounts, and “Ìpàdé” of 2026',
  date: '2026-12-05' as Day,
  time: '10:30',
  place: String.raw`Hall \ 2, Bódìjà; Ìbàdàn`,
  agenda: ['Opening prayer', 'Accounts, dividend; bye-laws', 'Ẹ̀gbẹ́ ọ̀rẹ́ '.repeat(30).trim()],
  status: 'planned',
  changedAt: new Date('2026-11-20T08:00:00Z'),
} as const
const at = { host: 'ajose.example', now: new Date('2026-11-26T13:45:10.250Z') }

/** A second reading, from the RFC: lines end with CRLF, a line that begins with a space goes on with the one before. */
function parse(file: string): { lengths: number[]; lines: [string, string][]; of: (name: string) => string } {
  expect(file.endsWith('\r\n')).toBe(true)
  const physical = file.slice(0, -2).split('\r\n')
  const logical: string[] = []
  for (const line of physical) {
    if (/^[ \t]/.test(line)) logical[logical.length - 1] += line.slice(1)
    else logical.push(line)
  }
  const lines = logical.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ])
  return {
    lengths: physical.map((line) => encodeURIComponent(line).replaceAll(/%../g, 'x').length),
    lines,
    of(name) {
      const found = lines.filter(([each]) => each === name)
      expect(found).toHaveLength(1)
      let text = ''
      const raw = found[0]?.[1] ?? ''
      for (let n = 0; n < raw.length; n += 1) {
        if (raw[n] !== '\\') text += raw[n]
        else {
          n += 1
          text += raw[n] === 'n' || raw[n] === 'N' ? '\n' : raw[n]
        }
      }
      return text
    },
  }
}

describe('the calendar file of a meeting', () => {
  test('says when, where and what, as another program reads it', () => {
    const file = parse(calendarFile(meeting, at))
    expect(file.lines.filter(([name]) => name === 'BEGIN' || name === 'END').map((line) => line.join(':'))).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'END:VEVENT',
      'END:VCALENDAR',
    ])
    expect(file.of('VERSION')).toBe('2.0')
    expect(file.of('UID')).toBe(`meeting-${meeting.id}@ajose.example`)
    expect(file.of('DTSTAMP')).toBe('20261126T134510Z')
    // 10:30 in Lagos.
    expect(file.of('DTSTART')).toBe('20261205T093000Z')
    expect(file.of('SUMMARY')).toBe(meeting.title)
    expect(file.of('LOCATION')).toBe(meeting.place)
    expect(file.of('DESCRIPTION')).toBe(
      ['Annual general meeting', ...meeting.agenda.map((line, n) => `${n + 1}. ${line}`)].join('\n'),
    )
    expect(file.of('STATUS')).toBe('CONFIRMED')
    expect(file.lines.map(([name]) => name)).not.toContain('METHOD')
  })

  test('has no line above 75 octets and cuts no letter', () => {
    for (let length = 1; length <= 200; length += 1) {
      const title = 'ọ𝄞a,'
        .repeat(length)
        .slice(0, length * 2)
        .replace(/[\uD800-\uDBFF]$/, '')
      const text = calendarFile({ ...meeting, title }, at)
      const file = parse(text)
      expect(Math.max(...file.lengths)).toBeLessThanOrEqual(75)
      expect(file.of('SUMMARY')).toBe(title)
      expect(text).not.toContain('\uFFFD')
    }
  })

  test('keeps its UID and grows its sequence with changes, and says that a meeting is cancelled', () => {
    const first = parse(calendarFile(meeting, at))
    const later = parse(
      calendarFile(
        {
          ...meeting,
          date: '2027-01-01' as Day,
          time: '00:15',
          status: 'cancelled',
          changedAt: new Date('2026-11-20T08:00:01Z'),
        },
        { ...at, now: new Date('2026-11-26T13:46:10Z') },
      ),
    )
    expect(later.of('UID')).toBe(first.of('UID'))
    expect(Number(later.of('SEQUENCE'))).toBe(Number(first.of('SEQUENCE')) + 1)
    // A file that is made again of the same meeting is no change.
    const again = parse(calendarFile(meeting, { ...at, now: new Date('2026-11-30T00:00:00Z') }))
    expect(again.of('SEQUENCE')).toBe(first.of('SEQUENCE'))
    // A quarter past midnight in Lagos is the year before in UTC.
    expect(later.of('DTSTART')).toBe('20261231T231500Z')
    expect(later.of('STATUS')).toBe('CANCELLED')
  })

  test('takes no line from a text', () => {
    const file = parse(calendarFile({ ...meeting, title: 'AGM\r\nATTENDEE:mailto:x@example.com' }, at))
    expect(file.lines.map(([name]) => name)).not.toContain('ATTENDEE')
    expect(file.of('SUMMARY')).toBe('AGM\nATTENDEE:mailto:x@example.com')
  })
})
