import { foldForSearch } from '#core/searching.ts'

/** Who works at an employer. */
export type Employee = { staffNumber: string; membershipno: string; name: string }

const title = /^(?:mr|mrs|ms|miss|dr|prof|engr|arc|barr|chief|alh|alhaji|hajia|haj|rev|pastor|deacon|sir|dame)$/

function wordsOf(name: string): string[] {
  const words = new Set(
    foldForSearch(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  )
  return [...words].filter((word) => !title.test(word))
}

/**
 * Finds who a payroll means by a name alone, surname first or not: whose words it has all, where that is one person. Several,
 * and those who share two words with it, are candidates.
 */
export function nameMatcher<Named extends { name: string }>(
  people: readonly Named[],
): (name: string) => { found: Named | undefined; candidates: Named[] } {
  const byWord = new Map<string, { person: Named; words: number }[]>()
  for (const person of people) {
    const words = wordsOf(person.name)
    for (const word of words) {
      const named = byWord.get(word) ?? []
      named.push({ person, words: words.length })
      byWord.set(word, named)
    }
  }
  return (name) => {
    const shared = new Map<Named, { words: number; count: number }>()
    for (const word of wordsOf(name))
      for (const { person, words } of byWord.get(word) ?? [])
        shared.set(person, { words, count: (shared.get(person)?.count ?? 0) + 1 })
    const all = [...shared].filter(([, { count }]) => count > 1)
    const whole = all.filter(([, { words, count }]) => count === words).map(([person]) => person)
    if (whole.length === 1) return { found: whole[0], candidates: [] }
    return { found: undefined, candidates: whole.length > 1 ? whole : all.map(([person]) => person) }
  }
}
