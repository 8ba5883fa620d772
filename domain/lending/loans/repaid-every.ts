import { labelled } from '#domain/words.ts'
import { type Kobo, kobo } from '#domain/money.ts'
import { instalmentsInYear } from './day-count.ts'
import type { InstalmentUnit } from './due-dates.ts'

/** What each rhythm is called on screen. */
export const repaidEveryLabels: Record<InstalmentUnit, string> = labelled({
  month: 'Every month',
  week: 'Every week',
  fortnight: 'Every two weeks',
  day15: 'Every 15 days',
})

const adjectives: Record<Exclude<InstalmentUnit, 'day15'>, string> = {
  month: 'monthly',
  week: 'weekly',
  fortnight: 'fortnightly',
}

/** "26 fortnightly instalments". */
export function instalmentsInWords(instalments: number, repaidEvery: InstalmentUnit): string {
  const noun = instalments === 1 ? 'instalment' : 'instalments'
  return repaidEvery === 'day15'
    ? `${instalments} ${noun} every 15 days`
    : `${instalments} ${adjectives[repaidEvery]} ${noun}`
}

/** How long so many instalments last: "26 fortnights". */
export function lengthInWords(instalments: number, repaidEvery: InstalmentUnit): string {
  return repaidEvery === 'day15'
    ? `${instalments} times 15 days`
    : `${instalments} ${repaidEvery}${instalments === 1 ? '' : 's'}`
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
