import * as z from 'zod/mini'
import * as strings from './strings.ts'

/** A payment that looks like one that is recorded already is another one: the person who was asked says so. */
export const anotherPayment = z.optional(z.boolean(strings.useTrueOrFalse))
