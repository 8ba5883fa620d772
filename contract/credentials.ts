import * as z from 'zod/mini'
import { lengthAtMost } from './fields.ts'

/** The specification enforces six; a longer minimum is a setting of the server. */
export const passwordLengthMin = 6

export const passwordLengthMax = 128

export const newPassword = z
  .string({ error: 'password is required' })
  .check(
    lengthAtMost(passwordLengthMax, 'Use 128 characters or fewer'),
    z.minLength(1, { error: 'password is required', abort: true }),
    z.minLength(passwordLengthMin, 'Password must be at least 6 characters'),
  )

const signInOver = 'This sign-in was used or took too long. Please start it again.'

/** What a third-party sign-in is spent with: a code first, then a ticket. */
export const signInCode = z.string({ error: 'code is required' }).check(lengthAtMost(43, signInOver), z.regex(/^[A-Za-z0-9_-]{43}$/, signInOver))
