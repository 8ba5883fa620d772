import { type Kobo, moneyText } from '#core/money.ts'
import type { InterestSaid } from './account-type.ts'
import { breakNames, everyNames, maturityNames, methodNames, roundingNames, termLabels } from './interest-words.ts'
import { describeTerms } from './type-terms.ts'

const words: Readonly<Record<string, string>> = {
  ...methodNames,
  ...everyNames,
  ...maturityNames,
  ...breakNames,
  ...roundingNames,
}

/** Everything that decides the interest of an account type, each by its name and in words, always in the same order. */
export function interestRules(said: InterestSaid): [name: string, text: string][] {
  const told = describeTerms(said)
  return Object.entries(termLabels).map(([field, name]) => [name, toldText(told[field])])
}

function toldText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'bigint') return moneyText(value as Kobo)
  const text = typeof value === 'number' ? value.toString() : (value as string)
  return words[text] ?? text
}
