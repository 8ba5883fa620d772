import * as z from 'zod/mini'
import type { MemberId } from '#core/ids.ts'
import { nomineesMax } from '#features/members/members/rules/nominee.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { optionalEmail } from '#core/contract/email.ts'
import { decimal } from '#core/contract/decimal.ts'
import { id, optionalLowercase, optionalText, requiredText } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/members/members/strings.ts'

const share = decimal(100).check(z.refine((percent) => percent > 0, strings.enterAShareAboveZero))

const text = z.nullable(z.string())
/** Whom a member names, in their order; the shares come to 100 % together. */
export const nominee = z.object({
  firstName: text,
  lastName: text,
  relationship: text,
  phone: text,
  email: text,
  address: text,
  sharePercent: z.number(),
})
const params = z.object({ id: id<MemberId>() })

/** What is told about one who is named, but for their share. */
const nomineeFields = {
  firstName: requiredText(strings.firstNameIsRequired, 80),
  lastName: optionalText(80),
  relationship: optionalLowercase(),
  phone: optionalText(32),
  email: optionalEmail,
  address: optionalText(300),
}

function nomineeList<Share extends z.ZodMiniType>(sharePercent: Share) {
  return z
    .array(z.strictObject({ ...nomineeFields, sharePercent }), strings.sendTheNomineesAsA)
    .check(z.maxLength(nomineesMax, fill(strings.nameAtMostNominees, { nomineesMax })))
}

/** On a phone shares are whole percents, which no one has to add up with a calculator. */
export const askedNominees = nomineeList(
  z
    .number(strings.enterAWholeShareSuch)
    .check(
      z.refine((percent) => Number.isInteger(percent) && percent > 0 && percent <= 100, strings.enterAWholeShareSuch),
    ),
)

export const listNominees = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:id/nominees',
  summary: 'Who is paid when this member dies, each with their share.',
  access: 'member.read',
  params,
  reply: z.array(nominee),
})

export const updateNominees = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:id/nominees',
  summary:
    'Names who is paid when this member dies, in place of those named before; the shares come to exactly 100 %, or no one is named. After a reported death it waits for a second officer.',
  access: 'member.update',
  says: ['members', "Changed a member's nominees"],
  changes: people,
  stepUp: true,
  mayWait: true,
  params,
  body: z.strictObject({ nominees: nomineeList(share) }),
  reply: z.array(nominee),
  message: 'Nominees kept',
})

export const listOwnNominees = endpoint({
  method: 'GET',
  path: '/member-portal/nominees',
  summary: 'Whom the signed-in member has named, each with their share.',
  access: 'portal.read',
  reply: z.array(nominee),
})
