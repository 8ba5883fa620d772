import * as z from 'zod/mini'
import { type Day, type Period, isDay, isPeriod } from '#core/calendar.ts'
import { isUuid } from '#core/ids.ts'
import { grouped, type Kobo, koboFromNaira, koboMax, nairaNumber } from '#core/money.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

// Letters that PostgreSQL can't hold (NUL, lone surrogates) and control characters have no place in a name or a note.
// A note that may wrap uses `longText`. A letter typed with its mark apart is the same letter (NFC), for search, font and print.
// What turns the reading direction lets one name pass for another.
const oneLine = /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u
const severalLines = /^(?:[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]|[\n\r\t])*$/u
/** Spaces, marks and joiners alone show nothing. */
const visible = /[^\p{DI}\p{M}\p{Z}\u2800]/u
const onlyLetters = strings.useLettersDigitsAndPunctuation

/** The first check of every text of a request: what is too long is refused before any other check spends time on it. */
export function lengthAtMost(lengthMax: number, sentence: string) {
  return z.maxLength(lengthMax, { error: sentence, abort: true })
}

/** Text of one form, refused in one sentence whatever is wrong with it. */
export function textOf(lengthMax: number, holds: (text: string) => boolean, sentence: string) {
  return z.string(sentence).check(lengthAtMost(lengthMax, sentence), z.refine(holds, sentence))
}

/**
 * The checks of a text. Its length comes first, because composing letters (NFC) takes quadratic time
 * on a long run of marks. Four times the length, because letters come apart and spaces are at the ends.
 */
function wellFormed(lengthMax: number, letters = oneLine, missing?: string) {
  const tooLong = fill(strings.useCharactersOrFewer, { lengthMax })
  return [
    lengthAtMost(lengthMax * 4, tooLong),
    z.normalize(),
    z.trim(),
    z.minLength(missing === undefined ? 0 : 1, { error: missing, abort: true }),
    lengthAtMost(lengthMax, tooLong),
    z.regex(letters, { error: onlyLetters, abort: true }),
    z.refine<string>((text) => text === '' || visible.test(text), missing ?? onlyLetters),
  ] as const
}

/** Text that must be there; `missing` is the sentence both for an absent and for an empty value. */
export function requiredText(missing: string, lengthMax = 120) {
  return z.string({ error: missing }).check(...wellFormed(lengthMax, oneLine, missing))
}

/** Blank text is no text, so that every reader of a field finds null or words. */
function orNothing(text: z.ZodMiniString) {
  return z.optional(
    z.codec(z.nullable(text), z.custom<string | null>(), {
      decode: (written) => written || null,
      encode: (words) => words,
    }),
  )
}

export function optionalText(lengthMax = 120) {
  return orNothing(z.string(strings.useText).check(...wellFormed(lengthMax)))
}

/** A teller number, or a bank's reference. `problem` is what to say of one without a letter or digit. */
export function optionalReference(problem: string) {
  return orNothing(z.string(strings.useText).check(...wellFormed(60), z.regex(/^$|[\p{L}\p{N}]/u, problem)))
}

/** Free words that are stored in lower case: marital status, employment status, relationships. */
export function optionalLowercase(lengthMax = 40) {
  return orNothing(z.string(strings.useText).check(...wellFormed(lengthMax), z.toLowerCase()))
}

export function longText(missing: string, lengthMax = 1000) {
  return z.string({ error: missing }).check(...wellFormed(lengthMax, severalLines, missing))
}

export function optionalLongText(lengthMax = 1000) {
  return orNothing(z.string(strings.useText).check(...wellFormed(lengthMax, severalLines)))
}

/** In letters of either size. */
export function isIdentifier(text: string): boolean {
  return isUuid(text.toLowerCase())
}

/** An identifier of one kind, as a UUID in small letters. One that is missing is named by the reader of the request. */
export function id<Id extends string>(sentence: string = strings.useAnIdentifier) {
  const text = z
    .string({ error: ({ input }) => (input === undefined ? undefined : sentence) })
    .check(lengthAtMost(36, sentence), z.refine(isIdentifier, sentence))
  return z.codec(text, z.custom<Id>(), {
    decode: (text) => text.toLowerCase() as unknown as Id,
    encode: (value) => value as string,
  })
}

/** A number of naira with at most two decimals. */
export function isNaira(value: number): boolean {
  return koboFromNaira(value) !== undefined
}

