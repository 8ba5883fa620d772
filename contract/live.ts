import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What may have changed. An event names these and nothing else: what it is now, each browser asks for with its own session. */
export const topics = [
  'notifications',
  'members',
  'transactions',
  'loans',
  'approvals',
  'meetings',
  'settings',
  'platform',
  /** Events may be missing, so that everything shown is asked for again. */
  'everything',
] as const
export type Topic = (typeof topics)[number]

export const followChanges = endpoint({
  method: 'GET',
  path: '/api/live',
  summary:
    'Server-sent events, each a JSON object: `topics` names what may have changed for the caller, and is to be asked for again within `spread` milliseconds.',
  access: 'notification.read',
  kind: 'stream',
  reply: z.object({ topics: z.array(z.enum(topics)), spread: z.number() }),
})
