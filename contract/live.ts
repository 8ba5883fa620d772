import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { countInQuery } from './query-fields.ts'

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

/** The longest time in seconds that a caller can name. What is further back than a server remembers is `everything`. */
export const ageMax = 999_999

export const followChanges = endpoint({
  method: 'GET',
  path: '/api/live',
  summary:
    'Server-sent events, each a JSON object: `topics` names what may have changed for the caller, and is to be asked for again within `spread` milliseconds.',
  access: 'notification.read',
  query: z.object({
    /** How many seconds ago the oldest of what the caller shows was asked for: what may have changed since is told first. */
    age: z.optional(countInQuery(ageMax)),
  }),
  kind: 'stream',
  reply: z.object({ topics: z.array(z.enum(topics)), spread: z.number() }),
})
