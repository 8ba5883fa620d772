import * as z from 'zod/mini'
import { lengthAtMost, requiredText } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** The specification enforces six; a longer minimum is a setting of the server. */
export const passwordLengthMin = 6
const passwordLengthMax = 128

const secrets = new WeakSet<z.core.$ZodType>()

/** Marks a field that only its sender may know: a password, a code, a token. No hash of a request that is stored holds it. */
export function secret<Field extends z.core.$ZodType>(field: Field): Field {
  secrets.add(field)
  return field
}

/** Whether a field is marked as secret, also where it may be left out. */
export function isSecret(field: z.core.$ZodType): boolean {
  const { innerType } = field._zod.def as { innerType?: z.core.$ZodType }
  return secrets.has(field) || (innerType !== undefined && isSecret(innerType))
}

/** A password; `tooShort` is the sentence where its least length is checked. */
export function password(missing: string, tooShort?: string) {
  const lengthMin = tooShort === undefined ? 1 : passwordLengthMin
  return secret(
    z
      .string({ error: missing })
      .check(
        lengthAtMost(passwordLengthMax, fill(strings.useCharactersOrFewer, { passwordLengthMax })),
        z.minLength(1, { error: missing, abort: true }),
        z.minLength(lengthMin, tooShort),
      ),
  )
}

export const newPassword = password(strings.passwordIsRequired, strings.passwordMustBeAtLeast)

export const currentPassword = password(strings.enterYourCurrentPassword)

/** The same password once more. */
export function passwordAgain(missing: string) {
  return secret(
    z
      .string({ error: missing })
      .check(
        lengthAtMost(passwordLengthMax, strings.passwordsDoNotMatch),
        z.minLength(1, { error: missing, abort: true }),
      ),
  )
}

/** From an activation slip or a message. */
export const typedCode = secret(requiredText(strings.codeIsRequired, 32))

const signInOver = strings.thisSignInWasUsed

/** What a third-party sign-in is spent with: a code first, then a ticket. */
export const signInCode = secret(
  z
    .string({ error: strings.codeIsRequired })
    .check(lengthAtMost(43, signInOver), z.regex(/^[A-Za-z0-9_-]{43}$/, signInOver)),
)
