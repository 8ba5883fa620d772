import * as z from 'zod/mini'
import { cooperativeStatuses, offices } from '#core/actor.ts'
import type { CooperativeId, LoginId, MemberId } from '#core/ids.ts'
import { newPassword, password, passwordAgain, secret, typedCode } from './credentials.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { memberIdentifier } from '#core/contract/member-identifier.ts'
import { id, lengthAtMost, requiredText } from '#core/contract/fields.ts'
import * as strings from './strings.ts'

const tokens = { accessToken: z.string(), refreshToken: z.string() }

const loginPassword = password(strings.passwordIsRequired2)

/** A password at login to a cooperative; the specification checks its length there too. */
const cooperativePassword = password(strings.passwordIsRequired2, strings.passwordMustBeAtLeastCharacters)

export const sessionCooperative = z.object({
  id: id<CooperativeId>(),
  coop_id: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  status: z.enum(cooperativeStatuses),
  /** The officer behind a coop_admin session that a member opened; absent on the shared login. */
  memberId: z.optional(id<MemberId>()),
  /** What of the admin area is that officer's; absent where all of it is. */
  office: z.optional(z.enum(['admin', ...offices, 'external_auditor'])),
  /** Who acts in this session, where it is a person by name: “Amina Bello, treasurer”. */
  actsAs: z.optional(z.string()),
  /** What that office may do; absent where all of it is. */
  permissions: z.optional(z.array(z.string())),
})

export const sessionMember = z.object({
  id: id<MemberId>(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  membershipId: z.string(),
  cooperativeId: id<CooperativeId>(),
  cooperativeName: z.string(),
  cooperativeStatus: z.enum(cooperativeStatuses),
  roles: z.array(z.string()),
})

/** The same person in another cooperative. */
export const membership = z.object({
  cooperativeId: id<CooperativeId>(),
  cooperativeName: z.string(),
  memberId: id<MemberId>(),
  membershipId: z.string(),
  roles: z.array(z.string()),
})

export const sessionSuperAdmin = z.object({
  id: id<LoginId>(),
  name: z.string(),
  username: z.string(),
  role: z.literal('superadmin'),
  /** Whether this session opens nothing until its owner has chosen a password of their own. */
  passwordMissing: z.boolean(),
  /** Whether this session opens nothing until a second factor is set up. */
  secondFactorMissing: z.boolean(),
})

/** The password is right and the login has a second factor: no session yet, but a ticket for `POST /auth/second-factor/session`. */
const secondStep = z.object({ ticket: z.string() })

export const loginCooperative = endpoint({
  method: 'POST',
  path: '/cooperatives/login',
  summary: 'Opens a session of the cooperative with its coop_id or phone.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({
    identifier: requiredText(strings.cooperativeIdentifierIsRequired, 64),
    password: cooperativePassword,
    /** False asks for a session that ends with the browser. */
    keepSignedIn: z.optional(z.boolean()),
  }),
  reply: z.union([z.object({ cooperative: sessionCooperative, ...tokens }), secondStep]),
  message: 'Login successful',
})

export const loginMember = endpoint({
  method: 'POST',
  path: '/member-auth/login',
  summary:
    'Opens a session of a member in the cooperative used last, with the phone or a membership number in `phoneNumber`; `memberships` lists all of them.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({
    phoneNumber: memberIdentifier,
    password: loginPassword,
    keepSignedIn: z.optional(z.boolean()),
  }),
  reply: z.union([z.object({ member: sessionMember, memberships: z.array(membership), ...tokens }), secondStep]),
  message: 'Login successful',
})

export const loginSuperAdmin = endpoint({
  method: 'POST',
  path: '/super-admin/login',
  summary: 'Opens a session of the super administrator.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({ identifier: requiredText(strings.identifierIsRequired, 64), password: loginPassword }),
  reply: z.union([z.object({ superAdmin: sessionSuperAdmin, ...tokens, token: z.string() }), secondStep]),
  message: 'Login successful',
})

export const switchMembership = endpoint({
  method: 'POST',
  path: '/member-auth/switch',
  summary:
    'Moves a person to another of their cooperatives, or between the portal and the admin area that their role opens.',
  access: 'signed_in',
  says: null,
  changes: [],
  body: z.strictObject({ cooperativeId: id<CooperativeId>(), role: z.enum(['member', 'coop_admin']) }),
  reply: z.object({
    member: sessionMember,
    cooperative: z.nullable(sessionCooperative),
    memberships: z.array(membership),
    ...tokens,
  }),
})

export const refreshSession = endpoint({
  method: 'POST',
  path: '/cooperatives/refresh-token',
  summary: 'Exchanges a refresh token for new tokens; a spent one ends its whole session.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({
    refreshToken: secret(
      z
        .string({ error: strings.refreshtokenIsRequired })
        .check(lengthAtMost(256, strings.useARefreshToken), z.minLength(1, strings.refreshtokenIsRequired)),
    ),
  }),
  reply: z.object({ ...tokens, token: z.string() }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/cooperatives/logout',
  summary: 'Ends the session of the bearer token.',
  access: 'signed_in',
  says: null,
  changes: [],
  reply: z.null(),
  message: 'Logged out',
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary:
    'Sends a code to the phone of a cooperative (coop_id or phone) or member (phone or membership number). Always the same answer.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({ identifier: requiredText(strings.identifierIsRequired, 64) }),
  reply: z.null(),
  message: 'If an account uses this, an SMS with a code is sent. It works for 10 minutes.',
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Sets a password with an activation code or a code from forgot-password, and ends all sessions.',
  access: 'public',
  says: null,
  changes: [],
  body: z
    .strictObject({
      identifier: requiredText(strings.identifierIsRequired, 64),
      code: typedCode,
      password: newPassword,
      confirmPassword: passwordAgain(strings.confirmpasswordIsRequired),
      /** The version of the notice about their data that a new member was shown. */
      noticeVersion: z.optional(
        z.string(strings.giveTheVersionOfThe).check(lengthAtMost(20, strings.giveTheVersionOfThe)),
      ),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        error: strings.passwordsDoNotMatch,
        path: ['confirmPassword'],
      }),
    ),
  reply: z.null(),
  message: 'Password set. You can log in with it now.',
})
