import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { id } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/members/members/strings.ts'

/** The most members that one message may name. */
export const recipientsMax = 10_000

const whom = strings.sendAllOrAList
/** Whom a message or a notice goes to. */
export const recipients = z.union(
  [
    z.literal('all'),
    z
      .array(id<MemberId>())
      .check(z.minLength(1, whom), z.maxLength(recipientsMax, fill(strings.nameAtMostMembersOr, { recipientsMax }))),
  ],
  whom,
)
