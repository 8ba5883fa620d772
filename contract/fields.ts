import * as z from 'zod/mini'
import { type Day, type Period, isDay, isPeriod } from '#domain/calendar.ts'
import { hundredths } from '#domain/percent.ts'
import { isUuid } from '#domain/ids.ts'
import { grouped, type Kobo, koboFromNaira, koboMax, nairaNumber } from '#domain/money.ts'
import { type Phone, isInternationalPhone, phoneFrom } from '#domain/phone.ts'

// Letters that PostgreSQL can't hold (NUL, lone surrogates) and control characters have no place in a name or a note.
// A note that may wrap uses `longText`. A letter typed with its mark apart is the same letter (NFC), for search, font and print.
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u
const severalLines = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u

/** Text that must be there; `missing` is the sentence both for an absent and for an empty value. */
export function requiredText(missing: string, lengthMax = 120) {
  return z
    .string({ error: missing })
    .check(
      z.normalize(),
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(lengthMax, `Use ${lengthMax} characters or fewer`),
      z.regex(oneLine, 'Use letters, digits and punctuation only'),
    )
}

export function optionalText(lengthMax = 120) {
  return z.optional(
    z.nullable(
      z
        .string('Use text')
        .check(
          z.normalize(),
          z.trim(),
          z.maxLength(lengthMax, `Use ${lengthMax} characters or fewer`),
          z.regex(oneLine, 'Use letters, digits and punctuation only'),
        ),
    ),
  )
}

/** Free words that are stored in lower case: marital status, employment status, relationships. */
export function optionalLowercase(lengthMax = 40) {
  return z.optional(
    z.nullable(
      z
        .string('Use text')
        .check(
          z.normalize(),
          z.trim(),
          z.toLowerCase(),
          z.maxLength(lengthMax, `Use ${lengthMax} characters or fewer`),
          z.regex(oneLine, 'Use letters, digits and punctuation only'),
        ),
    ),
  )
}

export function longText(missing: string, lengthMax = 1000) {
  return z
    .string({ error: missing })
    .check(
      z.normalize(),
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(lengthMax, `Use ${lengthMax} characters or fewer`),
      z.regex(severalLines, 'Use letters, digits and punctuation only'),
    )
}

export function optionalLongText(lengthMax = 1000) {
  return z.optional(
    z.nullable(
      z
        .string('Use text')
        .check(
          z.normalize(),
          z.trim(),
          z.maxLength(lengthMax, `Use ${lengthMax} characters or fewer`),
          z.regex(severalLines, 'Use letters, digits and punctuation only'),
        ),
    ),
  )
}

/** An identifier of one kind, as a UUID in small letters. */
export function id<Id extends string>() {
  return z.codec(
    z.string('Use an identifier').check(z.toLowerCase(), z.refine(isUuid, 'Use an identifier')),
    z.custom<Id>(),
    { decode: (text) => text as unknown as Id, encode: (value) => value as string },
  )
}

function nairaThat(...holds: z.core.$ZodCheck<number>[]) {
  return z.codec(
    z
      .number('Enter an amount in naira')
      .check(...holds, z.refine((value) => koboFromNaira(value) !== undefined, 'Enter naira with at most two decimals')),
    z.custom<Kobo>(),
    { decode: (value) => koboFromNaira(value) ?? (0n as Kobo), encode: nairaNumber },
  )
}

// One complaint a field: what is wrong first stops the others.
const atMost = (max: Kobo) =>
  z.refine<number>((value) => value <= nairaNumber(max), { error: `Enter at most ${grouped(String(max / 100n))} naira`, abort: true })

/**
 * Naira on the wire (a JSON number with at most two decimals), kobo inside. Of any sign and any size, for what the
 * server answers: a sum of allowed amounts may pass what one of them may be.
 */
export const naira = nairaThat()

/** An amount that moves. */
export const nairaAboveZero = nairaThat(z.refine((value) => value > 0, { error: 'Enter an amount above zero', abort: true }), atMost(koboMax))

/** A setting such as the monthly contribution, up to `max`. */
export function nairaNotNegative(max: Kobo) {
  return nairaThat(z.refine((value) => value >= 0, { error: 'Enter zero or more', abort: true }), atMost(max))
}

/** A whole number from zero to `max`. */
export const whole = (max: number) =>
  z.int(`Enter a whole number from 0 to ${max}`).check(z.minimum(0, `Enter a whole number from 0 to ${max}`), z.maximum(max, `Enter a whole number from 0 to ${max}`))

