import * as z from 'zod/mini'

/** The specification enforces six; a longer minimum is a setting of the server. */
export const passwordLengthMin = 6

export const newPassword = z
  .string({ error: 'password is required' })
  .check(
    z.minLength(1, { error: 'password is required', abort: true }),
    z.minLength(passwordLengthMin, 'Password must be at least 6 characters'),
    z.maxLength(128, 'Use 128 characters or fewer'),
  )

/** What a third-party sign-in is spent with: a code first, then a ticket. */
export const signInCode = z.string({ error: 'code is required' }).check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'This sign-in was used or took too long. Please start it again.'))
