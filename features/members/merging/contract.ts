import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { people, vouchers } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, naira } from '#core/contract/fields.ts'

export const mergeMember = endpoint({
  method: 'POST',
  path: '/cooperatives/members/:id/merge',
  summary:
    'Makes two records of one person one: moves what is on the accounts of this record, with the interest that they earned, to the one that stays, and closes this one. Waits for a second officer where there is one. A record with a running loan, an open guarantee, a hold or a fixed deposit is the one to keep.',
  access: 'leaving.manage',
  says: ['members', 'Merged two records of a member'],
  changes: [...people, ...vouchers],
  stepUp: true,
  mayWait: true,
  params: z.object({ id: id<MemberId>() }),
  body: z.strictObject({
    /** The record that stays. */
    into: id<MemberId>('Choose the record that stays'),
    reason: longText('Give the reason', 200),
  }),
  reply: z.object({ memberId: id<MemberId>(), membershipno: z.string(), name: z.string(), moved: naira }),
  message: 'Records merged',
})
