import * as z from 'zod/mini'
import { type Day, dayIn } from '#core/calendar.ts'
import { dayAheadProblem } from '#core/past-day.ts'
import { dayText } from '#core/contract/fields.ts'

/** The day on which somebody was born: today or before. */
export const birthDay = z.codec(
  dayText().check(z.refine((text) => text <= dayIn(new Date()), dayAheadProblem)),
  z.custom<Day>(),
  { decode: (text) => text as Day, encode: (value) => value as string },
)
