import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import type { Found } from './statement-row.ts'

/** A line and the number of its row; `amount` is above zero where money came in. */
export type Placed = { row: number; on: Day; narration: string; amount: Kobo; balance: Kobo }
/** A line as it was read; or a row on which nothing moved, whose balance has to be what the lines beside it come to. */
export type Open = Found & { row: number; isStill?: true }
type Step = Placed & { isStill?: true }

/** The first line whose balance does not follow from the one before it. */
export type Misfit = { before: Placed; line: Placed }

/**
 * The lines in the order in which the balance follows from them, and what moved by the way to read it that makes it follow: banks
 * write the oldest or the newest first, or the days one way and the lines of a day the other. A balance brought or carried forward is
 * compared where it is. Where nothing follows, the way in which the fewest lines do not fit.
 */
export function inOrder(found: readonly Open[], carried: Kobo | undefined): { lines: Placed[]; misfit?: Misfit } {
  const ways = Array.from({ length: found.reduce((most, { moved }) => Math.max(most, moved.length), 0) }, (_, way) =>
    found.map((line) => placed(line, line.moved[way] ?? zeroKobo)),
  )
  // Beside debits that are written plainly one below zero was taken back; where all are below zero it is how they are written.
  const differs = found.some(({ moved: [one, other] }) => other !== undefined && one !== other)
  const isMixed = differs && found.some(({ moved: [one, other] }) => one === other && (one ?? 0n) < 0n)
  const read = isMixed ? ways.toReversed() : ways
  let best: { lines: Placed[]; misfits: Misfit[] } | undefined
  for (const lines of [...read, ...signedByBalance(found, carried)])
    for (const order of ordersOf(lines)) {
      const misfits = misfitsOf(order)
      const moving = order.filter(({ isStill }) => !isStill)
      if (misfits.length === 0 && isByDay(moving)) return { lines: moving }
      if (!best || misfits.length < best.misfits.length) best = { lines: moving, misfits }
    }
  const [misfit] = best?.misfits ?? []
  return { lines: best?.lines ?? [], ...(misfit && { misfit }) }
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

const placed = ({ row, on, narration, balance, isStill }: Open, amount: Kobo): Step => ({
  ...{ row, on, narration, amount, balance },
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

/** As they are and the other way round, as a whole, by days, and within each day; by days only balances at the ends keep their place. */
function ordersOf<Line extends { on: Day; isStill?: true }>(lines: readonly Line[]): Line[][] {
  const [first, last] = [lines.findIndex(({ isStill }) => !isStill), lines.findLastIndex(({ isStill }) => !isStill)]
  const [above, below] = [lines.slice(0, first), lines.slice(last + 1)]
  const days: Line[][] = []
  for (const line of lines.slice(first, last + 1)) {
    if (line.isStill) continue
    const day = days.at(-1)
    if (day?.[0]?.on === line.on) day.push(line)
    else days.push([line])
  }
  const inner = days.map((day) => day.toReversed())
  return [
    [...lines],
    lines.toReversed(),
    [...below.toReversed(), ...days.toReversed().flat(), ...above.toReversed()],
    [...above, ...inner.flat(), ...below],
  ]
}

const isByDay = (lines: readonly { on: Day }[]) =>
  lines.every(({ on }, index) => index === 0 || (lines[index - 1]?.on ?? on) <= on)
