import { addDays, type Day, dayText, daysBetween } from '#core/calendar.ts'
import type { BankLineId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { knownByReference, tellingReference } from './references.ts'

type Line = { on: Day; narration: string; amount: Kobo; balance: Kobo; reference?: string | null | undefined }

/**
 * A line that is there: where in which statement, which of several that are alike, which days that statement's file had, whether its
 * balances were made from the order of its lines; and whether it is gone: a later file of its day lacks it and a person said that none
 * of that file's lines is this one, or that the bank has taken it back.
 */
export type StoredLine = Line & {
  lineId: BankLineId
  statementId: string
  place: number
  nth: number
  from: Day
  to: Day
  isBalanceAtEnd: boolean
  isGone: boolean
  /** A file of its day was stored that lacks it. */
  isMissing: boolean
}

/** What a person says of the line at a place of a file: whether it is this stored one, or, where none is named, one of its own day and amount. */
export type Answer = { place: number; lineId: BankLineId | null; is: 'known' | 'fresh' }

const lineUnclear = refusal(
  'statement_line_unclear',
  409,
  'Row {row} may be a line that is here already, or another of the same day and amount: this file does not show which. Choose one of the two, or download the statement from a day before {day} to a day after it, and read that.',
)
const lineMoved = refusal(
  'statement_line_moved',
  409,
  'Row {row} of {day} may be a line that is here already: {amount} of {storedOn}, {narration}. This file no longer has it on that day. Choose whether the bank moved it or this is another line.',
)
/** A line of a file that may be one that is here: of its own day, or one of `stored`, which the file has otherwise no longer; of those answered it was said that it is this one or none of these. */
export type Doubt<Given extends Line> = {
  place: number
  line: Given
  stored: readonly StoredLine[]
  answer?: Answer['is']
}

/** What is said of a line that may be known or new. */
export function whyUnclear({
  line: { row, on },
  stored: [there],
}: Pick<Doubt<Line & { row: number }>, 'line' | 'stored'>): Refusal {
  if (!there) return lineUnclear({ field: 'known', row, day: dayText(on) })
  const given = { field: 'known', row, day: dayText(on), amount: moneyText(there.amount), narration: there.narration }
  return lineMoved({ ...given, storedOn: dayText(there.on) })
}

/** A line that is new: its place in the file, and which of several it is that are alike in day, amount and balance. */
export type NewLine<Given extends Line> = Given & { place: number; nth: number }

/**
 * Which lines of a file are there already, by their place, and the others; the lines of which a person has to say it, or has said it;
 * answers that fit nothing that is asked; the stored lines that are elsewhere in this file; those of which a person said that no line of
 * it is this one; all that it has no longer; and those that were gone and are in it.
 */
export type Known<Given extends Line> = {
  known: ReadonlySet<number>
  fresh: NewLine<Given>[]
  doubts: Doubt<Given>[]
  unused: Answer[]
  moved: { there: StoredLine; line: NewLine<Given> }[]
  gone: StoredLine[]
  absent: StoredLine[]
  back: StoredLine[]
}

/**
 * Compares a file with what is stored of its days and of a week around them, in the order in which it was stored. Both are stretches of
 * one history without a gap, so a day is known where one way alone lays them over each other: by amount and balance, or, where balances
 * were made from the order of the lines, by amount and what the stretches begin and end with. A whole day holds everything that is stored of it, but for what
 * the bank has moved to another day since: lines that are on another day under their reference or narration are looked for before
 * those of one amount are taken for each other. A line whose reference is here is known whatever its balance: a line that was valued back
 * moves those after it.
 */
export function knownLines<Given extends Line>(
  stored: readonly StoredLine[],
  lines: readonly Given[],
  isBalanceAtEnd: boolean,
  answers: readonly Answer[] = [],
): Known<Given> {
  const days = lines.map(({ on }) => on).toSorted()
  const [from, to] = [days[0] ?? '', days.at(-1) ?? '']
  const own = stored.filter(({ on }) => on >= from && on <= to)
  const told = knownByReference(own, lines)
  const byDay = Map.groupBy(own, ({ on }) => on)
  const places = Map.groupBy(lines.keys(), (place) => lines[place]?.on)
  const isSorted = lines.every(({ on }, place) => place === 0 || (lines[place - 1]?.on ?? on) <= on)
  const [first, last] = [lines[0]?.on, lines.at(-1)?.on]
  if (isSame(byDay, places, lines)) return allKnown(own, lines, answers)

  const whole = isSorted ? wholeDays(byDay, lines) : new Set<Day>()
  const elsewhere = movedElsewhere(own, lines, told, whole, answers)
  const again = againOf(byDay, places, lines, elsewhere, whole)
  const [leaving, opened] = [new Set(elsewhere.values()), new Set(again.values())]
  const known = new Set<number>()
  const doubts: Doubt<Given>[] = []
  const unused: Answer[] = []
  const ofDay = new Map(answers.flatMap((answer) => (answer.lineId === null ? [[answer.place, answer]] : [])))
  for (const [on, inFile] of places) {
    // A line that is gone makes none known but those that open it again.
    const there = (byDay.get(on as Day) ?? []).filter((line) => !line.isGone || opened.has(line))
    const given = inFile.flatMap((place) => lines[place] ?? [])
    const file: Stretch = {
      lines: given,
      isFirst: isSorted && on !== first,
      isLast: isSorted && on !== last,
      isSorted,
      isOrdered: !isBalanceAtEnd,
    }
    const byLine = given.flatMap((line, index) => (told.has(line) ? [index] : []))
    const isElsewhere = (index: number) => elsewhere.has(inFile[index] ?? -1)
    const staying = there.filter((line) => !leaving.has(line))
    const found = there.length === 0 ? [] : withTold(knownOfDay(there, file), byLine, there, given)
    for (const index of (found && staysOf(found, staying, given, isElsewhere)) ?? byLine) known.add(inFile[index] ?? -1)
    if (found) continue
    const stillOpen = counted(there, ofAmount)
    const take = (line: Line | undefined) =>
      stillOpen.set(`${line?.amount}`, (stillOpen.get(`${line?.amount}`) ?? 0) - 1)
    for (const index of byLine) take(given[index])
    for (const index of openOf(byLine, there, given)) {
      const place = inFile[index] ?? -1
      const line = lines[place]
      if (!line || isElsewhere(index)) continue
      const said = ofDay.get(place)
      // No more of an amount are here than are stored, whatever was said.
      const isTooMany = said?.is === 'known' && (stillOpen.get(ofAmount(line)) ?? 0) <= 0
      if (said && !isTooMany) ofDay.delete(place)
      if (said?.is === 'known' && !isTooMany) take(line)
      doubts.push({ place, line, stored: [], ...(said && !isTooMany && { answer: said.is }) })
    }
  }
  unused.push(...ofDay.values())
  const asked = new Set(doubts.flatMap(({ place, answer }) => (answer === undefined ? place : [])))
  for (const { place, answer } of doubts) if (answer === 'known') known.add(place)
  const others = [...lines.entries()].filter(([place]) => !known.has(place) && !asked.has(place))
  const { missing, back } = missingOf(byDay, places, lines, { known, asked, whole, leaving })
  const said = Map.groupBy(answers, ({ lineId }) => lineId)
  const over = isSorted ? movedOver(stored, lines, others, said) : []
  const found = movedOf(stored, [...new Set([...missing, ...over, ...leaving])], lines, others, answers, elsewhere)
  doubts.push(...found.doubts)
  unused.push(...found.unused)
  const moved = found.known
  for (const place of moved.keys()) known.add(place)
  const placed = placedOf(stored, lines, (place) => !known.has(place) || moved.has(place))
  // Only of days that the file has is it told that a line is not on them any more.
  const isOver = new Set(over)
  const absent = found.absent.filter((there) => !isOver.has(there))
  return {
    known,
    fresh: placed.filter(({ place }) => !moved.has(place - 1)),
    doubts: doubts.toSorted((one, other) => one.place - other.place),
    unused,
    moved: placed.flatMap((line) => {
      const there = moved.get(line.place - 1)
      return there ? [{ there, line }] : []
    }),
    gone: absent.filter(({ lineId }) => said.get(lineId)?.some(({ is }) => is === 'fresh')),
    absent,
    back: [...back, ...[...again].flatMap(([place, there]) => (known.has(place) ? there : []))],
  }
}

/** The same file once more adds nothing, whatever else might be thought of it. */
function allKnown<Given extends Line>(
  own: readonly StoredLine[],
  lines: readonly Given[],
  answers: readonly Answer[],
): Known<Given> {
  const back = own.filter(({ isGone, isMissing }) => isGone || isMissing)
  const nothing = { fresh: [], doubts: [], moved: [], gone: [], absent: [] }
  return { ...nothing, known: new Set(lines.keys()), unused: [...answers], back }
}

/** Whether a file has what is stored of its days, and nothing else. */
function isSame(
  byDay: ReadonlyMap<Day, readonly StoredLine[]>,
  places: ReadonlyMap<Day | undefined, readonly number[]>,
  lines: readonly Line[],
): boolean {
  const isSameDay = (on: Day | undefined, inFile: readonly number[]) => {
    const [there, given] = [(on && byDay.get(on)) ?? [], inFile.flatMap((place) => lines[place] ?? [])]
    return there.length === given.length && isWithin(counted(given, inFull), counted(there, inFull))
  }
  return [...byDay.keys()].every((on) => places.has(on)) && [...places].every(([on, inFile]) => isSameDay(on, inFile))
}

/** The lines that get a place of their own with this file. */
function placedOf<Given extends Line>(
  stored: readonly StoredLine[],
  lines: readonly Given[],
  isPlaced: (place: number) => boolean,
): NewLine<Given>[] {
  const seen = new Map<string, number>()
  for (const line of stored) seen.set(alike(line), Math.max(seen.get(alike(line)) ?? 0, line.nth))
  return lines.flatMap((line, place) => {
    if (!isPlaced(place)) return []
    const nth = (seen.get(alike(line)) ?? 0) + 1
    seen.set(alike(line), nth)
    return [{ ...line, place: place + 1, nth }]
  })
}

/** Of a day that leaves open which lines are known: those whose amount is stored more often than is known for certain. */
function openOf(told: readonly number[], there: readonly Line[], given: readonly Line[]): number[] {
  const amountOf = (index: number) => `${given[index]?.amount}`
  const [stored, known, certain] = [counted(there, ofAmount), counted(told, amountOf), new Set(told)]
  return [...given.keys()].filter(
    (index) => !certain.has(index) && (stored.get(amountOf(index)) ?? 0) > (known.get(amountOf(index)) ?? 0),
  )
}

/** The days that a file has whole: all between its first and its last, and these where it begins or ends with what is stored. */
function wholeDays(byDay: ReadonlyMap<Day, readonly StoredLine[]>, lines: readonly Line[]): ReadonlySet<Day> {
  const [first, last] = [lines[0]?.on ?? '', lines.at(-1)?.on ?? '']
  const days = [...byDay].filter(([on, there]) => {
    const ends = on === first || on === last ? endsOf(piecesOf(there)) : undefined
    return (on !== first || ends?.opening === opening(lines)) && (on !== last || ends?.closing === closing(lines))
  })
  return new Set(days.map(([on]) => on))
}

/**
 * Lines of a file, by their place, that are stored under their reference or narration on another day, and no longer on it; and those of
 * which a person said so. A narration alone takes no line from a day on which the file has one of its amount that would be left over: it
 * may be the same line in other words.
 */
function movedElsewhere<Given extends Line>(
  own: readonly StoredLine[],
  lines: readonly Given[],
  told: ReadonlySet<Line>,
  whole: ReadonlySet<Day>,
  answers: readonly Answer[],
): Map<number, StoredLine> {
  const references = new Set([...told].map(referenced))
  const [inStore, inFile] = [new Set(own.map(inFull)), new Set(lines.map(inFull))]
  const [pairs, taken, certain] = [new Map<number, StoredLine>(), new Set<StoredLine>(), new Set<StoredLine>()]
  const mayLeave = (line: StoredLine) => whole.has(line.on) && !line.isGone && !taken.has(line) && !(line.reference && references.has(referenced(line))) // prettier-ignore
  const pair = (place: number, there: StoredLine, isCertain: boolean) => {
    pairs.set(place, there)
    taken.add(there)
    if (isCertain) certain.add(there)
  }
  const [byId, refused] = [new Map(own.map((line) => [line.lineId, line])), new Set<string>()]
  for (const { place, lineId, is } of answers) {
    const [there, line] = [lineId === null ? undefined : byId.get(lineId), lines[place]]
    if (!there || !line) continue
    if (is === 'fresh') refused.add(`${place} ${there.lineId}`)
    else if (!pairs.has(place) && !told.has(line) && mayLeave(there) && !inFile.has(inFull(there)) && mayBeMoved(there, line)) pair(place, there, true) // prettier-ignore
  }
  for (const [by, days] of identities) {
    const open = [...lines.entries()].filter(([place, line]) => !pairs.has(place) && !told.has(line))
    const there = own.filter((line) => !taken.has(line) && !(line.reference && references.has(referenced(line))))
    const onDay = (line: Line) => `${by(line)} ${line.on}`
    const [given, here] = [counted(open, ([, line]) => onDay(line)), counted(there, onDay)]
    // Of lines of one key on one day that is the moved one whose balance is another.
    const more = beyond(
      first(open, ([, line]) => inStore.has(inFull(line))),
      ([, line]) => onDay(line),
      here,
    )
    const missing = beyond(
      first(there, (line) => inFile.has(inFull(line))),
      onDay,
      given,
    ).filter(mayLeave)
    const may = (one: StoredLine, place: number) => !refused.has(`${place} ${one.lineId}`)
    for (const { place, there: one } of nearest(missing, more, by, days, may)) pair(place, one, by === referenced)
  }

  const left = counted([...lines.entries()].filter(([place]) => !pairs.has(place)), ([, line]) => amountOn(line)) // prettier-ignore
  for (const line of own) if (!line.isGone && !taken.has(line)) left.set(amountOn(line), (left.get(amountOn(line)) ?? 0) - 1) // prettier-ignore
  const weak = Map.groupBy([...pairs].filter(([, there]) => !certain.has(there)), ([, there]) => amountOn(there)) // prettier-ignore
  for (const all of weak.values()) all.sort(([one, there], [other, those]) => daysApart(there, lines[one] ?? there) - daysApart(those, lines[other] ?? those)) // prettier-ignore
  const open = [...weak.keys()]
  for (let day = open.pop(); day !== undefined; day = open.pop())
    while ((left.get(day) ?? 0) > 0) {
      const [place, there] = weak.get(day)?.pop() ?? []
      const line = place === undefined ? undefined : lines[place]
      if (place === undefined || !there || !line) break
      pairs.delete(place)
      left.set(day, (left.get(day) ?? 0) - 1)
      left.set(amountOn(line), (left.get(amountOn(line)) ?? 0) + 1)
      open.push(amountOn(line))
    }
  return pairs
}

/**
 * The lines that are gone and on a day of a file again, by their place in it: under the same reference, or under the same narration where
 * the file has more of it than is there, and what is there of the amount is not the same line in other words.
 */
function againOf(
  byDay: ReadonlyMap<Day, readonly StoredLine[]>,
  places: ReadonlyMap<Day | undefined, readonly number[]>,
  lines: readonly Line[],
  elsewhere: ReadonlyMap<number, StoredLine>,
  whole: ReadonlySet<Day>,
): Map<number, StoredLine> {
  const [again, moved] = [new Map<number, StoredLine>(), new Set(elsewhere.values())]
  for (const [on, all] of byDay) {
    const gone = new Set(all.filter(({ isGone }) => isGone))
    if (gone.size === 0) continue
    const there = all.filter((line) => !gone.has(line) && !moved.has(line))
    const given = (places.get(on) ?? []).flatMap((place): [number, Line][] => lines[place] && !elsewhere.has(place) ? [[place, lines[place]]] : []) // prettier-ignore
    const [alikeHere, left] = [new Set(there.map(alike)), counted(given, ([, line]) => ofAmount(line))]
    for (const line of there) left.set(ofAmount(line), (left.get(ofAmount(line)) ?? 0) - 1)
    for (const [by] of identities) {
      const more = beyond(given.filter(([place, line]) => !again.has(place) && by(line) !== undefined), ([, line]) => `${by(line)}`, counted(there, (line) => `${by(line)}`)) // prettier-ignore
      for (const [place, line] of more) {
        const isFree = by === referenced || (whole.has(on) ? (left.get(ofAmount(line)) ?? 0) > 0 : !alikeHere.has(alike(line))) // prettier-ignore
        const old = isFree ? [...gone].find((one) => by(one) === by(line)) : undefined
        if (!old) continue
        gone.delete(old)
        again.set(place, old)
        left.set(ofAmount(line), (left.get(ofAmount(line)) ?? 0) - 1)
      }
    }
  }
  return again
}

/** Those of which it holds, and then the others. */
function first<Each>(items: readonly Each[], holds: (item: Each) => boolean): Each[] {
  return [...items.filter(holds), ...items.filter((item) => !holds(item))]
}

/** Of items of one key those that are more than there are on the other side. */
function beyond<Each>(items: readonly Each[], by: (item: Each) => string, others: ReadonlyMap<string, number>): Each[] {
  const left = new Map(others)
  return items.filter((item) => {
    const count = left.get(by(item)) ?? 0
    left.set(by(item), count - 1)
    return count <= 0
  })
}

/** The known ones of a day without what is elsewhere: of each amount as many as stay on both sides, in their place others of the same amount. */
function staysOf(
  found: readonly number[],
  staying: readonly Line[],
  given: readonly Line[],
  isElsewhere: (index: number) => boolean,
): readonly number[] {
  const amountOf = (index: number) => `${given[index]?.amount}`
  const stays = [...given.keys()].filter((index) => !isElsewhere(index))
  const [most, here] = [counted(found, amountOf), counted(staying, ofAmount)]
  if (stays.length === given.length && isWithin(most, here)) return found
  const left = stays.flatMap((index) => given[index] ?? [])
  return chosen(staying, left, { isOrdered: false, most }).flatMap((index) => stays[index] ?? [])
}

/** The stored lines of days that the file has whole and that it has no longer on them, and those that were gone and are on them. */
function missingOf(
  byDay: ReadonlyMap<Day, readonly StoredLine[]>,
  places: ReadonlyMap<Day | undefined, readonly number[]>,
  lines: readonly Line[],
  {
    known,
    asked,
    whole,
    leaving,
  }: {
    known: ReadonlySet<number>
    asked: ReadonlySet<number>
    whole: ReadonlySet<Day>
    leaving: ReadonlySet<StoredLine>
  },
): { missing: StoredLine[]; back: StoredLine[] } {
  const [missing, back]: [StoredLine[], StoredLine[]] = [[], []]
  for (const [on, all] of byDay) {
    const inFile = places.get(on) ?? []
    // Which of them are missing is open until it is said which are known.
    if (!whole.has(on) || inFile.some((place) => asked.has(place))) continue
    const staying = all.filter((line) => !leaving.has(line) && !line.isGone)
    const found = inFile.flatMap((place) => (known.has(place) ? (lines[place] ?? []) : []))
    const paired = new Set(chosen(found, staying, { isOrdered: false }).map((index) => staying[index]))
    missing.push(...all.filter((line) => !paired.has(line) && !line.isGone))
    back.push(...staying.filter((line) => paired.has(line) && line.isMissing))
  }
  return { missing, back }
}

const daysApart = (one: Line, other: Line) => Math.abs(daysBetween(one.on, other.on))

/** What is stored around a file and explains why it does not begin with what the day before ended with, or end with what the day after began with: lines that may have been moved into it, the likeliest first, each once it was said of the one before that it is not in the file. */
function movedOver<Given extends Line>(
  stored: readonly StoredLine[],
  lines: readonly Given[],
  others: readonly (readonly [number, Given])[],
  said: ReadonlyMap<BankLineId | null, readonly Answer[]>,
): StoredLine[] {
  const [first, last] = [lines[0]?.on ?? '', lines.at(-1)?.on ?? '']
  const before = stored.filter(({ on }) => on < first).toSorted((one, other) => (one.on > other.on ? -1 : 1))
  const after = stored.filter(({ on }) => on > last).toSorted((one, other) => (one.on < other.on ? -1 : 1))
  const endsOn = (day: Day | undefined) => endsOf(piecesOf(stored.filter(({ on }) => on === day)))
  const [previous, next] = [endsOn(before[0]?.on), endsOn(after[0]?.on)]
  const over = (beside: readonly StoredLine[], gap: bigint) => {
    const found = gap === 0n ? [] : beside.filter(({ amount, isGone }) => amount === gap && !isGone)
    const likeliest = new Set<StoredLine>()
    for (const by of [referenced, narrated, ofAmount]) {
      const keys = new Set(others.map(([, line]) => by(line)))
      for (const there of found) if (by(there) !== undefined && keys.has(by(there))) likeliest.add(there)
    }
    const all = [...likeliest]
    const isDecided = ({ lineId }: StoredLine) => {
      const answers = said.get(lineId) ?? []
      return answers.length > 0 && answers.every(({ is }) => is === 'fresh')
    }
    const open = all.findIndex((there) => !isDecided(there))
    return open === -1 ? all : all.slice(0, open + 1)
  }
  // A file that begins or ends as an earlier one of that day says nothing more than that one did.
  return [
    ...(previous && endsOn(lines[0]?.on)?.opening !== opening(lines) ? over(before, previous.closing - opening(lines)) : []), // prettier-ignore
    ...(next && endsOn(lines.at(-1)?.on)?.closing !== closing(lines) ? over(after, closing(lines) - next.opening) : []),
  ]
}

/** Banks move a line by a few days. */
export const daysMoved = 7

/** A day and those to which a bank may have moved its lines, the nearest first. */
const around = (on: Day) =>
  Array.from({ length: 2 * daysMoved + 1 }, (_, step) => addDays(on, step % 2 === 0 ? -step / 2 : (step + 1) / 2))

/** So many stored lines a line of a file is offered at once. */
const offeredMax = 5

/** Which new line of a file may be which stored one that the file has no longer, the likeliest first: by reference, by narration, then by amount alone; each once, until it is said of all that may be one another. */
function movedOf<Given extends Line>(
  stored: readonly StoredLine[],
  missing: readonly StoredLine[],
  lines: readonly Given[],
  others: readonly (readonly [number, Given])[],
  answers: readonly Answer[],
  elsewhere: ReadonlyMap<number, StoredLine>,
): { known: ReadonlyMap<number, StoredLine>; doubts: Doubt<Given>[]; unused: Answer[]; absent: StoredLine[] } {
  const [byId, isMissing, given] = [
    new Map(stored.map((line) => [line.lineId, line])),
    new Set(missing),
    new Map(others),
  ]
  const [known, refused, unused] = [new Map<number, StoredLine>(), new Map<number, StoredLine[]>(), [] as Answer[]]
  const taken = new Set<StoredLine>()
  for (const answer of answers.filter(({ lineId }) => lineId !== null)) {
    const [{ place, is }, old] = [answer, byId.get(answer.lineId as BankLineId)]
    const line = lines[place]
    if (!old || !line || old.on === line.on || !mayBeMoved(old, line)) unused.push(answer)
    // What was said to be another stays so where the stored line was found on its own day since.
    else if (is === 'fresh') refused.set(place, [...(refused.get(place) ?? []), old])
    else if (!isMissing.has(old) || !given.has(place) || known.has(place) || taken.has(old)) unused.push(answer)
    else {
      known.set(place, old)
      taken.add(old)
    }
  }
  const pairs = new Map<number, StoredLine>()
  const may = (old: StoredLine, place: number) =>
    !known.has(place) && !pairs.has(place) && !refused.get(place)?.includes(old)
  const pair = (place: number, old: StoredLine) => {
    pairs.set(place, old)
    taken.add(old)
  }
  for (const [place, old] of elsewhere) if (!taken.has(old) && may(old, place)) pair(place, old)
  for (const [by, days] of likenesses)
    for (const { there: old, place } of nearest(missing.filter((line) => !taken.has(line)), others, by, days, may)) pair(place, old) // prettier-ignore
  const doubtOf = (place: number, stored: readonly StoredLine[], answer?: Answer['is']): Doubt<Given>[] => {
    const line = lines[place]
    return line ? [{ place, line, stored, ...(answer && { answer }) }] : []
  }
  const settled = new Set(known.values())
  const near = Map.groupBy(missing.filter((line) => !settled.has(line)), (line) => `${line.amount} ${line.on}`) // prettier-ignore
  const daysAround = new Map([...new Set(others.map(([, { on }]) => on))].map((on) => [on, around(on)]))
  const offered = (place: number, old: StoredLine) => {
    const { on, amount } = lines[place] ?? old
    const all = [old]
    for (const day of daysAround.get(on) ?? [])
      for (const line of day === on ? [] : (near.get(`${amount} ${day}`) ?? [])) {
        if (all.length === offeredMax) return all
        if (line !== old && !refused.get(place)?.includes(line)) all.push(line)
      }
    return all
  }
  const isOpen = (place: number) => known.has(place) || pairs.has(place)
  return {
    known,
    doubts: [
      ...[...known].flatMap(([place, old]) => doubtOf(place, [old], 'known')),
      ...[...pairs].flatMap(([place, old]) => doubtOf(place, offered(place, old))),
      ...[...refused].flatMap(([place, all]) => (isOpen(place) ? [] : doubtOf(place, all, 'fresh'))),
    ],
    unused,
    absent: missing.filter((line) => !taken.has(line)),
  }
}

/** Pairs of lines of one key that are no more than so many days apart, the nearest days first. */
function nearest<Given extends Line>(
  missing: readonly StoredLine[],
  others: readonly (readonly [number, Given])[],
  by: (line: Line) => string | undefined,
  days: number,
  may: (there: StoredLine, place: number) => boolean,
): { there: StoredLine; place: number }[] {
  const pairs: { there: StoredLine; place: number }[] = []
  const groups = Map.groupBy(others, ([, line]) => by(line))
  for (const [key, lines] of Map.groupBy(missing, by)) {
    const given = key === undefined ? undefined : groups.get(key)
    if (!given) continue
    const [from, to] = [Map.groupBy(lines, ({ on }) => on), Map.groupBy(given, ([, { on }]) => on)]
    const steps = [...from.keys()].flatMap((one) => [...to.keys()].flatMap((other) => {
      const apart = Math.abs(daysBetween(one, other))
      return apart === 0 || apart > days ? [] : { one, other, apart }
    })) // prettier-ignore
    const taken = new Set<StoredLine | number>()
    for (const { one, other } of steps.toSorted((left, right) => left.apart - right.apart)) {
      const open = (to.get(other) ?? []).flatMap(([place]) => (taken.has(place) ? [] : place))
      for (const there of from.get(one) ?? []) {
        const at = taken.has(there) ? -1 : open.findIndex((place) => may(there, place))
        const place = open[at]
        if (place === undefined) continue
        open.splice(at, 1)
        taken.add(there).add(place)
        pairs.push({ there, place })
      }
    }
  }
  return pairs
}

/** The known ones of a day: of each amount as many as the days tell, first those that references tell. Undefined where the two don't agree, or leave open which are known. */
function withTold(
  found: readonly number[] | undefined,
  told: readonly number[],
  there: readonly Line[],
  given: readonly Line[],
): readonly number[] | undefined {
  if (told.length === 0) return found
  const amountOf = (index: number) => `${given[index]?.amount}`
  const [stored, known, most] = [counted(there, ofAmount), counted(told, amountOf), counted(found ?? [], amountOf)]
  const all = new Set(told)
  for (const index of found ?? []) {
    const [amount, isKnown] = [amountOf(index), all.has(index)]
    if (isKnown || (known.get(amount) ?? 0) >= (most.get(amount) ?? 0)) continue
    all.add(index)
    known.set(amount, (known.get(amount) ?? 0) + 1)
  }
  if (!isWithin(known, stored)) return undefined
  // An amount that is stored once more than it was told may be any line of it.
  return found || openOf([...all], there, given).length === 0 ? [...all] : undefined
}

/** What a file has of one day; whether nothing of the day lies before it, or behind it. */
type Stretch = { lines: Line[]; isFirst: boolean; isLast: boolean; isSorted: boolean; isOrdered: boolean }
/** Stored lines that follow each other for certain. */
type Piece = { lines: StoredLine[]; isFirst: boolean; isLast: boolean }

const alike = ({ on, amount, balance }: Line) => `${on} ${amount} ${balance}`
const inFull = (line: Line) => `${alike(line)} ${line.narration}`
const amountOn = ({ on, amount }: Line) => `${on} ${amount}`
const ofAmount = ({ amount }: Line) => `${amount}`
const narrated = ({ amount, narration }: Line) => `${amount} ${narration}`
const referenced = ({ amount, reference }: Line) => {
  const own = tellingReference(reference)
  return own && `${amount} ${own}`
}
/** What makes two lines of different days one, and how many days they may be apart: a reference comes once, a narration each month. */
const identities = [[referenced, 366], [narrated, 31]] as const // prettier-ignore
/** The same, and what may make them one: that the amount is the same. */
const likenesses = [...identities, [ofAmount, daysMoved]] as const
const mayBeMoved = (old: Line, line: Line) => likenesses.some(([by, days]) => by(old) !== undefined && by(old) === by(line) && daysApart(old, line) <= days) // prettier-ignore
const withReference = (by: (line: Line) => string) => (line: Line) =>
  `${by(line)} ${tellingReference(line.reference) ?? ''}`
const opening = ([line]: readonly Line[]) => (line ? line.balance - line.amount : 0n)
const closing = (lines: readonly Line[]) => lines.at(-1)?.balance ?? 0n

/** The known ones of a day, by their index; undefined where more than one way is possible. */
function knownOfDay(there: StoredLine[], file: Stretch): number[] | undefined {
  const isOrdered = file.isOrdered && there.every((line) => !line.isBalanceAtEnd)
  const by = isOrdered ? alike : ofAmount
  const [inFile, stored] = [counted(file.lines, by), counted(there, by)]
  const each = (holds: (line: StoredLine) => boolean) => there.every(holds)
  const isFirst = file.isFirst && each(({ from, on }) => from < on)
  const isLast = file.isLast && each(({ to, on }) => to > on)
  const isWholeStored = there.some(({ from, on, to }) => from < on && on < to)
  const holdsFile = isWithin(inFile, stored)
  // What is stored of it and not in the file was moved to another day, and with it the balances.
  if (file.isFirst && file.isLast)
    return chosen(there, file.lines, { isOrdered: isOrdered && isWithin(stored, inFile) })
  const isWhole = isWithin(stored, inFile) && (isFirst || isLast)
  if (isWhole || (holdsFile && (isFirst || isLast || isWholeStored))) return chosen(there, file.lines, { isOrdered })

  const pieces = piecesOf(there)
  if (isOrdered) {
    const ways = laidOver(pieces, file)
    if (ways === undefined || ways.length > 1) return undefined
    if (ways[0]) return ways[0]
    const shared = [...inFile.keys()].filter((key) => stored.has(key))
    const areOnce = shared.every((key) => Math.max(inFile.get(key) ?? 0, stored.get(key) ?? 0) === 1)
    const areEqual = shared.every((key) => inFile.get(key) === stored.get(key))
    // Lines that were valued back lie apart from the others of their day.
    const isApart = !file.isSorted || pieces.length > 1
    if (shared.length > 0 && isApart && (areOnce || areEqual)) return chosen(there, file.lines, { isOrdered })
    // With other balances, and whatever its narration, it may be the same line after one that was valued back.
    return byAmounts(pieces, file)
  }
  return byAmounts(pieces, file)
}

function piecesOf(there: readonly StoredLine[]): Piece[] {
  const pieces: Piece[] = []
  const first = there[0]
  for (const line of there) {
    const piece = pieces.at(-1)
    const before = piece?.lines.at(-1)
    const follows =
      before?.statementId === line.statementId &&
      before.place + 1 === line.place &&
      before.balance + line.amount === line.balance
    if (piece && follows) piece.lines.push(line)
    else pieces.push({ lines: [line], isFirst: false, isLast: false })
  }
  // Of a day the file that brought the first of it left nothing out.
  const own = pieces.filter(({ lines: [line] }) => line?.statementId === first?.statementId)
  const [start, end] = [own[0], own.at(-1)]
  if (start && first && first.from < first.on) start.isFirst = true
  if (end && first && first.to > first.on) end.isLast = true
  return pieces
}

/** So many ways are tried. */
const stepsMax = 5000

/** The ways in which all pieces and the file are one stretch, each as what of the file is known; those that leave the same lines new are one. Undefined where there are too many to try. */
function laidOver(pieces: readonly Piece[], { lines: file, isFirst, isLast }: Stretch): number[][] | undefined {
  const found = new Map<string, { known: number[]; told: number }>()
  const keys = file.map(alike)
  const ofPiece = new Map(pieces.map((piece) => [piece, piece.lines.map(alike)]))
  const places = Map.groupBy(keys.keys(), (place) => keys[place])
  let steps = 0
  type Walk = { used: readonly Piece[]; end: bigint | undefined; known: readonly number[]; same: number }

  const fits = (piece: Piece, from: number, at: number) => {
    const own = ofPiece.get(piece) ?? []
    const length = Math.min(own.length - from, file.length - at)
    for (let step = 0; step < length; step += 1) if (own[from + step] !== keys[at + step]) return 0
    return length
  }
  const over = ({ used, known, same }: Walk, piece: Piece, from: number, at: number, length: number): Walk => {
    const covered = Array.from({ length }, (_, step) => at + step)
    const told = (['narration', 'reference'] as const).flatMap((key) =>
      covered.filter((place, step) => (file[place]?.[key] ?? '') === (piece.lines[from + step]?.[key] ?? '')),
    )
    const end = piece.lines.length - from > length ? closing(piece.lines) : undefined
    return { used: [...used, piece], end, known: [...known, ...covered], same: same + told.length }
  }
  const unused = ({ used }: Walk) => pieces.filter((piece) => !used.includes(piece))
  const isOver = () => {
    steps += 1
    return steps > stepsMax || found.size > 1
  }
  const behind = (walk: Walk): void => {
    if (isOver()) return
    if (walk.used.length === pieces.length) {
      const isNew = new Set(walk.known)
      const left = keys.filter((_, place) => !isNew.has(place))
      const key = left.toSorted().join()
      if ((found.get(key)?.told ?? -1) < walk.same) found.set(key, { known: [...walk.known], told: walk.same })
      return
    }
    if (isLast || walk.used.at(-1)?.isLast) return
    for (const piece of unused(walk))
      if (!piece.isFirst && opening(piece.lines) === (walk.end ?? closing(file)))
        behind({ ...walk, used: [...walk.used, piece], end: closing(piece.lines) })
  }
  const within = (walk: Walk, from: number): void => {
    if (isOver()) return
    behind(walk)
    for (const piece of unused(walk))
      for (const at of places.get(ofPiece.get(piece)?.[0]) ?? []) {
        if (at < from || (piece.isFirst && (at > 0 || walk.used.length > 0))) continue
        const length = fits(piece, 0, at)
        const isBeyond = piece.lines.length > length
        if (length === 0 || (isBeyond && isLast) || (piece.isLast && at + length < file.length)) continue
        const next = over(walk, piece, 0, at, length)
        if (isBeyond || at + length === file.length) behind(next)
        else within(next, at + length)
      }
  }
  const before = (walk: Walk): void => {
    if (isOver()) return
    if (walk.end === undefined || walk.end === opening(file)) within({ ...walk, end: undefined }, 0)
    if (isFirst) return
    for (const piece of unused(walk)) {
      const isNext = walk.end === undefined || walk.end === opening(piece.lines)
      if (!isNext || (piece.isFirst && walk.used.length > 0)) continue
      if (!piece.isLast) before({ ...walk, used: [...walk.used, piece], end: closing(piece.lines) })
      for (let from = 1; from < piece.lines.length; from += 1) {
        const length = fits(piece, from, 0)
        if (length === 0) continue
        const isBeyond = piece.lines.length - from > length
        if ((isBeyond && isLast) || (piece.isLast && length < file.length)) continue
        const next = over(walk, piece, from, 0, length)
        if (isBeyond || length === file.length) behind(next)
        else within(next, length)
      }
    }
  }
  before({ used: [], end: undefined, known: [], same: 0 })
  return steps > stepsMax ? undefined : [...found.values()].map(({ known }) => known)
}

/** The known ones where the order of a day's lines says nothing: those amounts which what both stretches begin and end with leaves. */
function byAmounts(pieces: readonly Piece[], file: Stretch): number[] | undefined {
  const there = pieces.flatMap(({ lines }) => lines)
  const [inFile, stored] = [counted(file.lines, ofAmount), counted(there, ofAmount)]
  const both = new Map(
    [...inFile].flatMap(([key, count]) => (stored.has(key) ? [[key, Math.min(count, stored.get(key) ?? 0)]] : [])),
  )
  if (both.size === 0) return []
  const ends = endsOf(pieces)
  if (!ends) return undefined
  const [from, to] = [opening(file.lines), closing(file.lines)]
  const sums = [
    ...(file.isFirst || pieces.some(({ isLast }) => isLast) ? [] : [ends.closing - from]),
    ...(file.isLast || pieces.some(({ isFirst }) => isFirst) ? [] : [to - ends.opening]),
  ]
  const all = valueOf(both)
  const isAll =
    (isWithin(stored, inFile) && leaves(ends.opening - from, without(inFile, both))) ||
    (isWithin(inFile, stored) && leaves(from - ends.opening, without(stored, both)))
  const parts = partsOf(both)
  // Too many to try them all: what is in both is one and the same where nothing of it was taken back.
  const ways = parts?.filter((part) => sums.includes(valueOf(part))) ?? (sums.includes(all) ? [both] : [])
  const isBack = parts === undefined && [...both.keys()].some((key) => both.has(`${-BigInt(key)}`))
  if (isAll && !ways.some((part) => isWithin(both, part))) ways.push(both)
  const [one, other] = ways
  if (!one || other || isBack) return undefined
  const value = valueOf(one)
  // What is new before the other stretch is above what is known, and what is new behind it below. Where it may be either, the balance of what is new would be a guess.
  const of = (isFromEnd: boolean) => chosen(there, file.lines, { isOrdered: false, most: one, isFromEnd })
  const [isBefore, isBehind] = [value === to - ends.opening, value === ends.closing - from]
  if (!isBefore || !isBehind) return of(isBefore)
  const left = (known: readonly number[]) => {
    const taken = new Set(known)
    return file.lines.flatMap((line, index) => (taken.has(index) ? [] : alike(line))).toSorted()
  }
  return left(of(true)).join() === left(of(false)).join() ? of(false) : undefined
}

/**
 * What all pieces together begin and end with; undefined where they are no single stretch, or come back to where they began, or where
 * balances were made from lines of which some were left out.
 */
function endsOf(pieces: readonly Piece[]): { opening: bigint; closing: bigint } | undefined {
  const [first, ...others] = pieces.map(({ lines }) => ({ opening: opening(lines), closing: closing(lines) }))
  if (!first || others.length === 0) return first
  const [statement] = pieces.flatMap(({ lines: [line] }) => line?.statementId ?? [])
  if (pieces.some(({ lines: [line] }) => line?.isBalanceAtEnd && line.statementId !== statement)) return undefined
  const all = [first, ...others]
  const left = (ends: bigint[], from: bigint[]) => {
    const rest = [...from]
    return ends.filter((end) => {
      const at = rest.indexOf(end)
      if (at !== -1) rest.splice(at, 1)
      return at === -1
    })
  }
  const [openings, closings] = [all.map((ends) => ends.opening), all.map((ends) => ends.closing)]
  const [[start, ...starts], [end, ...more]] = [left(openings, closings), left(closings, openings)]
  if (start === undefined || end === undefined || starts.length + more.length > 0) return undefined
  return { opening: start, closing: end }
}

/** Whether a stretch of these amounts may begin so far from the other. */
function leaves(gap: bigint, amounts: Map<string, number>): boolean {
  return gap === 0n || gap === valueOf(amounts) || (partsOf(amounts)?.some((part) => valueOf(part) === gap) ?? true)
}

const partsMax = 4096

/** Every part of so many amounts, the empty one too; undefined where they are too many. */
function partsOf(amounts: Map<string, number>): Map<string, number>[] | undefined {
  let parts: [string, number][][] = [[]]
  for (const [key, count] of amounts) {
    if (parts.length * (count + 1) > partsMax) return undefined
    parts = parts.flatMap((part) =>
      Array.from({ length: count + 1 }, (_, times) =>
        times === 0 ? part : [...part, [key, times] as [string, number]],
      ),
    )
  }
  return parts.map((part) => new Map(part))
}

function valueOf(amounts: ReadonlyMap<string, number>): bigint {
  return [...amounts].reduce((sum, [key, count]) => sum + BigInt(key) * BigInt(count), 0n)
}

function counted<Each>(items: readonly Each[], by: (item: Each) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(by(item), (counts.get(by(item)) ?? 0) + 1)
  return counts
}

function isWithin(some: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): boolean {
  return [...some].every(([key, count]) => count <= (all.get(key) ?? 0))
}

function without(all: ReadonlyMap<string, number>, some: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...all].map(([key, count]) => [key, count - (some.get(key) ?? 0)]))
}

