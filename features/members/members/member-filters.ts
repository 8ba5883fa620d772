import * as z from 'zod/mini'
import { memberRoles } from '#core/actor.ts'
import type { EmployerId } from '#core/ids.ts'
import { arrearsKinds, genders, memberStatuses } from './rules/member.ts'
import { day, id } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

export const memberRole = z.enum(memberRoles, fill(strings.useJoin, { join: memberRoles.join(', ') }))

/** Which members a list, a file or a change of many is about; all that are named hold together. */
export const memberFilters = {
  status: z.optional(z.enum(memberStatuses)),
  role: z.optional(memberRole),
  gender: z.optional(z.enum(genders, strings.useMaleFemaleOrOther)),
  employer: z.optional(id<EmployerId>()),
  joinedFrom: z.optional(day),
  joinedTo: z.optional(day),
  /** `contributions`: owes for a month that is over. `loans`: a loan is overdue. */
  arrears: z.optional(z.enum(arrearsKinds, strings.useContributionsOrLoans)),
}
