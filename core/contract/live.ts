import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { countInQuery } from './query-fields.ts'

/** In place of names: events may be missing, so that everything shown is asked for again. */
export const everything = 'everything'

/** Whether this topic of an event is the beginning of an address, given in its parts. A part such as `:id` is any. */
export function isTopicOf(topic: string, address: readonly unknown[]): boolean {
  return (
    topic === everything ||
    topic.split('/').every((part, n) => (part.startsWith(':') ? n < address.length : part === address[n]))
  )
}

/** The longest time in seconds that a caller can name. What is further back than a server remembers is `everything`. */
export const ageMax = 999_999

/** An event names what each browser asks for with its own session, and nothing else. */
export const followChanges = endpoint({
  method: 'GET',
  path: '/api/live',
  summary:
    'Server-sent events, each a JSON object: `topics` are beginnings of addresses whose answers may have changed for the caller, to be asked for again within `spread` milliseconds.',
  access: 'notification.read',
  query: z.object({
    /** How many seconds ago the oldest of what the caller shows was asked for: what may have changed since is told first. */
    age: z.optional(countInQuery(ageMax)),
  }),
  kind: 'stream',
  reply: z.object({ topics: z.array(z.string()), spread: z.number() }),
})
