import { labelled } from '#core/words.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { instalmentsInYear } from './day-count.ts'
import type { InstalmentUnit } from './due-dates.ts'
import * as strings from './strings.ts'

/** What each rhythm is called on screen. */
export const repaidEveryLabels: Record<InstalmentUnit, string> = labelled({
  month: strings.everyMonth,
  week: strings.everyWeek,
  fortnight: strings.everyTwoWeeks,
  day15: strings.everyDays,
  four_weeks: strings.everyFourWeeks,
  quarter: strings.everyThreeMonths,
  half_year: strings.everySixMonths,
  year: strings.everyYear,
})

/** Before "instalments", or undefined where the rhythm is said after it; and what several of them are. */
const rhythms: Record<InstalmentUnit, { adjective?: string; many: string }> = {
  month: { adjective: 'monthly', many: 'months' },
  week: { adjective: 'weekly', many: 'weeks' },
  fortnight: { adjective: 'fortnightly', many: 'fortnights' },
  day15: { many: strings.timesDays },
  four_weeks: { many: strings.timesFourWeeks },
  quarter: { adjective: 'quarterly', many: 'quarters' },
  half_year: { adjective: 'half-yearly', many: 'half-years' },
  year: { adjective: 'yearly', many: 'years' },
}

/** One that a newer server sends is told by its own word. */
function rhythmOf(repaidEvery: InstalmentUnit): { adjective?: string; many: string } {
  return (rhythms as Partial<typeof rhythms>)[repaidEvery] ?? { many: repaidEvery }
}

/** "26 fortnightly instalments". */
export function instalmentsInWords(instalments: number, repaidEvery: InstalmentUnit): string {
  const noun = instalments === 1 ? 'instalment' : 'instalments'
  const { adjective } = rhythmOf(repaidEvery)
  return adjective
    ? `${instalments} ${adjective} ${noun}`
    : `${instalments} ${noun} ${repaidEveryLabels[repaidEvery].toLowerCase()}`
}

/** How long so many instalments last: "26 fortnights". */
export function lengthInWords(instalments: number, repaidEvery: InstalmentUnit): string {
  const { adjective, many } = rhythmOf(repaidEvery)
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
