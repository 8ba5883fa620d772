import * as z from 'zod/mini'
import { genders } from '#domain/members/members/member.ts'
import { lengthAtMost } from '#contract/fields.ts'

export const gender = z.optional(
  z.nullable(
    z.string('Use male, female or other').check(
      lengthAtMost(20, 'Use male, female or other'),
      z.trim(),
      z.toLowerCase(),
      z.refine((text) => (genders as readonly string[]).includes(text), 'Use male, female or other'),
    ),
  ),
)
