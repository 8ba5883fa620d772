import * as z from 'zod/mini'
import { fileFormat } from '#core/contract/report-fields.ts'
import { meetings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, listQuery, longText, optionalLongText, requiredText, searchWords } from '#core/contract/fields.ts'
import { actionNoteLengthMax, actionStatuses, wordingLengthMax, wordingLengthMin } from './rules/action.ts'
import type { ActionId, MeetingId, MemberId } from '#core/ids.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/governance/meetings/strings.ts'

const agendaLinesMax = 40

const action = z.object({
  id: id<ActionId>(),
  meetingId: id<MeetingId>(),
  /** Null for a member where it is a committee's. */
  meetingTitle: z.nullable(z.string()),
  meetingDate: z.nullable(day),
  wording: z.string(),
  memberId: id<MemberId>(),
  /** As the minutes name them. */
  memberName: z.string(),
  dueOn: day,
  /** The item of the agenda from which it came, from 1. */
  agendaLine: z.nullable(z.number()),
  status: z.enum(actionStatuses),
  isOverdue: z.boolean(),
  endedOn: z.nullable(day),
  endedBy: z.nullable(z.string()),
  /** The member who does it said so; null while it is open. */
  endedByMember: z.nullable(z.boolean()),
  /** What was done, or why it was dropped. */
  note: z.nullable(z.string()),
  /** The minutes are adopted, so its wording, member and day stay. */
  isLocked: z.boolean(),
})

const show = z.optional(z.enum(['open', 'overdue', 'done', 'dropped'], strings.useOpenOverdueDoneOr))
const overdueCount = z.object({ overdue: z.number() })

const wording = requiredText(strings.sayWhatIsToBe, wordingLengthMax).check(
  z.minLength(wordingLengthMin, fill(strings.useCharactersOrMore, { wordingLengthMin })),
)
const agendaLine = z.optional(
  z.nullable(
    z
      .int(strings.enterAWholeNumber)
      .check(
        z.minimum(1, strings.enterOrMore),
        z.maximum(agendaLinesMax, fill(strings.enterAtMost, { agendaLinesMax })),
      ),
  ),
)
const fields = { wording, memberId: id<MemberId>(), dueOn: day, agendaLine }

const params = z.object({ id: id<ActionId>() })
const meetingParams = z.object({ id: id<MeetingId>() })

export const listActions = endpoint({
  method: 'GET',
  path: '/governance/actions',
  summary: 'The actions of all meetings or of one, those due first before the others.',
  access: 'meeting.review',
  query: listQuery(['dueOn'], { show, meetingId: z.optional(id<MeetingId>()) }),
  kind: 'list',
  reply: action,
  summaryReply: overdueCount,
})

export const exportActions = endpoint({
  method: 'GET',
  path: '/governance/actions/file',
  summary: 'The same actions as a file.',
  access: 'meeting.review',
  says: ['files', 'Downloaded the actions of meetings'],
  query: z.object({ show, q: searchWords, format: fileFormat }),
  kind: 'file',
  reply: z.null(),
})

export const listPreviousActions = endpoint({
  method: 'GET',
  path: '/governance/meetings/:id/previous-actions',
  summary:
    'The actions of the meeting before this one, with what became of them: of general meetings or of committees.',
  access: 'meeting.review',
  params: meetingParams,
  query: listQuery(['dueOn'], {}),
  kind: 'list',
  reply: action,
})

export const addAction = endpoint({
  method: 'POST',
  path: '/governance/meetings/:id/actions',
  summary: 'Records what a member is to do by a day, until the minutes are adopted. The member is told.',
  access: 'meeting.manage',
  says: ['meetings', 'Recorded an action of a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject(fields),
  reply: action,
  status: 201,
  message: 'Action recorded',
})

export const updateAction = endpoint({
  method: 'PUT',
  path: '/governance/actions/:id',
  summary: 'Changes an open action, until the minutes are adopted. The member is told.',
  access: 'meeting.manage',
  says: ['meetings', 'Changed an action of a meeting'],
  changes: meetings,
  params,
  body: z.strictObject(fields),
  reply: action,
  message: 'Action saved',
})

export const finishAction = endpoint({
  method: 'POST',
  path: '/governance/actions/:id/done',
  summary: 'Marks an action as done on a day.',
  access: 'meeting.manage',
  says: ['meetings', 'Marked an action as done'],
  changes: meetings,
  params,
  body: z.strictObject({ on: day, note: optionalLongText(actionNoteLengthMax) }),
  reply: action,
  message: 'Marked as done',
})

export const dropAction = endpoint({
  method: 'POST',
  path: '/governance/actions/:id/drop',
  summary: 'Says that an action is not done any more, and why. The member is told.',
  access: 'meeting.manage',
  says: ['meetings', 'Dropped an action of a meeting'],
  changes: meetings,
  params,
  body: z.strictObject({ reason: longText(strings.sayWhyItIsDropped, actionNoteLengthMax) }),
  reply: action,
  message: 'Action dropped',
})

export const listOwnActions = endpoint({
  method: 'GET',
  path: '/governance/actions/own',
  summary: 'The open actions of the member, the first due first.',
  access: 'meeting.answer',
  query: listQuery(['dueOn'], {}),
  kind: 'list',
  reply: action,
})

export const finishOwnAction = endpoint({
  method: 'POST',
  path: '/governance/actions/own/:id/done',
  summary: 'The member says that their own action is done today. Officers are told.',
  access: 'meeting.answer',
  says: ['meetings', 'Marked their own action as done'],
  changes: meetings,
  params,
  body: z.strictObject({ note: optionalLongText(actionNoteLengthMax) }),
  reply: action,
  message: 'Marked as done',
})
