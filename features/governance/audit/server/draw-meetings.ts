import { dayText } from '#core/calendar.ts'
import { meetingKindNames, type MeetingStatus } from '#features/governance/meetings/rules/meeting.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import { writableTable } from '#platform/files/table-file.ts'
import type { Drawing } from './queries.ts'
import { findMeetingsBetween, type MeetingLine } from './queries.ts'

const statusNames: Record<MeetingStatus, string> = { planned: 'Planned', held: 'Held', cancelled: 'Cancelled' }
const outcomeNames: Record<VoteOutcome, string> = { carried: 'Carried', lost: 'Lost', tied: 'Tied', counted: 'Counted' }

export async function drawMeetings({ tx, days, head }: Drawing) {
  const meetings = await findMeetingsBetween(tx, days)
  return writableTable<MeetingLine>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Date', kind: 'date', value: ({ date }) => date },
        { header: 'Kind', kind: 'text', width: 24, value: ({ kind }) => meetingKindNames[kind] },
        { header: 'Meeting', kind: 'text', width: 34, value: ({ title }) => title },
        { header: 'Status', kind: 'text', width: 10, value: ({ status }) => statusNames[status] },
        { header: 'Notice sent on', kind: 'date', width: 14, value: ({ noticeOn }) => noticeOn },
        { header: 'To members', kind: 'number', width: 11, value: ({ noticeRecipients }) => noticeRecipients },
        { header: 'Short notice', kind: 'text', width: 24, value: ({ shortNoticeReason }) => shortNoticeReason },
        { header: 'Present', kind: 'number', value: ({ present }) => present },
        { header: 'Quorum', kind: 'number', value: ({ quorum }) => quorum },
        { header: 'Minutes adopted', kind: 'date', width: 16, value: ({ adoptedOn }) => adoptedOn },
      ],
    },
    meetings,
  )
}

type Resolution = MeetingLine['resolutions'][number] & Pick<MeetingLine, 'date' | 'title'>

export async function drawResolutions({ tx, days, head }: Drawing) {
  const meetings = await findMeetingsBetween(tx, days)
  return writableTable<Resolution>(
    {
      sheet: head.title,
      head,
      columns: [
        { header: 'Date', kind: 'date', value: ({ date }) => date },
        { header: 'Meeting', kind: 'text', width: 30, value: ({ title }) => title },
        { header: 'Resolution', kind: 'text', width: 80, value: ({ text }) => text },
        { header: 'For', kind: 'number', width: 8, value: (line) => line.for },
        { header: 'Against', kind: 'number', width: 8, value: ({ against }) => against },
        { header: 'Abstained', kind: 'number', value: ({ abstain }) => abstain },
        { header: 'Result', kind: 'text', width: 10, value: ({ outcome }) => (outcome ? outcomeNames[outcome] : null) },
      ],
    },
    meetings.flatMap(({ date, title, resolutions }) => resolutions.map((each) => ({ ...each, date, title }))),
  )
}

/** As wide as the paper takes. */
const lineLength = 150

type MinutesLine = { text: string; heading?: true }

/** Word for word, in lines that fit the paper. */
export async function drawMinutes({ tx, days, head }: Drawing) {
  const meetings = await findMeetingsBetween(tx, days)
  const rows = meetings.flatMap(({ date, title, minutes }): MinutesLine[] =>
    minutes === null
      ? []
      : [{ text: `${dayText(date)}: ${title}`, heading: true }, ...linesOf(minutes).map((text) => ({ text }))],
  )
  return writableTable<MinutesLine>(
    { sheet: head.title, head, columns: [{ header: 'Minutes', kind: 'text', width: 160, value: ({ text }) => text }] },
    rows,
    ({ heading }) => (heading ? 'heading' : 'plain'),
  )
}

/** Broken at spaces; a word that is longer than a line is broken where the line ends. */
export function linesOf(text: string): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.trimEnd().split(' ')) {
      if (line !== '' && line.length + 1 + word.length > lineLength) {
        lines.push(line)
        line = ''
      }
      line = line === '' ? word : `${line} ${word}`
      while (line.length > lineLength) {
        lines.push(line.slice(0, lineLength))
        line = line.slice(lineLength)
      }
    }
    return [...lines, line]
  })
}
