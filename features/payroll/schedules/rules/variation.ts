import { labelled } from '#core/words.ts'
import type { Kobo } from '#core/money.ts'
import { totalOf } from '#features/payroll/employers/rules/component.ts'
import type { Amounts } from '#features/payroll/employers/rules/component.ts'
import { components } from '#features/payroll/employers/rules/words.ts'
import type { VariationKind } from './words.ts'

export const variationNames: Readonly<Record<VariationKind, string>> = labelled({
  joiner: 'New',
  leaver: 'Stop',
  changed: 'Changed',
  finished: 'Finished',
})

/** What is due of a member this month and the month before; undefined where they were not on the list. */
export type TwoMonths = { before: Amounts | undefined; now: Amounts | undefined }

/** What an employer has to be told about a member, or undefined where nothing changed. A loan or plan that ran out is finished. */
export function variationOf({ before, now }: TwoMonths): VariationKind | undefined {
  if (!before) return now ? 'joiner' : undefined
  if (!now) return 'leaver'
  if (components.every((component) => before[component] === now[component])) return undefined
  const finished = components.some((component) => before[component] > 0n && now[component] === 0n)
  return finished ? 'finished' : 'changed'
}

/** What the employer deducts more or less than the month before. */
export function differenceOf({ before, now }: TwoMonths): Kobo {
  return ((now ? totalOf(now) : 0n) - (before ? totalOf(before) : 0n)) as Kobo
}
