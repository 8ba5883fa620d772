import * as z from 'zod/mini'
import { meetingKinds, meetingStatuses } from './rules/meeting.ts'
import { voteOutcomes } from '#features/governance/votes/rules/outcome.ts'
import type { AnnouncementId, MeetingId, VoteId } from '#core/ids.ts'
import { meetings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, optionalText, requiredText, textOf } from '#core/contract/fields.ts'
import { reach } from '#features/access/notifications/contract.ts'
import { recipients } from '#features/members/register/recipients.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const agendaLinesMax = 40
/** An assembly, not a slip of the keyboard. */
const countMax = 100_000

const kind = z.enum(meetingKinds, fill(strings.useOneOf, { join: meetingKinds.join(', ') }))
const clock = textOf(5, (text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text), strings.enterTheTimeAsHh)
export const agenda = z
  .array(requiredText(strings.writeTheLineOfThe, 300))
  .check(z.maxLength(agendaLinesMax, fill(strings.useLinesOrFewer, { agendaLinesMax })))
/** How many members must be present. */
export const quorumMembers = z
  .int(strings.enterAWholeNumber)
  .check(z.minimum(1, strings.enterOrMore), z.maximum(countMax, fill(strings.enterAtMostCountMax, { countMax })))

const meetingFields = {
  kind,
  title: requiredText(strings.giveTheMeetingATitle, 120),
  date: day,
  time: clock,
  place: requiredText(strings.sayWhereItIsHeld, 200),
  agenda,
  /** Members who must be present by the bye-laws; null where none is set. */
  quorum: z.nullable(quorumMembers),
}

const meetingSummary = z.object({
  id: id<MeetingId>(),
  kind,
  title: z.string(),
  date: day,
  /** HH:MM in Lagos. */
  time: z.string(),
  place: z.string(),
  agenda: z.array(z.string()),
  status: z.enum(meetingStatuses),
  quorum: z.nullable(z.number()),
  present: z.number(),
  noticeSentAt: z.nullable(instant),
  noticeRecipients: z.nullable(z.number()),
  /** Day, time or place changed since the notice went out. */
  noticeOutdated: z.boolean(),
  /** When title, day, time, place, agenda or a cancellation were changed last. */
  changedAt: instant,
  hasMinutes: z.boolean(),
  adoptedAt: z.nullable(instant),
  cancelledReason: z.nullable(z.string()),
})

export const meeting = z.extend(meetingSummary, {
  /** The quorum is the bye-laws’, counted again when members are given notice; else an officer entered it. */
  quorumFromByeLaws: z.boolean(),
  /** Where the bye-laws ask for a part of the active members: that part, and how many they were. */
  quorumPercent: z.nullable(z.number()),
  quorumOf: z.nullable(z.number()),
  quorumClause: z.string(),
  /** Calendar days of notice that the bye-laws ask for, from the notice on those they asked for then; null where none, and for members before it. */
  noticeDays: z.nullable(z.number()),
  noticeClause: z.string(),
  /** Members were given notice of this day, time and place; another one only repeats it. */
  isNoticeGiven: z.boolean(),
  noticeGivenOn: z.nullable(day),
  shortNoticeReason: z.nullable(z.string()),
  /** How the latest notice reached those it was for; null for members. */
  noticeReach: z.nullable(z.object({ id: id<AnnouncementId>(), ...reach })),
  /** How many members have said that they will come, and that they can't; null for members. */
  answers: z.nullable(z.object({ coming: z.number(), notComing: z.number() })),
  /** The member's own; null before it, and for officers. */
  ownAnswer: z.nullable(z.boolean()),
  /** Whether the member is recorded as present; null for officers. */
  ownAttendance: z.nullable(z.boolean()),
  minutes: z.nullable(z.string()),
  minutesBy: z.nullable(z.string()),
  minutesAt: z.nullable(instant),
  adoptedBy: z.nullable(z.string()),
  /** The later meeting that adopted the minutes; null where none was named. */
  adoptedAtMeeting: z.nullable(z.object({ id: id<MeetingId>(), title: z.string(), date: day })),
  /** What is to be done, by whom and by when, as the minutes say; the state of each is among the actions. */
  actions: z.array(z.object({ wording: z.string(), memberName: z.string(), dueOn: day })),
  resolutions: z.array(
    z.object({
      text: z.string(),
      for: z.nullable(z.number()),
      against: z.nullable(z.number()),
      abstain: z.nullable(z.number()),
      /** The vote whose confirmed result it is; absent where it was written by hand. */
      voteId: z.optional(id<VoteId>()),
      outcome: z.optional(z.enum(voteOutcomes)),
    }),
  ),
})

