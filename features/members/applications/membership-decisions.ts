import * as z from 'zod/mini'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, longText } from '#core/contract/fields.ts'
import { registeredMember } from '#features/members/members/member-changes.ts'
import { application, applicationParams } from './contract.ts'

export const approveMembershipApplication = endpoint({
  method: 'POST',
  path: '/membership-applications/:applicationId/approve',
  summary: 'Takes the applicant into the register; the reply carries an activation code that is shown this once.',
  access: 'member.create',
  says: ['members', 'Approved a membership application'],
  changes: people,
  params: applicationParams,
  body: z.strictObject({
    registrationDate: z.optional(day),
    /** The phone is a member's, who shares it with the applicant. */ sharesPhone: z.optional(
      z.boolean('Use true or false'),
    ),
  }),
  reply: registeredMember,
  message: 'Application approved',
})

export const declineMembershipApplication = endpoint({
  method: 'POST',
  path: '/membership-applications/:applicationId/decline',
  summary: 'Declines an application; the applicant is told the reason.',
  access: 'member.create',
  says: ['members', 'Declined a membership application'],
  changes: people,
  params: applicationParams,
  body: z.strictObject({ reason: longText('Say why, for the applicant', 300) }),
  reply: application,
  message: 'Application declined',
})
