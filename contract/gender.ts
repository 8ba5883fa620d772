import * as z from 'zod/mini'
import { genders } from '#domain/members/member.ts'

export const gender = z.optional(
  z.nullable(z.string('Use male, female or other').check(z.trim(), z.toLowerCase(), z.refine((text) => (genders as readonly string[]).includes(text), 'Use male, female or other'))),
)
