import * as z from 'zod/mini'
import { type Kobo, koboFromNaira, nairaNumber } from '#core/money.ts'
import { textOf } from './fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** An amount above zero in a query string, as naira. */
export const nairaInQuery = z.codec(
  textOf(16, (text) => /^\d{1,13}(\.\d{1,2})?$/.test(text) && Number(text) > 0, strings.enterAnAmountInNairaAbove),
  z.custom<Kobo>(),
  { decode: (text) => koboFromNaira(Number(text)) ?? (0n as Kobo), encode: (amount) => String(nairaNumber(amount)) },
)

/** A whole number from 1 in a query string. */
export function countInQuery(max: number) {
  const sentence = fill(strings.enterAWholeNumberFromTo, { max })
  return z.codec(
    textOf(6, (text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max, sentence),
    z.number(),
    { decode: Number, encode: String },
  )
}
