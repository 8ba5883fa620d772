import { type Kobo, kobo } from '#domain/money.ts'
import { instalmentsInYear } from './day-count.ts'
import type { InstalmentUnit } from './due-dates.ts'

/** What each rhythm is called on screen. */
export const repaidEveryLabels: Record<InstalmentUnit, string> = {
  month: 'Every month',
  week: 'Every week',
  fortnight: 'Every two weeks',
  day15: 'Every 15 days',
  four_weeks: 'Every four weeks',
  quarter: 'Every three months',
  half_year: 'Every six months',
  year: 'Every year',
}

/** Before "instalments", or undefined where the rhythm is said after it; and what several of them are. */
const rhythms: Record<InstalmentUnit, { adjective?: string; many: string }> = {
  month: { adjective: 'monthly', many: 'months' },
  week: { adjective: 'weekly', many: 'weeks' },
  fortnight: { adjective: 'fortnightly', many: 'fortnights' },
  day15: { many: 'times 15 days' },
  four_weeks: { many: 'times four weeks' },
  quarter: { adjective: 'quarterly', many: 'quarters' },
  half_year: { adjective: 'half-yearly', many: 'half-years' },
  year: { adjective: 'yearly', many: 'years' },
}

/** "26 fortnightly instalments". */
export function instalmentsInWords(instalments: number, repaidEvery: InstalmentUnit): string {
  const noun = instalments === 1 ? 'instalment' : 'instalments'
  const { adjective } = rhythms[repaidEvery]
  return adjective
    ? `${instalments} ${adjective} ${noun}`
    : `${instalments} ${noun} ${repaidEveryLabels[repaidEvery].toLowerCase()}`
}

/** How long so many instalments last: "26 fortnights". */
export function lengthInWords(instalments: number, repaidEvery: InstalmentUnit): string {
  const { adjective, many } = rhythms[repaidEvery]
  return `${instalments} ${adjective && instalments === 1 ? many.slice(0, -1) : many}`
}

/**
 * What instalments of this size come to in a month, for a rule that looks at months: the instalments of a year by twelve,
 * rounded up, or all of them where they are fewer.
 */
export function perMonth(
  instalment: Kobo,
  { repaidEvery, instalments }: { repaidEvery: InstalmentUnit; instalments: number },
): Kobo {
  const { top: inYear } = instalmentsInYear({ unit: repaidEvery, every: 1 })
  return kobo(
    BigInt(instalments) * 12n <= inYear ? instalment * BigInt(instalments) : (instalment * inYear + 11n) / 12n,
  )
}
