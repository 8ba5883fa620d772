import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import type { Found } from './statement-row.ts'

/** A line and the number of its row; `amount` is above zero where money came in. */
export type Placed = { row: number; on: Day; narration: string; amount: Kobo; balance: Kobo; reference?: string }
/** A line as it was read; or a row on which nothing moved, whose balance has to be what the lines beside it come to. */
export type Open = Found & { row: number; isStill?: true }
type Step = Placed & { isStill?: true }

/** The first line whose balance does not follow from the one before it. */
export type Misfit = { before: Placed; line: Placed }

/** Which of two lines of one day is above the other in its file. */
export type LineOrder = 'oldest' | 'newest'

/** What says how a file runs where its balances fit both ways: that a person, or what the account held before it. */
export type OrderClues = { said?: LineOrder | undefined; openings?: readonly Kobo[] | undefined }

/** A way to read a file; `orders` are what it begins with read the one and the other way, where nothing says which it is. */
type Ordered = { lines: Placed[]; misfit?: Misfit; orders?: Record<LineOrder, Kobo> }

/**
 * The lines in the order in which the balance follows from them, and what moved by the way to read it that makes it follow: banks
 * write the oldest or the newest first, or the days one way and the lines of a day the other. A balance brought or carried forward is
 * compared where it is. Where nothing follows, the way in which the fewest lines do not fit and the fewest days jump back.
 */
export function inOrder(found: readonly Open[], carried: Kobo | undefined, clues: OrderClues = {}): Ordered {
  const ways = Array.from({ length: found.reduce((most, { moved }) => Math.max(most, moved.length), 0) }, (_, way) =>
    found.map((line) => placed(line, line.moved[way] ?? zeroKobo)),
  )
  // Beside debits that are written plainly one below zero was taken back; where all are below zero it is how they are written.
  const back = new Set(
    found.flatMap(({ row, moved: [one, other] }) => (other !== undefined && one !== other ? row : [])),
  )
  const isMixed = back.size > 0 && found.some(({ moved: [one, other] }) => one === other && (one ?? 0n) < 0n)
  const read = isMixed ? ways.toReversed() : ways
  let best: { lines: Placed[]; misfits: Misfit[]; wrong: number } | undefined
  // What is signed by the balance before it is in its order already.
  for (const ordered of [...read.map(ordersOf), signedByBalance(found, carried)]) {
    const fits: Fit[] = []
    for (const [way, order] of ordered.entries()) {
      const misfits = misfitsOf(order)
      const moving = order.filter(({ isStill }) => !isStill)
      const jumps = daysBack(moving)
      const wrong = misfits.length && misfits.length + jumps
      if (wrong + jumps === 0) fits.push({ lines: moving, order: orders[way] ?? 'oldest' })
      else if (!best || wrong < best.wrong) best = { lines: moving, misfits, wrong }
    }
    if (fits[0]) return decided(fits, found, isMixed ? back : undefined, clues)
  }
  const [misfit] = best?.misfits ?? []
  return { lines: best?.lines ?? [], ...(misfit && { misfit }) }
}

type Fit = { lines: Placed[]; order: LineOrder }

const openingOf = ({ lines: [line] }: Fit): Kobo => kobo((line?.balance ?? 0n) - (line?.amount ?? 0n))

/** Narrations of what takes another line back. */
const reversal = /\b(?:rev|rvsl|rvrsl|reverse|reversed|reversal)\b/i

/** Lines that take each other back fit both ways: what was said, their times, what the account held before, or that the oldest takes nothing `back`. */
function decided(
  fits: readonly Fit[],
  found: readonly Open[],
  back: ReadonlySet<number> | undefined,
  { said, openings = [] }: OrderClues,
): Ordered {
  const times = new Map(found.map(({ row, time }) => [row, time]))
  const clues: ((fit: Fit) => boolean)[] = [
    ({ order }) => order === said,
    ({ lines }) => runsByTime(lines, times),
    (fit) => openings.includes(openingOf(fit)),
    ({ lines: [line] }) => back !== undefined && !back.has(line?.row ?? 0),
    ({ lines: [line, ...later] }) =>
      !reversal.test(line?.narration ?? '') && later.some(({ narration }) => reversal.test(narration)),
  ]
  for (const holds of clues) {
    const [one, ...others] = fits.filter(holds)
    if (one && others.every((other) => openingOf(other) === openingOf(one))) return { lines: one.lines }
  }
  const of = (order: LineOrder) => fits.find((fit) => fit.order === order)
  const [oldest, newest] = [of('oldest'), of('newest')]
  const [{ lines }] = fits as [Fit]
  return oldest && newest && openingOf(oldest) !== openingOf(newest)
    ? { lines, orders: { oldest: openingOf(oldest), newest: openingOf(newest) } }
    : { lines }
}

