import { grouped } from '#core/money.ts'

/** The names between braces in a sentence: 'name' | 'amount' of "{name} owes {amount}". */
export type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Blanks<Rest>
  : never

/** What takes a place: nothing leaves it empty, as an element of a page would. */
type Value = string | number | null | undefined

/** One value for each blank of a sentence; a number where what is said depends on how many there are. */
type Values<Sentence extends string> = [Blanks<Sentence>] extends [never]
  ? []
  : [Readonly<Record<Exclude<Blanks<Sentence>, 'count'>, Value> & Record<Extract<Blanks<Sentence>, 'count'>, number>>]

/** The sentence of another language for an English one, its forms for one and for more divided by a bar; undefined where it has none. */
export type Translation = (sentence: string) => string | undefined

let translation: Translation = () => undefined

/** From now on sentences are said in the language that this answers; where it has none, in English. */
export function translateBy(by: Translation): void {
  translation = by
}

/**
 * A sentence for people, in the language of who reads it: `t('{name} owes {amount}', { name, amount })`. It is written in English where it
 * is said, whole, because another language has another order; its values are given as people read them. Where it depends on a number, a
 * bar divides what is said of one and of more: `t('{count} day left|{count} days left', { count })`. A value that is missing, or that
 * the sentence has no place for, does not compile. `npm run translations` finds what is written inside a call of `t` or `said` alone.
 */
export function t<const Sentence extends string>(sentence: Sentence, ...[values]: Values<Sentence>): string {
  const given: Readonly<Record<string, Value>> = values ?? {}
  const [one = '', more = one] = (translation(sentence) ?? sentence).split('|')
  return (given['count'] === 1 ? one : more).replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'count' ? grouped(String(given[name])) : String(given[name] ?? ''),
  )
}
