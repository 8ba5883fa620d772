import * as z from 'zod'

export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1')

/** From `least` to `most`. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)
