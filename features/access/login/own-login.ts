import * as z from 'zod/mini'
import type { IdentityId, SessionId } from '#core/ids.ts'
import { currentPassword, newPassword, passwordAgain, signInCode, typedCode } from './credentials.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, lengthAtMost, listQuery } from '#core/contract/fields.ts'
import { membership, sessionCooperative, sessionMember } from './contract.ts'
import * as strings from './strings.ts'

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Sets a new password of the own login and ends its other sessions.',
  access: 'signed_in',
  says: null,
  changes: ['auth/sessions'],
  isOwn: true,
  body: z
    .strictObject({
      currentPassword,
      password: newPassword,
      confirmPassword: passwordAgain(strings.confirmpasswordIsRequired),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        error: strings.passwordsDoNotMatch,
        path: ['confirmPassword'],
      }),
    ),
  reply: z.null(),
  message: 'Password changed. Every other session was ended.',
})

export const sendLoginCode = endpoint({
  method: 'POST',
  path: '/auth/login-proof/code',
  summary:
    'Sends a code to the phone of the own login, with which a member proves it. It works for 10 minutes, and there are three an hour.',
  access: 'signed_in',
  says: null,
  changes: [],
  /** The last digits of the phone. */
  reply: z.object({ phoneEnd: z.string() }),
  message: 'Code sent',
})

export const proveLogin = endpoint({
  method: 'POST',
  path: '/auth/login-proof',
  summary:
    'Proves a member’s own login with the code that its phone received, and ends its other sessions. Needed once, where a call answers 428 with the field loginProof.',
  access: 'signed_in',
  says: null,
  changes: [],
  body: z.strictObject({ code: typedCode }),
  reply: z.null(),
  message: 'Login confirmed',
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where the own login is signed in, the one used last first.',
  access: 'signed_in',
  query: listQuery(['lastUsedAt'], {}),
  kind: 'list',
  reply: z.object({
    id: id<SessionId>(),
    device: z.string(),
    role: z.enum(['coop_admin', 'member', 'superadmin']),
    startedAt: instant,
    lastUsedAt: instant,
    current: z.boolean(),
  }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  summary: 'Ends one session of the own login.',
  access: 'signed_in',
  says: null,
  changes: ['auth/sessions'],
  isOwn: true,
  stepUp: true,
  params: z.object({ sessionId: id<SessionId>() }),
  reply: z.null(),
  message: 'Logged out there',
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Ends every session of the own login but this one.',
  access: 'signed_in',
  says: null,
  changes: ['auth/sessions'],
  isOwn: true,
  stepUp: true,
  reply: z.null(),
  message: 'Logged out everywhere else',
})

/** Why somebody goes to a third party, and which login they mean. */
export const signInPurposes = ['login', 'signup', 'link'] as const
export const signInKinds = ['cooperative', 'member'] as const

const provider = z.object({ name: z.string(), isSandbox: z.boolean() })

export const getProviders = endpoint({
  method: 'GET',
  path: '/auth/providers',
  summary: 'The third parties with which people can sign in here.',
  access: 'public',
  reply: z.array(provider),
})

export const startSignIn = endpoint({
  method: 'GET',
  path: '/auth/oidc/start',
  summary: 'Sends a browser to the third party that knows who sits there.',
  access: 'public',
  query: z.object({
    purpose: z.enum(signInPurposes, strings.useLoginSignupOrLink),
    kind: z.optional(z.enum(signInKinds, strings.useCooperativeOrMember)),
    /** The name of one of the providers; without it the first one. */
    provider: z.optional(z.string().check(lengthAtMost(40, strings.useTheNameOfA))),
  }),
  kind: 'redirect',
  reply: z.null(),
})

export const returnFromSignIn = endpoint({
  method: 'GET',
  path: '/auth/oidc/callback',
  summary: 'Where the third party sends the browser back to; leads on to a page with a code that works once.',
  access: 'public',
  kind: 'redirect',
  reply: z.null(),
})

export const openSignIn = endpoint({
  method: 'POST',
  path: '/auth/oidc/session',
  summary:
    'Exchanges the code of a sign-in for a session or, where no login is linked yet, for a ticket with which one can be.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({ code: signInCode, keepSignedIn: z.optional(z.boolean()) }),
  reply: z.object({
    identity: z.object({
      provider: z.string(),
      name: z.nullable(z.string()),
      email: z.nullable(z.string()),
      isSandbox: z.boolean(),
    }),
    /** To link a login with; null where one is linked. */
    ticket: z.nullable(z.string()),
    /** For `POST /auth/second-factor/session`, where the linked login has a second factor. */
    secondStepTicket: z.nullable(z.string()),
    cooperative: z.nullable(sessionCooperative),
    member: z.nullable(sessionMember),
    memberships: z.array(membership),
    accessToken: z.nullable(z.string()),
    refreshToken: z.nullable(z.string()),
  }),
})

const identity = z.object({
  id: id<IdentityId>(),
  provider: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  linkedAt: instant,
  lastUsedAt: z.nullable(instant),
})

export const listIdentities = endpoint({
  method: 'GET',
  path: '/auth/identities',
  summary: 'The third-party sign-ins that open the own login.',
  access: 'signed_in',
  reply: z.array(identity),
})

export const linkIdentity = endpoint({
  method: 'POST',
  path: '/auth/identities',
  summary: 'Lets the person behind a ticket open the own login from now on; the password is asked once more.',
  access: 'signed_in',
  says: null,
  changes: ['auth/identities'],
  isOwn: true,
  needsProof: true,
  body: z.strictObject({ ticket: signInCode, password: currentPassword }),
  reply: identity,
  status: 201,
  message: 'Sign-in linked',
})

export const unlinkIdentity = endpoint({
  method: 'DELETE',
  path: '/auth/identities/:identityId',
  summary: 'Takes a third-party sign-in off the own login.',
  access: 'signed_in',
  says: null,
  changes: ['auth/identities'],
  isOwn: true,
  stepUp: true,
  params: z.object({ identityId: id<IdentityId>() }),
  reply: z.null(),
  message: 'Sign-in unlinked',
})