/**
 * Which lines of the file these are, of each amount no more than so many: of equal amounts those that are alike in more. Where each line
 * has the bank's own balance, one with another balance is another line.
 */
function chosen(
  there: readonly Line[],
  file: readonly Line[],
  { isOrdered, most, isFromEnd }: { isOrdered: boolean; most?: ReadonlyMap<string, number>; isFromEnd?: boolean },
): number[] {
  const [taken, counts] = [new Set<number>(), new Map(most)]
  let left = there
  const [inFullToo, narratedToo] = [withReference(inFull), withReference(narrated)]
  const ways = isOrdered
    ? [inFullToo, inFull, alike]
    : [inFullToo, narratedToo, inFull, narrated, referenced, alike, ofAmount]
  for (const by of ways) {
    const open = [...file.keys()].filter((place) => !taken.has(place))
    const places = Map.groupBy(isFromEnd ? open : open.toReversed(), (place) => by(file[place] as Line))
    left = left.filter((line) => {
      const [count, key] = [most ? (counts.get(ofAmount(line)) ?? 0) : 1, by(line)]
      const place = count > 0 && key !== undefined ? places.get(key)?.pop() : undefined
      if (place === undefined) return true
      taken.add(place)
      counts.set(ofAmount(line), count - 1)
      return false
    })
  }
  return [...taken]
}
