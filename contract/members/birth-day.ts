import * as z from 'zod/mini'
import { type Day, dayIn, isDay } from '#domain/calendar.ts'
import { dayAheadProblem } from '#domain/past-day.ts'
import { lengthAtMost } from '#contract/fields.ts'
import * as strings from './strings.ts'

const sentence = strings.useADateAsYyyy

/** The day on which somebody was born: today or before. */
export const birthDay = z.codec(
  z.string(sentence).check(
    lengthAtMost(10, sentence),
    z.refine(isDay, { error: sentence, abort: true }),
    z.refine((text) => text <= dayIn(new Date()), dayAheadProblem),
  ),
  z.custom<Day>(),
  { decode: (text) => text as Day, encode: (value) => value as string },
)
