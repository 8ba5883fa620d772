import * as z from 'zod/mini'
import { type Phone, isInternationalPhone, phoneFrom } from '#core/phone.ts'
import { lengthAtMost } from './fields.ts'
import * as strings from './strings.ts'

/** Fourteen characters, with spaces between and around them. */
export const phoneLengthMax = 40
export const notAPhone = strings.phoneNumberMustBeIn

/** A mobile in any form that the specification names. */
export function isMobile(text: string): boolean {
  return phoneFrom(text) !== undefined
}

/** A cooperative's phone in any accepted form. */
export const cooperativePhone = z.codec(
  z
    .string({ error: strings.phoneIsRequired })
    .check(
      lengthAtMost(phoneLengthMax, strings.invalidPhoneNumberFormat),
      z.minLength(1, { error: strings.phoneIsRequired, abort: true }),
      z.refine(isMobile, strings.invalidPhoneNumberFormat),
    ),
  z.custom<Phone>(),
  { decode: (text) => phoneFrom(text) as Phone, encode: (value) => value as string },
)

/** A member's phone: +234 and exactly ten digits, spaces at the ends forgiven. */
export const memberPhone = z.codec(
  z
    .string({ error: strings.phoneNumberIsRequired })
    .check(
      lengthAtMost(phoneLengthMax, notAPhone),
      z.trim(),
      z.minLength(1, { error: strings.phoneNumberIsRequired, abort: true }),
      z.refine(isInternationalPhone, notAPhone),
    ),
  z.custom<Phone>(),
  { decode: (text) => text as Phone, encode: (value) => value as string },
)

/** A second phone, which opens no login; empty takes it away. */
export const otherPhone = z.optional(
  z.nullable(
    z.codec(
      z.string(notAPhone).check(
        lengthAtMost(phoneLengthMax, notAPhone),
        z.trim(),
        z.refine((text) => text === '' || isInternationalPhone(text), notAPhone),
      ),
      z.custom<Phone | ''>(),
      { decode: (text) => text as Phone | '', encode: (value) => value as string },
    ),
  ),
)
