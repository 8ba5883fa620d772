import * as z from 'zod/mini'
import { membershipNumber } from '#core/ids.ts'
import { isInternationalPhone } from '#core/phone.ts'
import { lengthAtMost } from './fields.ts'
import { notAPhone, phoneLengthMax } from './phone.ts'
import * as strings from './strings.ts'

/** A whole membership number as people type it (ajo-7k2m9q/42, AJO 7K2M9Q 00042), in the form in which it is kept; else undefined. */
export function membershipNumberFrom(text: string): string | undefined {
  const match = /^AJO[\s-]?([A-Z0-9]{6})[\s/\\-]{1,3}(\d{1,9})$/i.exec(text.trim())
  return match ? membershipNumber(`AJO-${match[1]?.toUpperCase()}`, Number(match[2])) : undefined
}

/** What a member logs in with: the phone, or the whole membership number in any form that people type. */
export const memberIdentifier = z.codec(
  z.string({ error: strings.phoneNumberIsRequired }).check(
    lengthAtMost(phoneLengthMax, notAPhone),
    z.trim(),
    z.minLength(1, { error: strings.phoneNumberIsRequired, abort: true }),
    z.refine((text) => isInternationalPhone(text) || membershipNumberFrom(text) !== undefined, notAPhone),
  ),
  z.string(),
  { decode: (text) => membershipNumberFrom(text) ?? text, encode: (value) => value },
)
