import * as z from 'zod/mini'
import { optionalEmail } from '#core/contract/email.ts'
import { nairaNotNegative, optionalLowercase, optionalText } from '#core/contract/fields.ts'
import { birthDay } from './birth-day.ts'
import { gender } from './gender.ts'
import { reachedFields } from './own-fields.ts'
import { monthlyContributionMax } from './rules/monthly-contribution.ts'
import { type PersonText, personTextNames, personTexts, type RecordText } from './rules/record-texts.ts'

/** What is known of a person beside name and phone. */
export const personFields = {
  title: optionalText(30),
  ...(Object.fromEntries(
    personTextNames.map((name) => [name, optionalText(personTexts[name].charactersMax)]),
  ) as Record<PersonText, ReturnType<typeof optionalText>>),
  /** The society's own number of before Ajose. */
  formerNumber: optionalText(40),
  profilePicture: optionalText(300),
  ...reachedFields,
  dateOfBirth: z.optional(z.nullable(birthDay)),
  gender,
  monthlyContributions: z.optional(nairaNotNegative(monthlyContributionMax)),
  nomineeFirstName: optionalText(),
  nomineeLastName: optionalText(),
  nomineePhone: optionalText(32),
  nomineeEmail: optionalEmail,
  nomineeAddress: optionalText(300),
  nomineeRelationship: optionalLowercase(),
} satisfies Record<RecordText, unknown> & Record<string, unknown>
