import { monthNames } from '#core/spreadsheets/cell.ts'
import { foldForSearch } from '#core/searching.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import type { Purpose } from './words.ts'

/** Words that say what an element is for, in whatever they are part of: COOPLOAN, THRIFT SAVINGS. */
const sure: Readonly<Record<Component, RegExp>> = {
  loans: /loan|^(?:ln|lns)$/,
  levy: /levy|levies|welfare/,
  savings: /saving|thrift|^(?:sav|savs|svg|svgs)$/,
  shares: /share|^(?:shr|shrs|equity)$/,
}

/** Words that say it where no surer one is beside them. */
const likely: Readonly<Record<Component, RegExp>> = {
  loans: /repayment|inst?allment/,
  levy: /^(?:dues|building|development)$/,
  savings: /^(?:contributions?|contrib?|target)$/,
  shares: /^$/,
}

/** What every element may be called, whatever it is for. */
const general =
  /^(?:co|op|coop|coops|operative|cooperatives?|society|societies|multipurpose|multi|purpose|ctcs|cics|cms|mcs|ltd|limited|deductions?|ded|total|amount|salary|payroll|monthly|month|staff|of|for|the|and|in)$/
const month = new RegExp(`^(?:${monthNames})$`)

function wordsOf(element: string): string[] {
  return foldForSearch(element)
    .replace(/thrift (?:and |& ?)?credit/, 'society')
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !month.test(word))
}

/** By what two elements are the same: their words, without the month; numbers alone are a payroll's own code. */
export function elementKey(element: string): string {
  return wordsOf(element).join(' ') || foldForSearch(element)
}

/** What an element is for by its own words; undefined where they say nothing, or two things. */
export function purposeOf(element: string): Component | 'total' | undefined {
  const words = wordsOf(element)
  for (const meaning of [sure, likely]) {
    const meant = components.filter((component) => words.some((word) => meaning[component].test(word)))
    if (meant.length > 1) return undefined
    // The dues of a union are not the society's.
    if (meant[0]) return words.includes('union') ? undefined : meant[0]
  }
  return words.length > 0 && words.every((word) => general.test(word)) ? 'total' : undefined
}

/** The same, where the employer's elements that were decided about go before their words. */
export function purposeFinder(known: ReadonlyMap<string, Purpose>): (element: string) => Purpose | undefined {
  const found = new Map<string, Purpose | undefined>()
  return (element) => {
    if (!found.has(element)) found.set(element, known.get(elementKey(element)) ?? purposeOf(element))
    return found.get(element)
  }
}
