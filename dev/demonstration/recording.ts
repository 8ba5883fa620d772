import type * as z from 'zod/mini'
import type { sessionCooperative, sessionMember, sessionSuperAdmin } from '#features/access/login/contract.ts'
import type { Day } from '#core/calendar.ts'

/** A list that was read to its end: its rows by their place in the part's `rows`, so that each row is there once. */
export type RecordedList = { rows: number[]; summary?: Record<string, unknown> | undefined }

/** What the server said to one role about one part of the API, in wire form, by path and query. */
export type RecordedPart = {
  rows: Record<string, unknown>[]
  lists: Record<string, RecordedList>
  records: Record<string, unknown>
}

/** What a login of each role was answered. */
export type Logins = {
  coop_admin: { cooperative: z.output<typeof sessionCooperative> }
  member: { member: z.output<typeof sessionMember>; memberships: [] }
  superadmin: { superAdmin: z.output<typeof sessionSuperAdmin> }
}

export type Recording<Part> = { day: Day; logins: Logins; parts: Record<string, Part> }

/** Each page loads only the parts that it reads. */
export const partOf = (role: keyof Logins | 'public', path: string) => [role, ...path.split('/').slice(1, 3)].join('-')
