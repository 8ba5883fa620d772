import { labelled } from '#core/words.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const recipientsWanted = refusal(
  'recipients_wanted',
  422,
  'A committee meeting concerns few members. Choose who gets its notice.',
)
const meetingInPast = refusal(
  'meeting_in_past',
  422,
  'Choose today or a later date for a meeting that is still to come.',
)
const meetingOver = refusal('meeting_over', 409, 'This meeting was on {date}. A notice comes before the meeting.')
const meetingNotPlanned = refusal(
  'meeting_not_planned',
  409,
  'This meeting is {status}, so it can no longer be changed.',
)
export const minutesAdopted = refusal(
  'minutes_adopted',
  409,
  'These minutes were adopted on {date} and stay as they are. Record a correction in the minutes of the next meeting.',
)
const minutesMissing = refusal('minutes_missing', 409, 'Write the minutes before they are adopted.')
const attendanceNeedsGeneralMeeting = refusal(
  'attendance_needs_general_meeting',
  409,
  'Codes are for general meetings. Mark who is present at a committee meeting in the list.',
)
const attendanceNotOpen = refusal(
  'attendance_not_open',
  409,
  'Members record their own attendance on the day of the meeting only, {date}. On a later day an officer can record it.',
)

export const meetingKinds = ['general', 'annual_general', 'special_general', 'committee'] as const
export type MeetingKind = (typeof meetingKinds)[number]

export const meetingStatuses = ['planned', 'held', 'cancelled'] as const
export type MeetingStatus = (typeof meetingStatuses)[number]

export const meetingKindNames: Record<MeetingKind, string> = labelled({
  general: strings.generalMeeting,
  annual_general: strings.annualGeneralMeeting,
  special_general: strings.specialGeneralMeeting,
  committee: strings.committeeMeeting,
})

export type MeetingFacts = {
  kind: MeetingKind
  date: Day
  status: MeetingStatus
  minutes: string | null
  adoptedOn: Day | undefined
}

/** Why a meeting can't be planned for this day, or undefined when it can. */
export function whyNotPlan(date: Day, today: Day): Refusal | undefined {
  return date < today ? meetingInPast({ field: 'date' }) : undefined
}

/** Why a meeting's agenda, day and place can't change, nor the meeting be cancelled. */
export function whyNotChange({ status }: MeetingFacts): Refusal | undefined {
  return status === 'planned' ? undefined : meetingNotPlanned({ status })
}

/** Why the notice can't go out, or undefined when it can. `chosen` says whether its recipients were named. */
export function whyNotNotify(meeting: MeetingFacts, chosen: boolean, today: Day): Refusal | undefined {
  const reason = whyNotChange(meeting)
  if (reason) return reason
  if (meeting.date < today) return meetingOver({ date: dayText(meeting.date) })
  return meeting.kind === 'committee' && !chosen ? recipientsWanted({ field: 'to' }) : undefined
}

/** Why a member can't say whether they will come, or undefined when they can. */
export function whyNotAnswer(meeting: MeetingFacts, today: Day): Refusal | undefined {
  return whyNotChange(meeting) ?? (meeting.date < today ? meetingOver({ date: dayText(meeting.date) }) : undefined)
}

/** Why attendance or minutes can't be recorded now, or undefined when they can. */
export function whyNotRecord({ status, date, adoptedOn }: MeetingFacts, today: Day): Refusal | undefined {
  if (status === 'cancelled') return new Refusal('meeting_cancelled')
  if (date > today) return new Refusal('meeting_not_yet', { date: dayText(date) })
  return adoptedOn ? minutesAdopted({ date: dayText(adoptedOn) }) : undefined
}

/** Why members can't record their own attendance by code now, or undefined when they can. */
export function whyNotAttend(meeting: MeetingFacts, today: Day): Refusal | undefined {
  if (meeting.kind === 'committee') return attendanceNeedsGeneralMeeting()
  if (meeting.date !== today && meeting.status !== 'cancelled')
    return attendanceNotOpen({ date: dayText(meeting.date) })
  return whyNotRecord(meeting, today)
}

/** Why the minutes can't be adopted, or undefined when they can. */
export function whyNotAdopt(meeting: MeetingFacts, today: Day): Refusal | undefined {
  return whyNotRecord(meeting, today) ?? (meeting.minutes === null ? minutesMissing({ field: 'minutes' }) : undefined)
}

type Gathering = { kind: MeetingKind; date: Day; time: string; status: MeetingStatus }

/** Whether this meeting can be the one that adopts the minutes of that other: later, begun, and of a committee or of all members like it. */
export function mayAdoptAt(later: Gathering, of: Pick<Gathering, 'kind' | 'date' | 'time'>, today: Day): boolean {
  const isLater = later.date > of.date || (later.date === of.date && later.time > of.time)
  const isAlike = (later.kind === 'committee') === (of.kind === 'committee')
  return isLater && isAlike && later.status !== 'cancelled' && later.date <= today
}

/** Whether enough members are present; undefined where the meeting has no quorum set. */
export function hasQuorum(present: number, quorum: number | null): boolean | undefined {
  return quorum === null ? undefined : present >= quorum
}

/** 2:30pm, from 14:30. */
export function clockText(time: string): string {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 === 0 ? 12 : hours % 12}:${time.slice(3, 5)}${hours < 12 ? 'am' : 'pm'}`
}

type Occasion = { kind: MeetingKind; title: string; date: Day; time: string; place: string }

/** What members are told of a meeting, on their screen and by SMS alike. */
export function noticeText({ kind, title, date, time, place }: Occasion): string {
  return fill(strings.noticeOfMeetingAt, {
    kind: named(kind, title),
    date: dayText(date),
    time: clockText(time),
    place,
  })
}

export function cancellationText({ kind, title, date }: Occasion, reason: string): string {
  return fill(strings.cancelledOfReason, { kind: named(kind, title), date: dayText(date), reason })
}

/** A title that already says the kind is not said twice. */
function named(kind: MeetingKind, title: string): string {
  const kindName = meetingKindNames[kind]
  return title.toLowerCase().includes(kindName.toLowerCase()) ? title : `${kindName}, ${title}`
}
