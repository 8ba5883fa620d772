import * as z from 'zod/mini'
import { hundredths } from '#domain/percent.ts'

/** A number with at most two decimals, such as a percentage or "2.5 times the savings". */
export function decimal(max: number) {
  const sentence = `Enter a number from 0 to ${max}`
  return z.number(sentence).check(
    z.minimum(0, { error: sentence, abort: true }),
    z.maximum(max, { error: sentence, abort: true }),
    z.refine((value) => hundredths(value) !== undefined, 'Enter at most two decimals'),
  )
}
