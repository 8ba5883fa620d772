import * as z from 'zod/mini'
import { leftOutReasons } from '#core/spreadsheets/left-out.ts'

/** The rows of an uploaded file that are none of its list, each with its number, why, and what it says. */
export const leftOut = z.array(z.object({ row: z.number(), why: z.enum(leftOutReasons), text: z.string() }))