/** A number with at most two decimals, such as a percentage or "2.5 times the savings". */
export const decimal = (max: number) =>
  z
    .number(`Enter a number from 0 to ${max}`)
    .check(
      z.minimum(0, { error: `Enter a number from 0 to ${max}`, abort: true }),
      z.maximum(max, { error: `Enter a number from 0 to ${max}`, abort: true }),
      z.refine((value) => hundredths(value) !== undefined, 'Enter at most two decimals'),
    )

export const day = z.codec(
  z.string('Use a date as YYYY-MM-DD').check(z.refine(isDay, 'Use a date as YYYY-MM-DD')),
  z.custom<Day>(),
  { decode: (text) => text as Day, encode: (value) => value as string },
)

export const period = z.codec(
  z.string('Use a month as YYYY-MM').check(z.refine(isPeriod, 'Use a month as YYYY-MM')),
  z.custom<Period>(),
  { decode: (text) => text as Period, encode: (value) => value as string },
)

/** An instant on the wire as ISO 8601 UTC. */
export const instant = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
})

/** A cooperative's phone in any accepted form. */
export const cooperativePhone = z.codec(
  z
    .string({ error: 'phone is required' })
    .check(z.minLength(1, { error: 'phone is required', abort: true }), z.refine((text) => phoneFrom(text) !== undefined, 'Invalid phone number format')),
  z.custom<Phone>(),
  { decode: (text) => phoneFrom(text) as Phone, encode: (value) => value as string },
)

/** A member's phone: +234 and exactly ten digits, spaces at the ends forgiven. */
export const memberPhone = z.codec(
  z
    .string({ error: 'Phone number is required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Phone number is required', abort: true }),
      z.refine(isInternationalPhone, 'Phone number must be in format +234XXXXXXXXXX'),
    ),
  z.custom<Phone>(),
  { decode: (text) => text as Phone, encode: (value) => value as string },
)

/** One at sign, no spaces, a dot in the domain: enough to catch slips without refusing real addresses. */
const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function requiredEmail(missing: string) {
  return z
    .string({ error: missing })
    .check(
      z.normalize(),
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(254, 'Invalid email format'),
      z.refine((text) => emailShape.test(text) && oneLine.test(text), 'Invalid email format'),
    )
}

export const optionalEmail = z.optional(
  z.nullable(
    z
      .string('Invalid email format')
      .check(
        z.trim(),
        z.maxLength(254, 'Invalid email format'),
        z.refine((text) => text === '' || (emailShape.test(text) && oneLine.test(text)), 'Invalid email format'),
      ),
  ),
)

export const pageLimitMax = 100
/** The stated bound of deep paging: beyond it a list wants a filter, not another page. */
export const rowsPagedMax = 100_000

const numberText = { decode: (text: string) => Number(text), encode: String }

const pageNumber = z.codec(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'Use a page number from 1')), z.number(), numberText)
const pageLimit = z.codec(
  z
    .string()
    .check(
      z.refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= pageLimitMax, `Use a limit from 1 to ${pageLimitMax}`),
    ),
  z.number(),
  numberText,
)

/** What a person types to find something. */
export const searchWords = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Search with 100 characters or fewer'), z.regex(oneLine, 'Search with letters and digits')))

/** page, limit, q and sort: what every list takes. `sorts` names the columns; `-name` sorts descending. */
export function listQuery<const Sort extends string, Filters extends z.core.$ZodLooseShape>(sorts: readonly Sort[], filters: Filters) {
  return z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageLimit),
    q: searchWords,
    sort: z.optional(z.enum(sorts.flatMap((name) => [name, `-${name}` as const]), `Sort by one of ${sorts.join(', ')}`)),
    ...filters,
  })
}

/** An amount above zero in a query string, as naira. */
export const nairaInQuery = z.codec(
  z.string().check(z.refine((text) => /^\d{1,13}(\.\d{1,2})?$/.test(text) && Number(text) > 0, 'Enter an amount in naira above zero, such as 25000')),
  z.custom<Kobo>(),
  { decode: (text) => koboFromNaira(Number(text)) ?? (0n as Kobo), encode: (amount) => String(nairaNumber(amount)) },
)

/** A whole number from 1 in a query string. */
export function countInQuery(max: number) {
  return z.codec(z.string().check(z.refine((text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max, `Enter a whole number from 1 to ${max}`)), z.number(), numberText)
}
