import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { id, searchWords } from '#core/contract/fields.ts'
import { memberFilters } from '#features/members/members/member-filters.ts'

/** The most members that one change of many may name or find. */
export const selectedMax = 5000

const which = 'Send the members as {"ids": […]} or {"filter": {…}}'

/** Some members by name, or all that a filter of the register finds now. */
export const memberSelection = z.union(
  [
    z.strictObject({
      ids: z
        .array(id<MemberId>())
        .check(z.minLength(1, which), z.maxLength(selectedMax, `Name at most ${selectedMax} members`)),
    }),
    z.strictObject({ filter: z.strictObject({ q: searchWords, ...memberFilters }) }),
  ],
  which,
)
export type MemberSelection = z.output<typeof memberSelection>
