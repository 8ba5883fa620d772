import type { Day } from '#core/calendar.ts'
import { type Kobo, koboMax } from '#core/money.ts'
import { foldForSearch } from '#core/searching.ts'
import { amountFromCell, amountProblem, amountProblemOf } from '#core/spreadsheets/amount.ts'
import { cellText, dayFromCell, formulaProblem, isFormula, optionalCell } from '#core/spreadsheets/cell.ts'

/** Reads a row's cells by heading; a problem is told with the heading of its cell. */
export type Cells<Heading extends string> = {
  text: (heading: Heading) => string
  problem: (heading: Heading, message: string) => void
}

/**
 * What is in the cell. Nothing, and the problem is told, where it is a formula, is longer than `most` characters, or is
 * empty and `missing` says what to enter.
 */
export function textIn<Heading extends string>(
  { text, problem }: Cells<Heading>,
  heading: Heading,
  { most = Infinity, missing }: { most?: number; missing?: string | undefined } = {},
): string {
  const stored = text(heading)
  const found = optionalCell(stored).replace(/^'/, '')
  if (isFormula(stored)) problem(heading, formulaProblem(stored))
  else if (found.length > most) problem(heading, `Use at most ${most} characters`)
  else if (found === '' && missing !== undefined) problem(heading, missing)
  else return found
  return ''
}

/** An amount of zero or more. Where `missing` is given, it has to be there and above zero. */
export function amountIn<Heading extends string>(
  cells: Cells<Heading>,
  heading: Heading,
  missing?: string,
): Kobo | undefined {
  const text = textIn(cells, heading, { missing })
  if (text === '') return undefined
  const amount = amountFromCell(text)
  if (amount === undefined)
    cells.problem(heading, amountProblemOf(text, `${amountProblem}; "${cellText(text).slice(0, 40)}" is no number`))
  else if (amount < 0n) cells.problem(heading, 'Enter an amount that is not below zero')
  else if (amount > koboMax) cells.problem(heading, 'Enter a smaller amount')
  else if (amount === 0n && missing !== undefined) cells.problem(heading, missing)
  else return amount
  return undefined
}

/** Where `missing` is given, the day has to be there. */
export function dayIn<Heading extends string>(
  cells: Cells<Heading>,
  heading: Heading,
  missing?: string,
): Day | undefined {
  const text = textIn(cells, heading, { missing })
  const day = text === '' ? undefined : dayFromCell(text)
  if (text !== '' && !day) cells.problem(heading, 'Use a date such as 31/12/2025')
  return day
}

/** A whole number of these bounds; nothing where the cell is empty and `isOptional`. */
export function wholeIn<Heading extends string>(
  cells: Cells<Heading>,
  heading: Heading,
  { most, wrong, isOptional = false }: { most: number; wrong: string; isOptional?: boolean },
): number | undefined {
  const text = textIn(cells, heading)
  if (text === '' && isOptional) return undefined
  const count = /^\d{1,4}(?:\.0+)?$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= most) return count
  cells.problem(heading, wrong)
  return undefined
}

/** The one of this name or code. */
export function namedIn<Heading extends string, Named extends { name: string; code?: string }>(
  cells: Cells<Heading>,
  heading: Heading,
  offered: readonly Named[],
  wrong: string,
): Named | undefined {
  const text = foldForSearch(textIn(cells, heading))
  const found = offered.find(({ name, code }) => foldForSearch(name) === text || (text !== '' && code === text))
  if (!found) cells.problem(heading, wrong)
  return found
}
