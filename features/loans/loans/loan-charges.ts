import * as z from 'zod/mini'
import {
  type Fee,
  feeBases,
  feesMax,
  feeTimes,
  penaltyBases,
  penaltyRepeats,
  type PenaltyRule,
} from './rules/product-charges.ts'
import { fractionOfPercent } from '#core/rounding.ts'
import type { Kobo } from '#core/money.ts'
import { nairaAboveZero, requiredText, whole } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** A percentage from zero to `max`, with at most six decimals. */
export function percent(max: number) {
  const range = fill(strings.enterAPercentageFromTo, { max })
  return z.number(range).check(
    z.refine((value) => value >= 0 && value <= max, { error: range, abort: true }),
    z.refine((value) => fractionOfPercent(value) !== undefined, strings.enterAPercentageWithAt),
  )
}

const part = percent(100).check(z.refine((value) => value > 0, strings.enterAPercentageAboveZero))

const sums = { naira: z.optional(nairaAboveZero), percent: z.optional(part) }
type Sums = { of: string; naira?: Kobo | undefined; percent?: number | undefined }

/** A sum is told in naira where it is fixed, and as a percentage where it is one. */
const isNaira = z.refine<Sums>(
  ({ of, naira, percent: share }) => of !== 'fixed' || (naira !== undefined && share === undefined),
  { error: strings.enterTheAmountInNaira, path: ['naira'] },
)
const isPercent = z.refine<Sums>(
  ({ of, naira, percent: share }) => of === 'fixed' || (share !== undefined && naira === undefined),
  { error: strings.enterThePercentageAndNo, path: ['percent'] },
)

function oneOf<const Word extends string>(words: readonly Word[]) {
  return z.enum(words, fill(strings.useOneOf, { join: words.join(', ') }))
}

/** As it is checked field by field, and as the domain knows it: naira or a percentage. */
function asKnown<Known, Shape extends z.ZodMiniType<Sums, object>>(shape: Shape) {
  return z.codec(shape, z.custom<Known>(), {
    decode: (value) => value as unknown as Known,
    encode: (value) => value as unknown as z.output<Shape>,
  })
}

const fee = asKnown<Fee, z.ZodMiniType<Sums, object>>(
  z
    .strictObject({
      name: requiredText(strings.nameTheFee, 40),
      when: oneOf(feeTimes),
      of: oneOf(['fixed', ...feeBases]),
      ...sums,
    })
    .check(isNaira, isPercent),
)

/** Taken off what is paid out, or asked with each instalment. */
export const fees = z.array(fee, strings.sendAListOfFees).check(
  z.maxLength(feesMax, fill(strings.giveAtMostFees, { feesMax })),
  z.refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, strings.giveEachFeeAName),
)

const asked = {
  graceDays: whole(365),
  repeats: oneOf(penaltyRepeats),
  /** The most that the penalties of one instalment come to together; null: no such limit. */
  cap: z.nullable(z.strictObject({ of: oneOf(['fixed', 'instalment']), ...sums }).check(isNaira, isPercent)),
}

/** Asked for an instalment that is late; null: none. */
export const penalty = z.nullable(
  asKnown<PenaltyRule, z.ZodMiniType<Sums, object>>(
    z.strictObject({ ...asked, of: oneOf(['fixed', ...penaltyBases]), ...sums }).check(isNaira, isPercent),
  ),
)
