import * as z from 'zod/mini'
import { applicationPurpose } from './rules/membership-application.ts'
import { monthlyContributionMax } from '#features/members/members/rules/monthly-contribution.ts'
import { dashboards } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { optionalEmail } from '#core/contract/email.ts'
import { memberPhone } from '#core/contract/phone.ts'
import {
  lengthAtMost,
  naira,
  nairaNotNegative,
  optionalLongText,
  optionalLowercase,
  optionalText,
  requiredText,
} from '#core/contract/fields.ts'
import { birthDay } from '#features/members/members/birth-day.ts'
import { gender } from '#features/members/members/gender.ts'
import * as strings from '#features/members/members/strings.ts'

const joinParams = z.object({ code: requiredText(strings.enterTheSocietysCode, 32) })

export const getJoinPage = endpoint({
  method: 'GET',
  path: '/join-pages/:code',
  summary: 'What a society tells people who want to become members; `code` is its coop_id.',
  access: 'public',
  params: joinParams,
  reply: z.object({
    name: z.string(),
    coopId: z.string(),
    isOpen: z.boolean(),
    welcome: z.nullable(z.string()),
    contributionMin: naira,
    entranceFee: naira,
    /** What the fewest shares that a member must hold cost. */
    sharesCost: naira,
  }),
})

export const applyForMembership = endpoint({
  method: 'POST',
  path: '/join-pages/:code/applications',
  summary: 'Asks a society for membership; the answer names the number of the application.',
  access: 'public',
  says: null,
  changes: ['membership-applications', ...dashboards],
  params: joinParams,
  body: z.strictObject({
    firstName: requiredText(strings.firstNameIsRequired, 80),
    lastName: requiredText(strings.lastNameIsRequired, 80),
    phone: memberPhone,
    email: optionalEmail,
    address: optionalText(300),
    dateOfBirth: z.optional(z.nullable(birthDay)),
    gender,
    maritalStatus: optionalLowercase(),
    employmentStatus: optionalLowercase(),
    employer: optionalText(),
    staffNumber: optionalText(40),
    monthlyContributions: z.optional(nairaNotNegative(monthlyContributionMax)),
    nextOfKinFirstName: optionalText(),
    nextOfKinLastName: optionalText(),
    nextOfKinPhone: optionalText(32),
    nextOfKinRelationship: optionalLowercase(),
    introducedBy: optionalText(),
    note: optionalLongText(500),
    consentVersion: z.literal(applicationPurpose.version, strings.agreeToTheUseOf),
    // People never see this field; programs that fill whatever they find give themselves away.
    website: z.optional(z.string(strings.leaveThisEmpty).check(lengthAtMost(0, strings.leaveThisEmptyItIs))),
  }),
  reply: z.object({ number: z.string(), society: z.string() }),
  status: 201,
  message: 'Application received',
})
