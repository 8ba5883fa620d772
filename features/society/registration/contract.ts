import * as z from 'zod/mini'
import { cooperativeStatuses } from '#core/actor.ts'
import type { CooperativeId } from '#core/ids.ts'
import { newPassword, passwordAgain, signInCode } from '#features/access/login/credentials.ts'
import { optionalEmail } from '#core/contract/email.ts'
import { overseen } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, requiredText } from '#core/contract/fields.ts'
import { cooperativePhone } from '#core/contract/phone.ts'
import * as strings from '#features/society/configuration/strings.ts'

// Apart from what else a cooperative's contract says, because only the page for signing up needs it.
export const registerCooperative = endpoint({
  method: 'POST',
  path: '/cooperatives/register',
  summary: 'Registers a cooperative; it stays pending until the super administrator has verified it.',
  access: 'public',
  says: null,
  changes: overseen,
  body: z
    .strictObject({
      name: requiredText(strings.nameIsRequired, 120),
      phone: cooperativePhone,
      email: optionalEmail,
      password: newPassword,
      confirmpassword: passwordAgain(strings.confirmpasswordIsRequired),
      /** Of a third-party sign-in, which then opens the new login too. */
      ticket: z.optional(signInCode),
    })
    .check(
      z.refine(({ password, confirmpassword }) => password === confirmpassword, {
        error: strings.passwordsDoNotMatch,
        path: ['confirmpassword'],
      }),
    ),
  reply: z.object({
    id: id<CooperativeId>(),
    coop_id: z.string(),
    name: z.string(),
    phone: z.string(),
    status: z.enum(cooperativeStatuses),
  }),
  status: 201,
  message: 'Cooperative registered successfully!',
})
