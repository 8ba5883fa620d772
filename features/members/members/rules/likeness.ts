import type { Day } from '#core/calendar.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Likeness } from './register.ts'

export type Likened = { firstName: string; lastName: string; phone: string | null; dateOfBirth: Day | null }

/** The parts of a name without tone marks, in small letters: "Olúwa-ṣeun Ade" is oluwa, seun, ade. */
export function nameParts(...names: readonly string[]): string[] {
  return foldForSearch(names.join(' '))
    .split(/[^a-z]+/)
    .filter((part) => part !== '')
}

/** Why a member may be the person that somebody is about to add, or undefined. */
export function likenessOf(
  person: { firstName: string; lastName: string; phone: string | undefined; dateOfBirth: Day | undefined },
  member: Likened,
): Likeness | undefined {
  const dateOfBirth = person.dateOfBirth ?? null
  return likenessOfParts(
    { ...person, dateOfBirth, parts: nameParts(person.firstName, person.lastName) },
    { ...member, parts: nameParts(member.firstName, member.lastName) },
  )
}

type Parted = { parts: readonly string[]; phone: string | null | undefined; dateOfBirth: Day | null }

/** The same of two people whose names were taken apart before. */
export function likenessOfParts(
  { parts: asked, ...person }: Parted,
  { parts: known, ...member }: Parted,
): Likeness | undefined {
  if (person.phone && person.phone === member.phone) return 'phone'
  if (asked.length === 0) return undefined
  if (asked.length > 1 && readAlike(asked, known)) return 'name'
  const shareName = asked.some((part) => part.length > 1 && known.includes(part))
  return person.dateOfBirth !== null && person.dateOfBirth === member.dateOfBirth && shareName ? 'birth' : undefined
}

/** Whether each part of the shorter name has a part of its own in the other, whatever the order; at least two must. */
function readAlike(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const left = [...longer]
  for (const part of shorter) {
    // An equal part is taken before one that is nearly equal, which another part may need.
    const at = left.includes(part) ? left.indexOf(part) : left.findIndex((each) => isMisspelt(part, each))
    if (at === -1) return false
    left.splice(at, 1)
  }
  return shorter.length > 1
}

/** One slip in a name of four letters or more, two from eight on: a letter too many, too few, wrong, or two swapped. */
function isMisspelt(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  return length >= 4 && distance(one, other) <= (length >= 8 ? 2 : 1)
}

/** How many slips lead from one word to the other (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(
        Math.min(
          (next[column - 1] ?? 0) + 1,
          (last[column] ?? 0) + 1,
          (last[column - 1] ?? 0) + cost,
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}