function runsByTime(lines: readonly Placed[], times: ReadonlyMap<number, number | undefined>): boolean {
  return lines.every((line, index) => {
    const before = lines[index - 1]
    return before?.on !== line.on || (times.get(before.row) ?? Infinity) <= (times.get(line.row) ?? -1)
  })
}

/** Each line with the balance that follows from what the file begins or ends with; the last with what it ends with, so that a movement that is missing shows. */
export function withBalances(found: readonly Open[], opening: Kobo | undefined, closing: Kobo | undefined): Open[] {
  const amounts = found.map(({ moved: [amount = zeroKobo] }) => amount)
  let balance = opening ?? kobo((closing ?? 0n) - amounts.reduce((sum, amount) => sum + amount, 0n))
  return found.map((line, index) => {
    balance = kobo(balance + (amounts[index] ?? 0n))
    return { ...line, balance: index === found.length - 1 ? (closing ?? balance) : balance }
  })
}

const placed = ({ row, on, narration, balance, reference, isStill }: Open, amount: Kobo): Step => ({
  ...{ row, on, narration, amount, balance },
  ...(reference !== undefined && { reference }),
  ...(isStill && { isStill }),
})

function misfitsOf(lines: readonly Step[]): Misfit[] {
  return lines.flatMap((line, index) => {
    const before = lines[index - 1]
    return before !== undefined && before.balance + line.amount !== line.balance ? { before, line } : []
  })
}

/** Where one column has all amounts without a sign, the balance before each says which way it went. */
function signedByBalance(found: readonly Open[], carried: Kobo | undefined): Step[][] {
  if (carried === undefined || found.some(({ moved }) => moved.length > 1 || (moved[0] ?? 0n) < 0n)) return []
  return ordersOf(found).map((order) =>
    order.map((line, index) => {
      const [amount = zeroKobo] = line.moved
      const before = order[index - 1]?.balance ?? carried
      return placed(line, before - amount === line.balance ? kobo(-amount) : amount)
    }),
  )
}

/** How the lines of a day run in each of these. */
const orders: readonly LineOrder[] = ['oldest', 'newest', 'oldest', 'newest']

/** As they are and the other way round, as a whole, by days, and within each day; by days only balances at the ends keep their place. */
function ordersOf<Line extends { on: Day; isStill?: true }>(lines: readonly Line[]): Line[][] {
  const [first, last] = [lines.findIndex(({ isStill }) => !isStill), lines.findLastIndex(({ isStill }) => !isStill)]
  const [above, below] = [lines.slice(0, first), lines.slice(last + 1)]
  // Lines that come as they are keep the balances between them.
  const asTheyAre = lines.slice(first, last + 1)
  const days: Line[][] = []
  for (const line of asTheyAre) {
    if (line.isStill) continue
    const day = days.at(-1)
    if (day?.[0]?.on === line.on) day.push(line)
    else days.push([line])
  }
  const inner = days.map((day) => day.toReversed())
  return [
    [...lines],
    lines.toReversed(),
    [...below.toReversed(), ...(days.length > 1 ? days.toReversed().flat() : asTheyAre), ...above.toReversed()],
    [...above, ...(days.length === 1 || days.some((day) => day.length > 1) ? inner.flat() : asTheyAre), ...below],
  ]
}

const daysBack = (lines: readonly { on: Day }[]) =>
  lines.filter(({ on }, index) => on < (lines[index - 1]?.on ?? on)).length
