import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, longText } from '#core/contract/fields.ts'
import { member } from './contract.ts'

export const readmitMember = endpoint({
  method: 'POST',
  path: '/cooperatives/members/:id/readmission',
  summary:
    'Admits a member again who left and was settled with, under the record and number of before. Waiting periods and contributions count from the new day; the membership of before stays on the register.',
  access: 'member.create',
  stepUp: true,
  says: ['members', 'Readmitted a member who had left'],
  changes: ['financial/contributions', ...people],
  params: z.object({ id: id<MemberId>() }),
  body: z.strictObject({
    /** Today when left out. */
    joinedOn: z.optional(day),
    /** Such as the resolution of the committee. */
    reason: longText('Give the reason', 300),
  }),
  reply: member,
  status: 201,
  message: 'Member readmitted',
})
