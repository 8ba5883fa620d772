import { grouped } from '#core/money.ts'
import type { Blanks } from '#core/sentence.ts'

/** What takes a place: nothing leaves it empty, as an element of a page would. */
type Value = string | number | null | undefined

/**
 * A sentence of a catalogue with its values: `fill('{name} owes {amount}', { name, amount })`. A value that is missing, or that the
 * sentence has no place for, does not compile. Amounts and days are given as people read them.
 */
export function fill<const Sentence extends string>(
  sentence: Sentence,
  values: Readonly<Record<Blanks<Sentence>, Value>>,
): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => String(values[name] ?? ''))
}

type Others<Forms extends string> = Exclude<Blanks<Forms>, 'count'>

/**
 * A sentence about a number, with what a language says of one and of more between bars:
 * `fillCount(2, '{count} day left|{count} days left')`. A language that has one form writes one.
 */
export function fillCount<const Forms extends string>(
  count: number,
  forms: Forms,
  ...[values]: [Others<Forms>] extends [never] ? [] : [values: Readonly<Record<Others<Forms>, Value>>]
): string {
  const [one = '', more = one] = forms.split('|')
  return fill(count === 1 ? one : more, { ...values, count: grouped(String(count)) })
}
