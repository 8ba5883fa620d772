import * as z from 'zod/mini'
import type { CooperativeId, SupportAccessId } from '#core/ids.ts'
import { supportMinutesMax, supportMinutesMin, supportStatuses } from './rules/support-access.ts'
import { sessionCooperative } from '#features/access/login/contract.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, longText } from '#core/contract/fields.ts'

const minutesSentence = `Enter a whole number of minutes from ${supportMinutesMin} to ${supportMinutesMax}`

export const supportAccess = z.object({
  id: id<SupportAccessId>(),
  status: z.enum(supportStatuses),
  askedBy: z.string(),
  askedAt: instant,
  reason: z.string(),
  minutes: z.number(),
  /** The officer who allowed or declined it. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  /** Until when it is open, where it was allowed. */
  expiresAt: z.nullable(instant),
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(instant),
})

const params = z.object({ accessId: id<SupportAccessId>() })

export const askForSupportAccess = endpoint({
  method: 'POST',
  path: '/platform/support-access',
  summary:
    'Asks a cooperative to let this super administrator look at its records for a while. It is told, and an officer allows or declines it.',
  access: 'cooperative.oversee',
  says: ['settings', 'Asked for support access'],
  changes: ['platform/support-access'],
  stepUp: true,
  body: z.strictObject({
    cooperativeId: id<CooperativeId>(),
    reason: longText('Give the reason', 500),
    minutes: z
      .int(minutesSentence)
      .check(z.minimum(supportMinutesMin, minutesSentence), z.maximum(supportMinutesMax, minutesSentence)),
  }),
  reply: supportAccess,
  status: 201,
  message: 'The cooperative is asked',
})

export const listAskedSupportAccess = endpoint({
  method: 'GET',
  path: '/platform/support-access',
  summary: 'The support access that cooperatives were asked for, or one of them, newest first.',
  access: 'cooperative.oversee',
  query: listQuery(['askedAt'], { cooperativeId: z.optional(id<CooperativeId>()) }),
  kind: 'list',
  reply: supportAccess,
})

export const openSupportAccess = endpoint({
  method: 'POST',
  path: '/platform/support-access/:accessId/open',
  summary:
    'Opens a session that reads what an auditor of the cooperative reads, until the access expires or either side ends it. Each of its requests is in the audit trail of the cooperative.',
  access: 'cooperative.oversee',
  says: ['settings', 'Opened support access'],
  changes: ['platform/support-access'],
  params,
  reply: z.object({
    cooperative: sessionCooperative,
    expiresAt: instant,
    accessToken: z.string(),
    refreshToken: z.string(),
  }),
})

export const endAskedSupportAccess = endpoint({
  method: 'POST',
  path: '/platform/support-access/:accessId/end',
  summary: 'Ends support access, or takes back the ask for it.',
  access: 'cooperative.oversee',
  says: ['settings', 'Ended support access'],
  changes: ['platform/support-access'],
  params,
  reply: supportAccess,
  message: 'Support access ended',
})

export const listSupportAccess = endpoint({
  method: 'GET',
  path: '/cooperatives/support-access',
  summary: 'The support access that the own cooperative was asked for, newest first.',
  access: 'support.read',
  query: listQuery(['askedAt'], {}),
  kind: 'list',
  reply: supportAccess,
})

export const allowSupportAccess = endpoint({
  method: 'POST',
  path: '/cooperatives/support-access/:accessId/allow',
  summary: 'Lets the super administrator who asked look at the records, from now for the minutes that they asked for.',
  access: 'support.decide',
  says: ['settings', 'Allowed support access'],
  changes: ['cooperatives/support-access'],
  stepUp: true,
  params,
  reply: supportAccess,
  message: 'Support access allowed',
})

export const declineSupportAccess = endpoint({
  method: 'POST',
  path: '/cooperatives/support-access/:accessId/decline',
  summary: 'Declines an ask for support access.',
  access: 'support.decide',
  says: ['settings', 'Declined support access'],
  changes: ['cooperatives/support-access'],
  params,
  reply: supportAccess,
  message: 'Support access declined',
})

export const endSupportAccess = endpoint({
  method: 'POST',
  path: '/cooperatives/support-access/:accessId/end',
  summary: 'Ends support access at once.',
  access: 'support.decide',
  says: ['settings', 'Ended support access'],
  changes: ['cooperatives/support-access'],
  params,
  reply: supportAccess,
  message: 'Support access ended',
})
