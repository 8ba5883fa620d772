import { personTitles } from '#core/person-titles.ts'
import { foldForSearch } from '#core/searching.ts'

/** Who works at an employer. */
export type Employee = { staffNumber: string; membershipno: string; name: string }

const title = new RegExp(`^(?:${personTitles})$`)

function wordsOf(name: string): string[] {
  const words = new Set(
    foldForSearch(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  )
  return [...words].filter((word) => !title.test(word))
}

/** By what two names are the same: without case, titles, or the order of their words. */
export function nameKey(name: string): string {
  return wordsOf(name).toSorted().join(' ') || name.toLowerCase()
}

/** No note names more of them. */
const candidatesMax = 4

/**
 * Finds who a payroll means by a name alone, surname first or not: whose words it has all (`everyWord`), where that is one person. Several,
 * and those who share two words with it, are candidates. A surname that many share is looked up by no one's other words: each
 * person is found by the rarest of theirs.
 */
export function nameMatcher<Named extends { name: string }>(
  people: readonly Named[],
): (name: string) => { found: Named | undefined; everyWord: Named[]; readonly candidates: Named[] } {
  const all = people.map((person) => ({ person, words: wordsOf(person.name) })).filter(({ words }) => words.length > 1)
  const byWord = new Map<string, typeof all>()
  for (const each of all)
    for (const word of each.words) {
      const named = byWord.get(word)
      if (named) named.push(each)
      else byWord.set(word, [each])
    }
  const countOf = (word: string) => byWord.get(word)?.length ?? 0
  const byRarest = Map.groupBy(all, ({ words }) =>
    words.reduce((rarest, word) => (countOf(word) < countOf(rarest) ? word : rarest)),
  )
  const some = (
    places: readonly (readonly (typeof all)[number][])[],
    wanted: (words: readonly string[]) => boolean,
  ) => {
    const found = new Set<Named>()
    for (const each of places)
      for (const { person, words } of each)
        if (found.size < candidatesMax && wanted(words)) found.add(person)
        else if (found.size === candidatesMax) return [...found]
    return [...found]
  }
  return (name) => {
    const written = new Set(wordsOf(name))
    const whole = some(
      [...written].map((word) => byRarest.get(word) ?? []),
      (words) => words.every((word) => written.has(word)),
    )
    return {
      found: whole.length === 1 ? whole[0] : undefined,
      everyWord: whole,
      get candidates() {
        if (whole.length > 0) return whole.length > 1 ? whole : []
        // Who shares two words is also found without the commonest.
        const rare = [...written].toSorted((one, other) => countOf(one) - countOf(other)).slice(0, -1)
        return some(
          rare.map((word) => byWord.get(word) ?? []),
          (words) => words.filter((word) => written.has(word)).length > 1,
        )
      },
    }
  }
}

type Word = { word: string; sound: string }

/** A name as it is compared, worked out once where many are compared with it. */
export type FoldedName = { lower: string; words: readonly Word[]; long: readonly Word[] }

export function foldName(name: string): FoldedName {
  const words = wordsOf(name).map((word) => ({ word, sound: consonantsOf(word) }))
  return { lower: name.toLowerCase(), words, long: words.filter(({ word }) => word.length > 2) }
}

/** Spelled in two ways: ONYEKACHI cut off, MOHAMMED and MUHAMMAD. */
function isSameWord(one: Word, other: Word): boolean {
  if (one.word.startsWith(other.word) || other.word.startsWith(one.word)) return true
  return one.sound.length > 2 && one.sound === other.sound
}

function consonantsOf(word: string): string {
  return word.replaceAll(/[aeiou]/g, '').replaceAll(/(.)\1+/g, '$1')
}

/** How a name that a payroll wrote is to a member's: it has all of its words, one of them, or none. Initials count where it has nothing longer. */
export function nameAgrees(written: string, name: string): 'whole' | 'partly' | 'not' {
  const [one, own] = [foldName(written), foldName(name)]
  return foldedAgrees(one, own, 'whole') ? 'whole' : foldedAgrees(one, own, 'partly') ? 'partly' : 'not'
}

export function foldedAgrees(written: FoldedName, own: FoldedName, how: 'whole' | 'partly'): boolean {
  if (how === 'whole')
    return (
      written.lower === own.lower || own.words.every(({ word }) => written.words.some((each) => each.word === word))
    )
  const [words, others] = written.long.length > 0 ? [written.long, own.long] : [written.words, own.words]
  return words.some((word) => others.some((each) => isSameWord(word, each)))
}

/** Whether a name beside a number is another’s than the holder’s: it has none of their words, or one of them and all of somebody else’s. */
export function namesOther<Person extends { membershipno: string; name: string }>(
  written: string,
  holder: Person,
  byName: (name: string) => { everyWord: Person[] },
): boolean {
  const agrees = nameAgrees(written, holder.name)
  if (agrees !== 'partly') return agrees === 'not'
  const { everyWord } = byName(written)
  return everyWord.length > 0 && !everyWord.some(({ membershipno }) => membershipno === holder.membershipno)
}
