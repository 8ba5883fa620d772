import * as z from 'zod/mini'
import { fileFormats } from '#core/file-format.ts'
import { day } from './fields.ts'
import * as strings from './strings.ts'

export const fileFormat = z.enum(fileFormats, strings.useCsvXlsxOrPdf)

/** `json`, or the same report as a file. */
export const reportFormat = z.optional(z.enum(['json', ...fileFormats], strings.useJsonCsvXlsxOr))

/** The fiscal year so far when left out. `asOf` is another name of `to`. */
export const ofDays = { from: z.optional(day), to: z.optional(day), asOf: z.optional(day) }
