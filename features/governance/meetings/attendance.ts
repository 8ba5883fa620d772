import * as z from 'zod/mini'
import { attendanceCodeFrom, isAttendanceCode } from './rules/attendance-code.ts'
import type { MemberId } from '#core/ids.ts'
import { meetings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, listQuery, textOf } from '#core/contract/fields.ts'
import { meeting, meetingParams } from './contract.ts'
import * as strings from './strings.ts'

const memberIds = z
  .array(id<MemberId>(), strings.sendTheMembersAsA)
  .check(z.maxLength(10_000, strings.sendAtMostMembers))

export const listAttendance = endpoint({
  method: 'GET',
  path: '/governance/meetings/:id/attendance',
  summary: 'Every active member and everyone who was present, with whether they were and what they had answered.',
  access: 'meeting.review',
  params: meetingParams,
  query: listQuery(['lastName'], {
    show: z.optional(z.enum(['all', 'present', 'absent', 'coming', 'not_coming'], strings.useAllPresentAbsentComing)),
  }),
  kind: 'list',
  reply: z.object({
    memberId: id<MemberId>(),
    firstName: z.string(),
    lastName: z.string(),
    membershipno: z.string(),
    present: z.boolean(),
    /** Whether they said that they will come; null without an answer. */
    isComing: z.nullable(z.boolean()),
  }),
  summaryReply: z.object({ present: z.number(), quorum: z.nullable(z.number()) }),
})

export const recordAttendance = endpoint({
  method: 'PUT',
  path: '/governance/meetings/:id/attendance',
  summary:
    'Who was present, from the day of the meeting on: the whole list as `present`, or only who `arrived` and who `left` it, for several hands at several doors.',
  access: 'meeting.manage',
  says: ['meetings', 'Recorded attendance at a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z
    .strictObject({ present: z.optional(memberIds), arrived: z.optional(memberIds), left: z.optional(memberIds) })
    .check(
      z.refine(
        ({ present, arrived, left }) => (present ? !arrived && !left : arrived !== undefined || left !== undefined),
        { error: strings.sendPresentOrArrivedAnd, path: ['present'] },
      ),
    ),
  bodyBytesMax: 512 * 1024,
  reply: z.object({ present: z.number(), quorum: z.nullable(z.number()), hasQuorum: z.nullable(z.boolean()) }),
  message: 'Attendance recorded',
})

export const getAttendanceCode = endpoint({
  method: 'GET',
  path: '/governance/meetings/:id/attendance/code',
  summary:
    'The code by which members record on their own phones that they are present, on the day of a general meeting. It is another one every 10 minutes.',
  access: 'meeting.manage',
  params: meetingParams,
  reply: z.object({
    code: z.string(),
    /** Until the next one is shown; this one is accepted 10 minutes longer. */
    secondsLeft: z.number(),
  }),
})

export const attendMeeting = endpoint({
  method: 'PUT',
  path: '/governance/meetings/:id/attendance/own',
  summary: 'The member is present, which the code proves that the officers show at the meeting.',
  access: 'meeting.answer',
  says: ['meetings', 'Recorded their own attendance at a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({
    attendanceCode: z.codec(textOf(20, isAttendanceCode, strings.enterTheCodeOfLetters), z.string(), {
      decode: attendanceCodeFrom,
      encode: (code) => code,
    }),
  }),
  reply: meeting,
  message: 'You are recorded as present',
})
