import * as z from 'zod/mini'
import type { ChangeRequestId } from '#core/ids.ts'
import { approvals } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, longText } from '#core/contract/fields.ts'

/** The message of a reply to a request that now waits for a second officer. */
export const sentForApproval =
  'Sent for approval. Another officer has to approve this; the other officers have been told.'

export const listOwnChangeRequests = endpoint({
  method: 'GET',
  path: '/change-requests',
  summary: 'What the officer who asks has asked for and another officer has not decided yet, the oldest first.',
  access: 'change.take_back',
  reply: z.array(z.object({ changeRequestId: id<ChangeRequestId>(), description: z.string(), askedAt: instant })),
})

const params = z.object({ changeRequestId: id<ChangeRequestId>() })

export const approveChangeRequest = endpoint({
  method: 'POST',
  path: '/change-requests/:changeRequestId/approve',
  summary:
    'Approves a change that another officer asked for, and makes it once it has all the approvals that it takes. What gives a member an office or takes it from them may be approved by the officer who asked for it after seven days without a decision; nothing else may. An office that is given or taken is decided by admins only.',
  access: 'transaction.decide',
  says: ['money', 'Approved a change that takes two officers'],
  changes: approvals,
  stepUp: true,
  params,
  reply: z.null(),
  message: 'Change approved',
})

export const rejectChangeRequest = endpoint({
  method: 'POST',
  path: '/change-requests/:changeRequestId/reject',
  summary:
    'Rejects a change that another officer asked for, which takes who may approve it, or takes back an own one; what is there stays.',
  access: 'change.take_back',
  says: ['money', 'Rejected a change that takes two officers'],
  changes: approvals,
  params,
  body: z.strictObject({ reason: longText('Give the reason', 500) }),
  reply: z.null(),
  message: 'Change rejected',
})
