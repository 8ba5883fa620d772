import type { Day } from '#core/calendar.ts'
import { type Likened, likenessOfParts, nameParts } from './likeness.ts'
import type { Likeness } from './register.ts'

/** One of many people among whom doubles are looked for; someone in a file may lack a phone that can be read, or share one. */
export type Listed = Omit<Likened, 'phone'> & { phone: string | null | undefined }

type Entry<Person> = { person: Person; parts: readonly string[] }

/**
 * Many people among whom each newcomer finds those who may be the same person: by phone, by birthday and name, or by name
 * alone where a birthday is not known. Thousands of rows against thousands of members, so one slip of the pen is forgiven
 * only where the birthday agrees: otherwise half of a register would be somebody else of it.
 */
export class Lookalikes<Person extends Listed> {
  readonly #byNames = new Map<string, Entry<Person>[]>()
  readonly #byNamesAlone = new Map<string, Entry<Person>[]>()
  readonly #byBirth = new Map<Day, Entry<Person>[]>()
  readonly #byPhone = new Map<string, Entry<Person>[]>()

  add(person: Person): void {
    const entry = { person, parts: nameParts(person.firstName, person.lastName) }
    for (const pair of pairsOf(entry.parts)) {
      put(this.#byNames, pair, entry)
      if (person.dateOfBirth === null) put(this.#byNamesAlone, pair, entry)
    }
    if (person.dateOfBirth !== null) put(this.#byBirth, person.dateOfBirth, entry)
    if (person.phone) put(this.#byPhone, person.phone, entry)
  }

  /** Up to `max` people who may be this one. */
  of(person: Listed, max: number): { person: Person; why: Likeness }[] {
    const parts = nameParts(person.firstName, person.lastName)
    const found = new Map<Person, Likeness>()
    const judge = (entries: readonly Entry<Person>[] = []) => {
      for (const entry of entries) {
        if (found.size >= max) return
        if (found.has(entry.person)) continue
        const why = likenessOfParts({ ...person, parts }, { ...entry.person, parts: entry.parts })
        if (why) found.set(entry.person, why)
      }
    }
    if (person.phone) judge(this.#byPhone.get(person.phone))
    if (person.dateOfBirth !== null) judge(this.#byBirth.get(person.dateOfBirth))
    // Two birthdays make two people.
    const byNames = person.dateOfBirth === null ? this.#byNames : this.#byNamesAlone
    for (const pair of pairsOf(parts)) judge(byNames.get(pair))
    return [...found].map(([each, why]) => ({ person: each, why }))
  }
}

function put<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** Every two names of a person, whatever their order. */
function pairsOf(parts: readonly string[]): Set<string> {
  const sorted = parts.slice(0, 5).toSorted()
  return new Set(sorted.flatMap((one, index) => sorted.slice(index + 1).map((other) => `${one} ${other}`)))
}
