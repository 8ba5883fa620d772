import * as z from 'zod/mini'
import type { PasskeyId } from '#core/ids.ts'
import { currentPassword, secret, signInCode, typedCode } from './credentials.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, lengthAtMost, requiredText, textOf } from '#core/contract/fields.ts'
import { membership, sessionCooperative, sessionMember, sessionSuperAdmin } from './contract.ts'
import * as strings from './strings.ts'

const notAccepted = strings.thisPasskeyWasNotAccepted

/** Bytes as browsers write them; `lengthMax` in letters. */
function base64url(lengthMax: number) {
  return textOf(lengthMax, (text) => /^[\w-]+$/.test(text), notAccepted)
}

const credentialId = base64url(1400)
const transports = z
  .array(z.string(notAccepted).check(lengthAtMost(20, notAccepted)), notAccepted)
  .check(z.maxLength(10, notAccepted))

/** What a browser signed with a passkey. */
const usedPasskey = secret(
  z.strictObject(
    { credentialId, clientData: base64url(4000), authenticatorData: base64url(4000), signature: base64url(2000) },
    notAccepted,
  ),
)

const knownPasskeys = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
)

/** As a browser's `navigator.credentials.get` takes it. */
const optionsToUse = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: knownPasskeys,
  timeout: z.int(),
  userVerification: z.literal('required'),
})

export const challengeSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second-factor/session/challenge',
  summary:
    'What a passkey signs in place of the code at the second step of a login. It is answered once, within five minutes.',
  access: 'public',
  says: null,
  changes: [],
  body: z.strictObject({ ticket: signInCode }),
  reply: optionsToUse,
})

export const openSecondStep = endpoint({
  method: 'POST',
  path: '/auth/second-factor/session',
  summary:
    'Opens the session of a login whose first step gave this browser a ticket, with a code of the authenticator app, a recovery code or a passkey.',
  access: 'public',
  says: null,
  changes: [],
  body: z
    .strictObject({ ticket: signInCode, code: z.optional(typedCode), passkey: z.optional(usedPasskey) })
    .check(
      z.refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
        error: strings.sendACodeOrA,
        path: ['code'],
      }),
    ),
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
  summary: 'The second factors of the own login, and whether it must have one.',
  access: 'signed_in',
  reply: z.object({
    authenticator: z.nullable(z.object({ since: instant, lastUsedAt: z.nullable(instant) })),
    passkeys: z.array(
      z.object({ id: id<PasskeyId>(), name: z.string(), since: instant, lastUsedAt: z.nullable(instant) }),
    ),
    recoveryCodesLeft: z.int(),
    required: z.boolean(),
  }),
})

export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/auth/second-factor/authenticator',
  summary:
    'Makes the key that an authenticator app shares with the own login. It is asked for at the login once it is confirmed.',
  access: 'signed_in',
  says: null,
  changes: ['auth/second-factor'],
  isOwn: true,
  needsProof: true,
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
  summary:
    'Adds the app with a first code. As the first second factor it gives the recovery codes, once, and ends every other session.',
  access: 'signed_in',
  says: null,
  changes: ['auth/second-factor'],
  isOwn: true,
  body: z.strictObject({ code: typedCode }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  message: 'Two-step verification is on',
})

export const startPasskey = endpoint({
  method: 'POST',
  path: '/auth/second-factor/passkeys/challenge',
  summary: 'What a browser makes a passkey of the own login with. It is answered once, within five minutes.',
  access: 'signed_in',
  says: null,
  changes: ['auth/second-factor'],
  isOwn: true,
  body: z.strictObject({ password: currentPassword }),
  /** As a browser's `navigator.credentials.create` takes it. */
  reply: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: knownPasskeys,
    timeout: z.int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('required') }),
  }),
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/auth/second-factor/passkeys',
  summary:
    'Adds the passkey that the browser made. As the first second factor it gives the recovery codes, once, and ends every other session.',
  access: 'signed_in',
  says: null,
  changes: ['auth/second-factor'],
  isOwn: true,
  needsProof: true,
  body: z.strictObject({
    name: requiredText(strings.nameTheDevice, 60),
    passkey: secret(
      z.strictObject(
        { credentialId, clientData: base64url(4000), attestation: base64url(16_000), transports },
        notAccepted,
      ),
    ),
  }),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  status: 201,
  message: 'Passkey added',
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/auth/second-factor/passkeys/:passkeyId',
  summary: 'Removes a passkey. With the last second factor two-step verification and the recovery codes go.',
  access: 'signed_in',
  says: null,
  changes: ['auth/second-factor'],
  isOwn: true,
  stepUp: true,
  params: z.object({ passkeyId: id<PasskeyId>() }),
  reply: z.null(),
  message: 'Passkey removed',
})

export const removeAuthenticator = endpoint({
  method: 'DELETE',
  path: '/auth/second-factor/authenticator',
  summary:
    'Removes the authenticator app. With the last second factor two-step verification and the recovery codes go.',
  access: 'signed_in',
  says: null,
  changes: ['auth/second-factor'],
  isOwn: true,
  stepUp: true,
  reply: z.null(),
  message: 'Authenticator app removed',
})

export const challengeIdentity = endpoint({
  method: 'POST',
  path: '/auth/step-up/challenge',
  summary: 'What a passkey signs in place of the password or a code. It is answered once, within five minutes.',
  access: 'signed_in',
  says: null,
  changes: [],
  reply: optionsToUse,
})

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/auth/step-up',
  summary:
    'Shows once more who is there, with the password, a code or a passkey. It counts for five minutes where a call answers 428. The access token that asked ends; the reply has the next one, and the refresh token stays.',
  access: 'signed_in',
  says: null,
  changes: [],
  body: z
    .strictObject({
      password: z.optional(currentPassword),
      code: z.optional(typedCode),
      passkey: z.optional(usedPasskey),
    })
    .check(
      z.refine((proofs) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1, {
        error: strings.sendThePasswordACode,
        path: ['password'],
      }),
    ),
  /** In place of the one that asked, which has ended. */
  reply: z.object({ accessToken: z.string() }),
})
