import * as z from 'zod/mini'
import { auditStatuses } from '#features/access/login/rules/external-auditor.ts'
import type { ExternalAuditorId } from '#core/ids.ts'
import { optionalEmail } from '#core/contract/email.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, listQuery, requiredText } from '#core/contract/fields.ts'
import { memberPhone } from '#core/contract/phone.ts'

export const externalAuditor = z.object({
  id: id<ExternalAuditorId>(),
  name: z.string(),
  /** What they log in with: AJO-7K2M9Q/A1 */
  number: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The last day. */
  endsOn: day,
  status: z.enum(auditStatuses),
  invitedBy: z.string(),
  invitedAt: instant,
  endedBy: z.nullable(z.string()),
  endedAt: z.nullable(instant),
})

export const listExternalAuditors = endpoint({
  method: 'GET',
  path: '/cooperatives/external-auditors',
  summary: 'The external auditors whom the cooperative invited, newest first. They are no members.',
  access: 'audit.read',
  query: listQuery([], {}),
  kind: 'list',
  reply: externalAuditor,
})

export const inviteExternalAuditor = endpoint({
  method: 'POST',
  path: '/cooperatives/external-auditors',
  summary:
    'Gives a person who is no member a login that reads books and registers until a last day, and sends them a code by SMS and email.',
  access: 'member.roles',
  says: ['settings', 'Invited an external auditor'],
  changes: ['cooperatives/external-auditors'],
  stepUp: true,
  body: z
    .strictObject({
      name: requiredText('Enter the name of the auditor', 80),
      phone: z.nullable(memberPhone),
      email: optionalEmail,
      /** The last day, at most 12 months ahead. */
      endsOn: day,
    })
    .check(
      z.refine(({ phone, email }) => Boolean(phone ?? email), {
        error: 'Enter a phone number or an email address',
        path: ['phone'],
      }),
    ),
  reply: externalAuditor,
  status: 201,
  message: 'External auditor invited',
})

export const endExternalAuditor = endpoint({
  method: 'POST',
  path: '/cooperatives/external-auditors/:auditorId/end',
  summary: 'Ends the access of an external auditor at once, also where they are logged in.',
  access: 'member.roles',
  says: ['settings', 'Ended the access of an external auditor'],
  changes: ['cooperatives/external-auditors'],
  params: z.object({ auditorId: id<ExternalAuditorId>() }),
  reply: externalAuditor,
  message: 'Access ended',
})
