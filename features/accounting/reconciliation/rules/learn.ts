import type { MemberId } from '#core/ids.ts'
import { foldForSearch } from '#core/searching.ts'
import { bankWords, type Clues, cluesOf, type Payer } from './suggest.ts'

/** The most words that one rule has. */
export const ruleWordsMax = 12

/** What is said of a narration's month, bank and grammar, and not of what the line is. */
const passing = new Set([
  ...['from', 'for', 'the', 'and', 'to', 'of', 'on', 'by', 'at', 'in', 'ref', 'via', 'no', 'number', 'plc', 'ltd'],
  ...['nigeria', 'bank', 'gtb', 'uba', 'zenith', 'access', 'first', 'fidelity', 'opay', 'kuda', 'moniepoint'],
  ...['palmpay', 'sterling', 'wema', 'polaris', 'stanbic', 'fcmb', 'union'],
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  ...['december', 'jan', 'feb', 'mar', 'apr', 'jun', 'jul', 'aug', 'sep', 'sept', 'oct', 'nov', 'dec'],
])

/** The plain words of a narration that another line of the kind may have: folded, in the order of letters, without numbers, dates and names of banks. */
export function wordsOf(narration: string): string[] {
  const words = foldForSearch(narration)
    .split(/[^a-z0-9]+/)
    .filter((word) => /^[a-z]{2,30}$/.test(word) && !passing.has(word))
  return [...new Set(words)].toSorted()
}

/** A member whom a narration may name. */
export type Named = Pick<Payer, 'memberId' | 'name' | 'phone' | 'membershipno' | 'membershipNumber'>

/** What recorded lines were, and how the next ones are known: all words, the direction. */
export type Rule = { words: readonly string[]; cameIn: boolean; memberId: MemberId | null; madeAt: Date }

/**
 * The words by which the next line of this kind is known; none where they would say too little. Of a member's money those that
 * may name who paid it; of anything else without names of members. `named`: the members whom these narrations may name.
 */
export function patternOf(narrations: readonly string[], memberId: MemberId | null, named: readonly Named[]): string[] {
  const [first = [], ...others] = narrations.map(wordsOf)
  const shared = first.filter((word) => others.every((words) => words.includes(word)))
  const names = new Set(named.flatMap(namesOf))
  const isKept = memberId
    ? (word: string) => word.length >= 3 && !bankWords.has(word)
    : (word: string) => !names.has(word)
  const words = shared.filter(isKept).slice(0, ruleWordsMax)
  if (!words.some((word) => !bankWords.has(word))) return []
  // One word that is no name, such as “treasurer”, is on lines of other people too.
  const own = new Set(named.filter((one) => one.memberId === memberId).flatMap(namesOf))
  if (memberId && words.length < 2 && !words.some((word) => own.has(word))) return []
  return memberId && named.some((one) => one.memberId !== memberId && isAll(words, namesOf(one))) ? [] : words
}

/** Of the rules that know this line the one with the most words, of equals the newest. A member's rule knows no line that may name another member. */
export function ruleFor<Known extends Rule>(
  { narration, cameIn }: { narration: string; cameIn: boolean },
  rules: readonly Known[],
  named: readonly Named[],
): Known | undefined {
  const words = wordsOf(narration)
  const clues = cluesOf(narration)
  return rules
    .filter((rule) => rule.cameIn === cameIn && rule.words.length > 0 && isAll(rule.words, words))
    .filter((rule) => rule.memberId === null || !named.some((one) => namesAnother(one, rule, words, clues, named)))
    .toSorted((one, other) => other.words.length - one.words.length || other.madeAt.getTime() - one.madeAt.getTime())[0]
}

function namesAnother(
  one: Named,
  { memberId, words }: Rule,
  said: readonly string[],
  clues: Clues,
  named: readonly Named[],
): boolean {
  if (one.memberId === memberId) return false
  const own = named.filter((each) => each.memberId === memberId).flatMap(namesOf)
  const names = namesOf(one)
  return (
    isAll(words, names) ||
    said.some((word) => names.includes(word) && !words.includes(word) && !own.includes(word)) ||
    (one.phone !== null && (clues.phones as string[]).includes(one.phone)) ||
    clues.membershipNumbers.includes(one.membershipno.toLowerCase()) ||
    clues.namedNumbers.includes(one.membershipNumber)
  )
}

function namesOf({ name }: Pick<Named, 'name'>): string[] {
  return foldForSearch(name)
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 3)
}

function isAll(some: readonly string[], all: readonly string[]): boolean {
  return some.every((word) => all.includes(word))
}
