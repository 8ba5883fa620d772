import { dayIn, dayText } from '#core/calendar.ts'
import { clockText, hasQuorum, meetingKindNames } from '#features/governance/meetings/rules/meeting.ts'
import { noticeGivenText, quorumBasisText, shortNoticeText } from '#features/governance/meetings/rules/meeting-rules.ts'
import { voteOutcomeNames } from '#features/governance/votes/rules/words.ts'
import { grouped } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { getMinutes } from '#features/governance/meetings/minutes.ts'
import { action } from '#platform/action.ts'
import type { Section } from '#platform/files/agreement-paper.ts'
import { FileDraft } from '#platform/files/file-draft.ts'
import { cellsOf, plainColumns, type TableColumn } from '#platform/files/table-columns.ts'
import { writeStatement } from '#platform/files/table-file.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/reads.ts'
import { findMeeting, type Meeting } from './reads.ts'

type Resolution = Meeting['resolutions'][number]

const minutesNotWritten = refusal(
  'minutes_not_written',
  409,
  'No minutes of this meeting are written yet. Download them when they are.',
)

/** The minutes on paper, as draft until they are adopted. Refuses: not_found, minutes_not_written. */
export const draftMinutes = action(getMinutes, async ({ tx, today }, { id }) => {
  const [meeting, { society, logo, registrationNumber, address }] = await Promise.all([
    findMeeting(tx, id),
    findLetterhead(tx),
  ])
  const { title, date, kind, minutes, adoptedAt } = meeting
  if (minutes === null) return refuse(minutesNotWritten())
  return new FileDraft(async () => {
    const content = await writeStatement({
      society,
      societyLines: [
        ...(registrationNumber ? [`Registration number ${registrationNumber}`] : []),
        ...(address ? [address] : []),
      ],
      logo,
      title: `${adoptedAt ? 'Minutes' : 'Draft minutes'}: ${title}`,
      foot: `minutes of ${dayText(date)}`,
      titleLines: [`${meetingKindNames[kind]} of ${dayText(date)}. Printed on ${dayText(today)}.`],
      sections: [
        { title: 'Meeting', facts: factsOn(meeting) },
        ...(meeting.agenda.length > 0 ? [{ title: 'Agenda', sentences: meeting.agenda.map(numbered) }] : []),
        { title: 'Minutes', sentences: minutes.split('\n').filter((line) => line.trim() !== '') },
        ...(meeting.resolutions.length > 0 ? [resolutionsOf(meeting.resolutions)] : []),
        ...(meeting.actions.length > 0 ? [actionsOf(meeting.actions)] : []),
        { title: 'Adoption', sentences: [adoptionOf(meeting)] },
      ],
      check: null,
    })
    return { fileName: `minutes-${date}.pdf`, mediaType: 'application/pdf', content }
  })
})

function factsOn(meeting: Meeting): readonly (readonly [string, string])[] {
  const { date, time, place, status, present, quorum } = meeting
  const basis = quorumBasisText(meeting)
  const [given, short] = [noticeGivenText(meeting), shortNoticeText(meeting)]
  const isReached = status === 'held' ? hasQuorum(present, quorum) : undefined
  return [
    ['Date', `${dayText(date)}, ${clockText(time)}`],
    ['Place', place],
    ...(given === undefined ? [] : [['Notice', given] as const]),
    ...(short === undefined ? [] : [['Short notice', short] as const]),
    ...(status === 'held' ? [['Present', membersText(present)] as const] : []),
    ...(quorum === null
      ? []
      : [
          [
            'Quorum',
            `${membersText(quorum)}${basis === undefined ? '' : ` (${basis})`}${isReached === undefined ? '' : isReached ? ', reached' : ', not reached'}`,
          ] as const,
        ]),
  ]
}

function membersText(count: number): string {
  return `${grouped(String(count))} ${count === 1 ? 'member' : 'members'}`
}

function numbered(line: string, index: number): string {
  return `${index + 1}. ${line}`
}

const resolutionColumns: readonly TableColumn<Resolution>[] = [
  { header: 'Resolution', kind: 'text', width: 60, value: ({ text }) => text },
  { header: 'For', kind: 'number', value: (line) => line.for },
  { header: 'Against', kind: 'number', value: ({ against }) => against },
  { header: 'Abstained', kind: 'number', value: ({ abstain }) => abstain },
  { header: 'Result', kind: 'text', width: 14, value: ({ outcome }) => (outcome ? voteOutcomeNames[outcome] : null) },
]

function resolutionsOf(resolutions: readonly Resolution[]): Section {
  return {
    title: 'Resolutions',
    note: '',
    columns: plainColumns(resolutionColumns),
    rows: resolutions.map((line) => ({ look: 'plain', cells: cellsOf(resolutionColumns, line) })),
  }
}

const actionColumns: readonly TableColumn<Meeting['actions'][number]>[] = [
  { header: 'Action', kind: 'text', width: 60, value: ({ wording }) => wording },
  { header: 'By', kind: 'text', width: 30, value: ({ memberName }) => memberName },
  { header: 'Due on', kind: 'text', width: 14, value: ({ dueOn }) => dayText(dueOn) },
]

/** As they were decided; what became of them is in the minutes of later meetings. */
function actionsOf(actions: Meeting['actions']): Section {
  return {
    title: 'Actions',
    note: '',
    columns: plainColumns(actionColumns),
    rows: actions.map((action) => ({ look: 'plain', cells: cellsOf(actionColumns, action) })),
  }
}

function adoptionOf({ adoptedAt, adoptedBy, adoptedAtMeeting, minutesBy, minutesAt }: Meeting): string {
  if (adoptedAt) {
    const at = adoptedAtMeeting
      ? ` by the meeting of ${dayText(adoptedAtMeeting.date)} (${adoptedAtMeeting.title})`
      : ''
    return `Adopted on ${dayText(dayIn(adoptedAt))}${at}, recorded by ${adoptedBy}.`
  }
  const when = minutesAt ? ` on ${dayText(dayIn(minutesAt))}` : ''
  return `Written by ${minutesBy}${when}. Not adopted yet: the next meeting may still correct them.`
}
