import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { koboMax } from '#core/money.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, nairaNotNegative, period } from '#core/contract/fields.ts'
import { member } from './contract.ts'

export const changeDueFrom = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:id/contributions-due-from',
  summary:
    "Changes from which month a member's contributions are due; what is owed from before becomes one sum, due in the month before.",
  access: 'member.update',
  says: ['members', "Changed from when a member's contributions are due"],
  changes: ['financial/contributions', ...people],
  params: z.object({ id: id<MemberId>() }),
  body: z.strictObject({
    dueFrom: period,
    arrears: nairaNotNegative(koboMax),
    reason: longText('Give the reason', 300),
  }),
  reply: member,
  message: 'Contributions changed',
})
