import * as z from 'zod/mini'
import { accountName, accountNumber, bankName } from '#features/members/bank-details/contract.ts'
import { optionalEmail } from '#contract/email.ts'
import { nairaNotNegative, optionalLowercase, optionalText, requiredText } from '#contract/fields.ts'
import { birthDay } from './birth-day.ts'
import { gender } from './gender.ts'
import { memberPhone, otherPhone } from '#contract/phone.ts'
import type { RecordText } from './rules/record-texts.ts'
import { monthlyContributionMax } from './rules/monthly-contribution.ts'
import * as strings from './strings.ts'

const textFields = {
  title: optionalText(30),
  occupation: optionalText(80),
  /** The society's own number of before Ajose. */
  formerNumber: optionalText(40),
  email: optionalEmail,
  address: optionalText(300),
  profilePicture: optionalText(300),
  nextOfKinFirstName: optionalText(),
  nextOfKinLastName: optionalText(),
  nextOfKinPhone: optionalText(32),
  nextOfKinEmail: optionalEmail,
  nextOfKinAddress: optionalText(300),
  nextOfKinRelationship: optionalLowercase(),
} satisfies Record<RecordText, unknown>

/** What is known of a person beside name and phone. */
export const personFields = {
  ...textFields,
  otherPhone,
  dateOfBirth: z.optional(z.nullable(birthDay)),
  gender,
  maritalStatus: optionalLowercase(),
  employmentStatus: optionalLowercase(),
  monthlyContributions: z.optional(nairaNotNegative(monthlyContributionMax)),
  nomineeFirstName: optionalText(),
  nomineeLastName: optionalText(),
  nomineePhone: optionalText(32),
  nomineeEmail: optionalEmail,
  nomineeAddress: optionalText(300),
  nomineeRelationship: optionalLowercase(),
}

export const firstName = requiredText(strings.firstNameIsRequired, 80)
export const lastName = requiredText(strings.lastNameIsRequired, 80)

/** What a member may ask to have changed in their own record. */
export const ownFields = {
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  phone: z.optional(memberPhone),
  otherPhone,
  email: personFields.email,
  address: personFields.address,
  maritalStatus: personFields.maritalStatus,
  employmentStatus: personFields.employmentStatus,
  nextOfKinFirstName: personFields.nextOfKinFirstName,
  nextOfKinLastName: personFields.nextOfKinLastName,
  nextOfKinPhone: personFields.nextOfKinPhone,
  nextOfKinEmail: personFields.nextOfKinEmail,
  nextOfKinAddress: personFields.nextOfKinAddress,
  nextOfKinRelationship: personFields.nextOfKinRelationship,
  bankName: z.optional(bankName),
  bankAccountNumber: z.optional(accountNumber),
  bankAccountName: z.optional(accountName),
}
