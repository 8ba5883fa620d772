import * as z from 'zod/mini'
import { filingKinds, monthsMax, remindDaysMax } from './rules/filing.ts'
import type { FilingId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, listQuery, optionalLongText, optionalText, requiredText, whole } from '#core/contract/fields.ts'

const kind = z.enum(filingKinds, `Use one of ${filingKinds.join(', ')}`)

const filing = z.object({
  id: id<FilingId>(),
  kind,
  name: z.string(),
  authority: z.nullable(z.string()),
  dueOn: day,
  /** Null where it comes once. */
  everyMonths: z.nullable(z.number()),
  /** How many days before it officers are first told. */
  remindDays: z.number(),
  note: z.nullable(z.string()),
  /** One of the usual ones whose day no officer has confirmed. */
  isPreset: z.boolean(),
  doneOn: z.nullable(day),
  doneBy: z.nullable(z.string()),
  /** The number of the receipt or letter. */
  reference: z.nullable(z.string()),
})

const fields = {
  kind,
  name: requiredText('Say what is to be done'),
  authority: optionalText(),
  dueOn: day,
  everyMonths: z.optional(
    z.nullable(
      z
        .int('Enter a whole number of months')
        .check(z.minimum(1, 'Enter 1 or more'), z.maximum(monthsMax, `Enter at most ${monthsMax}`)),
    ),
  ),
  remindDays: whole(remindDaysMax),
  note: optionalLongText(500),
}

const params = z.object({ id: id<FilingId>() })

export const listFilings = endpoint({
  method: 'GET',
  path: '/governance/filings',
  summary: 'The compliance calendar: what is still to be done, the next first, or what was done, the latest first.',
  access: 'meeting.review',
  query: listQuery(['dueOn'], { show: z.optional(z.enum(['due', 'done'], 'Use due or done')) }),
  kind: 'list',
  reply: filing,
  summaryReply: z.object({ overdue: z.number() }),
})

export const addFiling = endpoint({
  method: 'POST',
  path: '/governance/filings',
  summary: 'Adds a day to the compliance calendar, of which the officers are told in time.',
  access: 'filing.manage',
  says: ['meetings', 'Added a filing to the compliance calendar'],
  changes: ['governance/filings', 'cooperatives/statistics'],
  body: z.strictObject(fields),
  reply: filing,
  status: 201,
  message: 'Added to the calendar',
})

export const addUsualFilings = endpoint({
  method: 'POST',
  path: '/governance/filings/usual',
  summary:
    'Adds what Nigerian societies usually owe each year, as far as the calendar does not have it. Their days are to be confirmed.',
  access: 'filing.manage',
  says: ['meetings', 'Added the usual filings to the compliance calendar'],
  changes: ['governance/filings', 'cooperatives/statistics'],
  reply: z.object({ added: z.number() }),
  status: 201,
  message: 'Added to the calendar',
})

export const updateFiling = endpoint({
  method: 'PUT',
  path: '/governance/filings/:id',
  summary: 'Changes what is still to be done.',
  access: 'filing.manage',
  says: ['meetings', 'Changed a filing of the compliance calendar'],
  changes: ['governance/filings', 'cooperatives/statistics'],
  params,
  body: z.strictObject(fields),
  reply: filing,
  message: 'Saved',
})

export const removeFiling = endpoint({
  method: 'DELETE',
  path: '/governance/filings/:id',
  summary: 'Takes off the calendar what is not owed. What was done stays.',
  access: 'filing.manage',
  says: ['meetings', 'Removed a filing from the compliance calendar'],
  changes: ['governance/filings', 'cooperatives/statistics'],
  params,
  reply: z.null(),
  message: 'Removed from the calendar',
})

export const recordFiling = endpoint({
  method: 'POST',
  path: '/governance/filings/:id/done',
  summary: 'Records that it was done; where it comes again, the next one is added.',
  access: 'filing.manage',
  says: ['meetings', 'Recorded that a filing was done'],
  changes: ['governance/filings', 'cooperatives/statistics'],
  params,
  body: z.strictObject({ on: day, reference: optionalText() }),
  reply: filing,
  message: 'Recorded as done',
})
