import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { naira } from '#core/contract/fields.ts'
import { movementApprovals } from './rules/movement-approvals.ts'

export const getApprovalRules = endpoint({
  method: 'GET',
  path: '/financial/approvals/rules',
  summary:
    'From what amount on withdrawals and expenses, share movements, journals and savings that go to another member wait for the approval of another officer; null where none does. And how many officers can approve.',
  access: 'approval.list',
  reply: z.object({ waitsFrom: z.record(z.enum(movementApprovals), z.nullable(naira)), officers: z.number() }),
})
