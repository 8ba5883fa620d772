import * as z from 'zod/mini'
import type { MeetingId } from '#core/ids.ts'
import { meetings } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, requiredText } from '#core/contract/fields.ts'
import { meeting, meetingParams } from './contract.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const resolutionsMax = 40
const minutesLengthMax = 50_000
/** An assembly, not a slip of the keyboard. */
const countMax = 100_000

const votes = z.optional(
  z.nullable(
    z
      .int(strings.enterAWholeNumber)
      .check(
        z.minimum(0, strings.enterZeroOrMore),
        z.maximum(countMax, fill(strings.enterAtMostCountMax, { countMax })),
      ),
  ),
)
const resolution = z.strictObject({
  text: requiredText(strings.writeWhatWasResolved, 500),
  for: votes,
  against: votes,
  abstain: votes,
})

export const writeMinutes = endpoint({
  method: 'PUT',
  path: '/governance/meetings/:id/minutes',
  summary: 'Writes the minutes, until they are adopted. Resolutions that are results of votes stay among them.',
  access: 'meeting.manage',
  says: ['meetings', 'Wrote the minutes of a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({
    minutes: longText(strings.writeTheMinutes, minutesLengthMax),
    resolutions: z.optional(
      z.array(resolution).check(z.maxLength(resolutionsMax, fill(strings.useResolutionsOrFewer, { resolutionsMax }))),
    ),
  }),
  bodyBytesMax: 512 * 1024,
  reply: meeting,
  message: 'Minutes saved',
})

export const getMinutes = endpoint({
  method: 'GET',
  path: '/governance/meetings/:id/minutes/file',
  summary: 'The minutes as a PDF, as draft until they are adopted. A member gets none of a committee meeting.',
  access: 'meeting.read',
  says: ['files', 'Downloaded the minutes of a meeting'],
  params: meetingParams,
  kind: 'file',
  reply: z.null(),
})

export const adoptMinutes = endpoint({
  method: 'POST',
  path: '/governance/meetings/:id/adopt',
  summary: 'Adopts the minutes, at a later meeting where one is named; they never change again.',
  access: 'meeting.manage',
  says: ['meetings', 'Adopted the minutes of a meeting'],
  changes: meetings,
  params: meetingParams,
  body: z.strictObject({ atMeetingId: z.optional(z.nullable(id<MeetingId>())) }),
  reply: meeting,
  message: 'Minutes adopted',
})
