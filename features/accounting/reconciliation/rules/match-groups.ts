import { addDays, type Day } from '#core/calendar.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { matchDays, type Side } from './match.ts'

/** The most lines, or entries, that are proposed as one. */
export const groupMax = 6
/** The most that one sum is looked for among, and the steps of looking; where there is more, no one can say that a sum is the only one. */
const candidatesMax = 200
const stepsMax = 20_000
/** The steps for a whole account. */
const allStepsMax = 600_000

export type Group<Line, Entry> = { lines: Line[]; entries: Entry[] }

/**
 * What is open on one side and comes exactly to one of the other within a few days, such as a lodgement of several deposits: only
 * where there is one way to come to it, and no two of these share a line or an entry. Of steps there are no more than
 * `allStepsMax`, however much is open.
 */
export function proposeGroups<Line, Entry>(
  lines: readonly Side<Line>[],
  entries: readonly Side<Entry>[],
): Group<Line, Entry>[] {
  const steps = { left: allStepsMax }
  const [linesOn, entriesOn] = [Map.groupBy(lines, ({ on }) => on), Map.groupBy(entries, ({ on }) => on)]
  const found: Group<Line, Entry>[] = [
    ...lines.flatMap((line) => onlySum(line, entriesOn, steps).map((some) => ({ lines: [line.id], entries: some }))),
    ...entries.flatMap((entry) => onlySum(entry, linesOn, steps).map((some) => ({ lines: some, entries: [entry.id] }))),
  ]
  const uses = <Id>(sideOf: (group: Group<Line, Entry>) => Id[]) =>
    found.flatMap(sideOf).reduce((counts, id) => counts.set(id, (counts.get(id) ?? 0) + 1), new Map<Id, number>())
  const [lineUses, entryUses] = [uses((group) => group.lines), uses((group) => group.entries)]
  return found.filter(
    (group) =>
      group.lines.every((id) => lineUses.get(id) === 1) && group.entries.every((id) => entryUses.get(id) === 1),
  )
}

/** The only two to six of these that come to `one`, in a list; an empty one where there are none or several such. */
function onlySum<Id>(
  { on, amount }: Pick<Side<unknown>, 'on' | 'amount'>,
  others: ReadonlyMap<Day, readonly Side<Id>[]>,
  steps: { left: number },
): Id[][] {
  if (steps.left <= 0) return []
  const cameIn = amount > 0n
  const size = (sum: Kobo) => (cameIn ? sum : kobo(-sum))
  const near: Side<Id>[] = []
  for (let days = -matchDays; days <= matchDays; days += 1)
    for (const each of others.get(addDays(on, days)) ?? []) {
      if (each.amount > 0n === cameIn && size(each.amount) < size(amount)) near.push(each)
      if (near.length > candidatesMax) return []
    }
  if (near.length < 2) return []
  near.sort((one, other) => Number(size(other.amount) - size(one.amount)))
  // What all from a place on come to.
  const rest = near.reduceRight<bigint[]>((sums, each) => [size(each.amount) + (sums[0] ?? 0n), ...sums], [0n])
  const allowed = Math.min(stepsMax, steps.left)
  let taken = 0
  const sums: Id[][] = []
  const look = (from: number, left: bigint, chosen: readonly Id[]): void => {
    for (let place = from; place < near.length && sums.length < 2 && taken <= allowed; place += 1) {
      taken += 1
      if ((rest[place] ?? 0n) < left) return
      const each = near[place]
      if (!each || size(each.amount) > left) continue
      const next = left - size(each.amount)
      if (next === 0n) sums.push([...chosen, each.id])
      else if (chosen.length + 1 < groupMax) look(place + 1, next, [...chosen, each.id])
    }
  }
  look(0, size(amount), [])
  steps.left -= taken
  return sums.length === 1 && taken <= allowed ? sums : []
}
