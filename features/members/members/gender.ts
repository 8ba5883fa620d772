import * as z from 'zod/mini'
import { genders } from './rules/member.ts'
import { lengthAtMost } from '#core/contract/fields.ts'
import * as strings from './strings.ts'

export const gender = z.optional(
  z.nullable(
    z.string(strings.useMaleFemaleOrOther).check(
      lengthAtMost(20, strings.useMaleFemaleOrOther),
      z.trim(),
      z.toLowerCase(),
      z.refine((text) => (genders as readonly string[]).includes(text), strings.useMaleFemaleOrOther),
    ),
  ),
)