export const meetingParams = z.object({ id: id<MeetingId>() })

export const listMeetings = endpoint({
  method: 'GET',
  path: '/governance/meetings',
  summary:
    'Meetings: those still to come, the next first, or those that were, the latest first. A member sees no committee meeting.',
  access: 'meeting.read',
  query: listQuery(['date'], {
    when: z.optional(z.enum(['upcoming', 'past'], strings.useUpcomingOrPast)),
    kind: z.optional(kind),
    status: z.optional(z.enum(meetingStatuses, fill(strings.useOneOf, { join: meetingStatuses.join(', ') }))),
  }),
  kind: 'list',
  reply: meetingSummary,
})

export const getMeeting = endpoint({
  method: 'GET',
  path: '/governance/meetings/:id',
  summary: 'One meeting with its agenda, minutes and resolutions.',
  access: 'meeting.read',
  params: meetingParams,
  reply: meeting,
})

export const planMeeting = endpoint({
  method: 'POST',
  path: '/governance/meetings',
  summary:
    'Plans a meeting; no one is told until its notice is sent. Where no quorum is named, not even as null, it is that of the bye-laws.',
  access: 'meeting.manage',
  says: ['meetings', 'Planned a meeting'],
  changes: meetings,
  body: z.strictObject({
    ...meetingFields,
    agenda: z.optional(meetingFields.agenda),
    quorum: z.optional(meetingFields.quorum),
  }),
  reply: meeting,
  status: 201,
  message: 'Meeting planned',
})

export const updateMeeting = endpoint({
  method: 'PUT',
  path: '/governance/meetings/:id',
  summary:
    'Changes the fields that are named, while the meeting is still planned. A quorum that is the bye-laws’ follows another kind.',
  access: 'meeting.manage',
  says: ['meetings', 'Changed a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({
    kind: z.optional(meetingFields.kind),
    title: z.optional(meetingFields.title),
    date: z.optional(meetingFields.date),
    time: z.optional(meetingFields.time),
    place: z.optional(meetingFields.place),
    agenda: z.optional(meetingFields.agenda),
    quorum: z.optional(meetingFields.quorum),
  }),
  reply: meeting,
  message: 'Meeting updated',
})

export const sendNotice = endpoint({
  method: 'POST',
  path: '/governance/meetings/:id/notice',
  summary:
    'Tells the members of the meeting: all active ones, or the chosen ones, whom a committee meeting must name. Later than the bye-laws say it takes a reason, which is part of the minutes.',
  access: 'meeting.manage',
  says: ['meetings', 'Sent the notice of a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({
    to: z.optional(recipients),
    /** Stored where members are given less notice than the bye-laws ask for. */
    shortNoticeReason: optionalText(300),
    alsoSms: z.optional(z.boolean(strings.useTrueOrFalse)),
    alsoEmail: z.optional(z.boolean(strings.useTrueOrFalse)),
  }),
  bodyBytesMax: 512 * 1024,
  reply: z.extend(meeting, { sms: z.number(), emails: z.number() }),
  status: 201,
  message: 'Notice sent',
})

export const answerMeeting = endpoint({
  method: 'PUT',
  path: '/governance/meetings/:id/answer',
  summary: 'Whether the member will come; a later answer takes its place.',
  access: 'meeting.answer',
  says: ['meetings', 'Said whether they will come to a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({ isComing: z.boolean(strings.useTrueOrFalse) }),
  reply: meeting,
  message: 'Answer saved',
})

export const cancelMeeting = endpoint({
  method: 'POST',
  path: '/governance/meetings/:id/cancel',
  summary: 'Cancels a planned meeting; who got its notice is told.',
  access: 'meeting.manage',
  says: ['meetings', 'Cancelled a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({
    reason: requiredText(strings.sayWhyItIsCancelled, 200),
    alsoSms: z.optional(z.boolean(strings.useTrueOrFalse)),
  }),
  reply: meeting,
  message: 'Meeting cancelled',
})
