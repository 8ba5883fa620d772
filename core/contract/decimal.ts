import * as z from 'zod/mini'
import { hundredths, millionths } from '#core/percent.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** A number with at most two or four decimals, such as a percentage or "2.5 times the savings". */
export function decimal(max: number, decimals: 2 | 4 = 2) {
  const fits = decimals === 2 ? hundredths : millionths
  const sentence = fill(strings.enterANumberFromTo, { max })
  return z.number(sentence).check(
    z.minimum(0, { error: sentence, abort: true }),
    z.maximum(max, { error: sentence, abort: true }),
    z.refine(
      (value) => fits(value) !== undefined,
      fill(strings.enterAtMostDecimals, { decimals: decimals === 2 ? 'two' : 'four' }),
    ),
  )
}
