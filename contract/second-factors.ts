import * as z from 'zod/mini'
import { currentPassword, signInCode, typedCode } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { membership, sessionCooperative, sessionMember, sessionSuperAdmin } from './sessions.ts'

export const openSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second-factor/session',
  summary: 'Opens the session of a login whose first step gave this browser a ticket, with a code of the authenticator app or a recovery code.',
  access: 'public',
  body: z.strictObject({ ticket: signInCode, code: typedCode }),
  reply: z.object({
    cooperative: z.nullable(sessionCooperative),
    member: z.nullable(sessionMember),
    memberships: z.array(membership),
    superAdmin: z.nullable(sessionSuperAdmin),
    accessToken: z.string(),
    refreshToken: z.string(),
  }),
  message: 'Login successful',
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'The second factor of the own login, and whether it must have one.',
  access: 'signed_in',
  reply: z.object({
    authenticator: z.nullable(z.object({ since: instant, lastUsedAt: z.nullable(instant), recoveryCodesLeft: z.int() })),
    required: z.boolean(),
  }),
})

export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/auth/second-factor/authenticator',
  summary: 'Makes the key that an authenticator app shares with the own login. It is asked for at the login once it is confirmed.',
  access: 'signed_in',
  body: z.strictObject({ password: currentPassword }),
  reply: z.object({
    /** To type into the app. */
    key: z.string(),
    /** To show as a QR code. */
    uri: z.string(),
  }),
  status: 201,
})

export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/auth/second-factor/authenticator/confirm',
  summary: 'Turns two-step verification on with a first code of the app, gives the recovery codes, once, and ends every other session.',
  access: 'signed_in',
  body: z.strictObject({ code: typedCode }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  message: 'Two-step verification is on',
})

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/auth/second-factor/authenticator',
  summary: 'Turns two-step verification off; the recovery codes go with it.',
  access: 'signed_in',
  stepUp: true,
  reply: z.null(),
  message: 'Two-step verification is off',
})

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  summary: 'Shows once more who is there, with the password or a code. It counts for five minutes where a call answers 428.',
  access: 'signed_in',
  body: z
    .strictObject({ password: z.optional(currentPassword), code: z.optional(typedCode) })
    .check(z.refine(({ password, code }) => (password === undefined) !== (code === undefined), { error: 'Send the password or a code', path: ['password'] })),
  reply: z.null(),
})
