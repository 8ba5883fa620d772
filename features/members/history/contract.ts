import * as z from 'zod/mini'
import type { AuditEventId, MemberId } from '#core/ids.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, naira, period } from '#core/contract/fields.ts'

const memberParams = z.object({ memberId: id<MemberId>() })

export const getMemberBalances = endpoint({
  method: 'GET',
  path: '/financial/members/:memberId/balances',
  summary:
    'What a member had saved, and held in shares, at the end of each of the last 12 months, the running one included. A member sees their own.',
  access: 'photo.read',
  keyScope: 'savings.read',
  params: memberParams,
  reply: z.array(z.object({ period, savings: naira, shares: naira })),
})

export const listMemberEvents = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:memberId/events',
  summary: 'What was done to a member in the register, and by themselves, newest first.',
  access: 'member.read',
  params: memberParams,
  query: listQuery(['at'], {}),
  kind: 'list',
  reply: z.object({
    id: id<AuditEventId>(),
    at: instant,
    by: z.string(),
    role: z.string(),
    /** Method and path of the call, as the API document names it. */
    action: z.string(),
    /** The same in a sentence for people. */
    says: z.string(),
  }),
})