function nairaThat(...holds: z.core.$ZodCheck<number>[]) {
  return z.codec(
    z.number(strings.enterAnAmountInNaira).check(...holds, z.refine(isNaira, strings.enterNairaWithAtMost)),
    z.custom<Kobo>(),
    { decode: (value) => koboFromNaira(value) ?? (0n as Kobo), encode: nairaNumber },
  )
}

// One complaint a field: what is wrong first stops the others.
const atMost = (max: Kobo) =>
  z.maximum(nairaNumber(max), {
    error: fill(strings.enterAtMostNaira, { max: grouped(String(max / 100n)) }),
    abort: true,
  })

/**
 * Naira on the wire (a JSON number with at most two decimals), kobo inside. Of any sign and any size, for what the
 * server answers: a sum of allowed amounts may pass what one of them may be.
 */
export const naira = nairaThat()

/** An amount that moves. */
export const nairaAboveZero = nairaThat(
  z.gt(0, { error: strings.enterAnAmountAboveZero, abort: true }),
  atMost(koboMax),
)

/** A setting such as the monthly contribution, up to `max`. */
export function nairaNotNegative(max: Kobo) {
  return nairaThat(z.minimum(0, { error: strings.enterZeroOrMore, abort: true }), atMost(max))
}

/** A whole number from zero to `max`. */
export function whole(max: number) {
  const sentence = fill(strings.enterAWholeNumberFrom, { max })
  return z.int(sentence).check(z.minimum(0, sentence), z.maximum(max, sentence))
}

/** A day as text. What is no date, a year that no one means and a day that does not exist have a sentence each. */
export function dayText() {
  return z
    .string(strings.useADateAsYyyy)
    .check(
      lengthAtMost(10, strings.useADateAsYyyy),
      z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: strings.useADateAsYyyy, abort: true }),
      z.regex(/^(?:19|20|21)/, { error: strings.useAYearFrom, abort: true }),
      z.refine(isDay, { error: strings.thereIsNoSuchDay, abort: true }),
    )
}

export const day = z.codec(dayText(), z.custom<Day>(), {
  decode: (text) => text as Day,
  encode: (value) => value as string,
})

export const period = z.codec(textOf(7, isPeriod, strings.useAMonthAsYyyy), z.custom<Period>(), {
  decode: (text) => text as Period,
  encode: (value) => value as string,
})

/** An instant on the wire as ISO 8601 UTC. */
export const instant = z.codec(z.string().check(lengthAtMost(40, strings.useATime)), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
})

export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A moment that a person chose. */
export const moment = z.codec(textOf(40, isMoment, strings.useATimeAsYyyy), z.date(), {
  decode: (text) => new Date(text),
  encode: (value) => value.toISOString(),
})

export const pageLimitMax = 100
/** The stated bound of deep paging: beyond it a list wants a filter, not another page. */
export const rowsPagedMax = 100_000

const numberText = { decode: (text: string) => Number(text), encode: String }

const pageNumber = z.codec(
  textOf(7, (text) => /^[1-9]\d{0,6}$/.test(text), strings.useAPageNumberFrom),
  z.number(),
  numberText,
)
const pageLimit = z.codec(
  textOf(
    3,
    (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= pageLimitMax,
    fill(strings.useALimitFromTo, { pageLimitMax }),
  ),
  z.number(),
  numberText,
)

/** What a person types to find something. */
export const searchWords = z.optional(
  z
    .string()
    .check(
      lengthAtMost(100, strings.searchWithCharactersOrFewer),
      z.trim(),
      z.regex(oneLine, strings.searchWithLettersAndDigits),
    ),
)

/** page, limit, q and sort: what every list takes. `sorts` names the columns; `-name` sorts descending. */
export function listQuery<const Sort extends string, Filters extends z.core.$ZodLooseShape>(
  sorts: readonly Sort[],
  filters: Filters,
) {
  return z.object({
    page: z.optional(pageNumber),
    limit: z.optional(pageLimit),
    q: searchWords,
    sort: z.optional(
      z.enum(
        sorts.flatMap((name) => [name, `-${name}` as const]),
        sorts.length === 0 ? strings.thisListCannotBeSorted : fill(strings.sortByOneOf, { join: sorts.join(', ') }),
      ),
    ),
    ...filters,
  })
}
