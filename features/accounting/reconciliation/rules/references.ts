import { type Day, daysBetween } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'

type Line = { on: Day; amount: Kobo; balance: Kobo; reference?: string | null | undefined }
type Stored = Line & { referenceHeading: string | null; isBalanceAtEnd: boolean }
/** A file as far as its references are compared: how the column is called that has them, and whether its balances were made. */
type File<Given> = { lines: readonly Given[]; heading: string | undefined; isBalanceAtEnd: boolean }

/** Days by which a bank moves the day of a line from one download to the next. */
const daysMovedMax = 7

/** A reference as it is compared; undefined for what banks write where they have none (zeros, NONREF), the number of a row or cheque, and one that Excel has rounded. */
export function tellingReference(text: string | null | undefined): string | undefined {
  const plain = (text ?? '').replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  const isRounded = /^\d(?:\.\d+)?E\+\d+$/i.test(text ?? '')
  return /[1-9]/.test(plain) && !/^\d{1,4}$/.test(plain) && !isRounded ? plain : undefined
}

/**
 * What the references of a file say beside those that are stored. One tells a line where no other line has it, or where all lines of
 * one day that share it (a payment, its charge, what took it back) are on both sides, each with an amount of its own.
 */
export function compareReferences<Given extends Line, There extends Stored>(
  stored: readonly There[],
  { lines, heading, isBalanceAtEnd }: File<Given>,
) {
  const [inFile, there] = [grouped(lines), grouped(stored)]
  const amountsOf = (group: readonly Line[]) => group.map(({ amount }) => `${amount}`).toSorted()
  const isShared = (given: readonly Line[], known: readonly Line[]) => {
    const [amounts, others] = [amountsOf(given), amountsOf(known)]
    return (
      inFile.size > 1 &&
      new Set([...given, ...known].map(({ on }) => on)).size === 1 &&
      new Set(amounts).size === amounts.length &&
      amounts.join() === others.join()
    )
  }
  const told = new Map<Given, There>()
  for (const [reference, given] of inFile) {
    const known = there.get(reference) ?? []
    if ((given.length !== 1 || known.length !== 1) && !isShared(given, known)) continue
    for (const line of given) {
      const same = known.find(({ amount }) => amount === line.amount)
      if (same) told.set(line, same)
    }
  }

  const [first, last] = [lines[0]?.on, lines.at(-1)?.on]
  const isSorted = lines.every(({ on }, place) => place === 0 || (lines[place - 1]?.on ?? on) <= on)
  /** The same line on the day that the file gives it: the file has everything of the other day, or the bank's own balance is the same. */
  const isMoved = (line: Given, { on, balance, isBalanceAtEnd: isMade }: There) =>
    on !== line.on &&
    Math.abs(daysBetween(on, line.on)) <= daysMovedMax &&
    ((!isBalanceAtEnd && !isMade && balance === line.balance) ||
      (isSorted && first !== undefined && last !== undefined && first < on && on < last))
  const moved = new Map([...told].flatMap(([line, same]) => (isMoved(line, same) ? [[same, line.on]] : [])))

  /** By their amounts the references of these; undefined among them for one that this file may give another, or has none. */
  const referencesOf = (candidates: Iterable<There>) => {
    const found = new Map<Kobo, Set<string | undefined>>()
    for (const { amount, reference, referenceHeading } of candidates) {
      const its = referenceHeading === heading ? tellingReference(reference) : undefined
      found.set(amount, (found.get(amount) ?? new Set()).add(its))
    }
    return found
  }
  const isNoneOf = (line: Given, its: Set<string | undefined>) => {
    const own = tellingReference(line.reference)
    return own !== undefined && !its.has(undefined) && !its.has(own)
  }
  return {
    /** What is stored, with the days on which this file has it. */
    stored: stored.map((line) => ({ ...line, on: moved.get(line) ?? line.on })),
    hasAny: [...told].some(([line, same]) => line.on === same.on || moved.has(same)),
    /** How many of these lines are none of the candidates of their amount by their reference. */
    contradicted(lines: readonly Given[], candidates: readonly There[]): number {
      const references = referencesOf(candidates)
      return lines.filter((line) => isNoneOf(line, references.get(line.amount) ?? new Set([undefined]))).length
    },
    /** The known ones of a day, by their index; undefined where the references don't say it of each. */
    knownOf(candidates: readonly There[], given: readonly Given[]): number[] | undefined {
      const keyOf = ({ amount, reference }: Line) => `${amount} ${tellingReference(reference)}`
      const places = new Map(given.flatMap((line, index) => (told.has(line) ? [[keyOf(line), index]] : [])))
      const [known, rest] = [new Set<number>(), new Set(candidates)]
      for (const other of candidates) {
        const index = places.get(keyOf(other))
        if (index === undefined || known.has(index)) continue
        known.add(index)
        rest.delete(other)
      }
      const references = referencesOf(rest)
      const isClear = given.every(
        (line, index) =>
          known.has(index) || isNoneOf(line, references.get(line.amount) ?? new Set()) || !references.has(line.amount),
      )
      return isClear ? [...known] : undefined
    },
  }
}

function grouped<Each extends Line>(lines: readonly Each[]): Map<string, Each[]> {
  const groups = new Map<string, Each[]>()
  for (const line of lines) {
    const reference = tellingReference(line.reference)
    if (reference === undefined) continue
    const group = groups.get(reference)
    if (group) group.push(line)
    else groups.set(reference, [line])
  }
  return groups
}
