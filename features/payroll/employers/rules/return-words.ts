import { fieldLabels, layoutFields } from './words.ts'

/** What a column of a return may hold: one line for each element of a salary names it, and a phone says whose it is where no number does. */
export const returnFields = [...layoutFields, 'element', 'phone'] as const

export type ReturnField = (typeof returnFields)[number]

/** Why the amount of a row is asked about: it is no amount, a formula without its value, below zero, or not the sum of its parts. */
export const rowProblems = ['amount', 'formula', 'negative', 'parts'] as const

export type RowProblem = (typeof rowProblems)[number]

export const returnFieldLabels: Record<ReturnField, string> = {
  ...fieldLabels,
  element: 'Element (what the line is for)',
  phone: 'Phone number',
}
