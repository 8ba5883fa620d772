import * as z from 'zod/mini'
import { optionalEmail } from '#core/contract/email.ts'
import { optionalLowercase, optionalText, requiredText } from '#core/contract/fields.ts'
import { memberPhone, otherPhone } from '#core/contract/phone.ts'
import { accountName, accountNumber, bankName } from '#features/members/bank-details/contract.ts'
import * as strings from './strings.ts'

export const firstName = requiredText(strings.firstNameIsRequired, 80)
export const lastName = requiredText(strings.lastNameIsRequired, 80)

/** What is known of a person beside name and phone that they may have changed themselves. */
export const reachedFields = {
  otherPhone,
  email: optionalEmail,
  address: optionalText(300),
  maritalStatus: optionalLowercase(),
  employmentStatus: optionalLowercase(),
  nextOfKinFirstName: optionalText(),
  nextOfKinLastName: optionalText(),
  nextOfKinPhone: optionalText(32),
  nextOfKinEmail: optionalEmail,
  nextOfKinAddress: optionalText(300),
  nextOfKinRelationship: optionalLowercase(),
}

/** What a member may ask to have changed in their own record. */
export const ownFields = {
  firstName: z.optional(firstName),
  lastName: z.optional(lastName),
  phone: z.optional(memberPhone),
  ...reachedFields,
  bankName: z.optional(bankName),
  bankAccountNumber: z.optional(accountNumber),
  bankAccountName: z.optional(accountName),
}
