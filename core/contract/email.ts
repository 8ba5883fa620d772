import * as z from 'zod/mini'
import { lengthAtMost } from './fields.ts'
import * as strings from './strings.ts'

const emailLengthMax = 254
const notAnEmail = strings.invalidEmailFormat

export function requiredEmail(missing: string) {
  return z
    .string({ error: missing })
    .check(
      lengthAtMost(emailLengthMax, notAnEmail),
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.regex(z.regexes.email, notAnEmail),
    )
}

/** An address, or nothing. */
export function isEmailOrNone(text: string): boolean {
  return text === '' || z.regexes.email.test(text)
}

export const optionalEmail = z.optional(
  z.nullable(
    z.string(notAnEmail).check(lengthAtMost(emailLengthMax, notAnEmail), z.trim(), z.refine(isEmailOrNone, notAnEmail)),
  ),
)
