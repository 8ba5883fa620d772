import { signedAmount } from '#core/spreadsheets/amount.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import type { Placed } from './statement-order.ts'
import type { StatementColumns } from './statement-headings.ts'

/** What a file says beside its lines: in its details, in a box, as totals. `amount` is the total of one column with both sides. */
export type FigureKind = 'opening' | 'closing' | 'paidOut' | 'paidIn' | 'amount'

/** A figure that a file says in this row, and what its lines come to. */
export type Difference = { row: number; kind: FigureKind; said: Kobo; read: Kobo }

type Row = { number: number; cells: readonly string[]; as: string | null }

const figuresDiffer = refusal(
  'statement_figures_differ',
  422,
  'Row {row} says {kind} {said}, and the lines of this file come to {read}: lines may be missing. Download the statement again with every line of its days, or choose “Every line is here”.',
)

const names: Record<FigureKind, string> = {
  opening: 'opening balance',
  closing: 'closing balance',
  paidOut: 'total debits',
  paidIn: 'total credits',
  amount: 'total',
}

/** In words what differs. */
export function differenceText({ kind, said, read }: Difference): string {
  return `${names[kind]} ${moneyText(said)}, lines ${moneyText(read)}`
}

export function whyDiffers({ row, kind, said, read }: Difference): Refusal {
  return figuresDiffer({ field: 'differ', row, kind: names[kind], said: moneyText(said), read: moneyText(read) })
}

const balance = String.raw`(?:\s+(?:ledger|book|account))?\s+bal(?:ance)?\b`
const sum = String.raw`\b(?:total|sum of)\s+(?:amount\s+)?`
/** How a file names a figure. */
const labels: readonly [FigureKind, RegExp][] = [
  ['opening', new RegExp(String.raw`\b(?:opening|beginning|starting)${balance}`, 'gi')],
  ['opening', /\bbal(?:ance)?\s+(?:b\/?f|brought\s+(?:forward|down))\b/gi],
  ['closing', new RegExp(String.raw`\b(?:closing|ending)${balance}`, 'gi')],
  ['closing', /\bbal(?:ance)?\s+(?:c\/?f|carried\s+(?:forward|down))\b/gi],
  ['paidOut', new RegExp(`${sum}(?:debit(?:s|ed)?|dr|withdrawals?|money out|paid out|outflows?|payments?)\\b`, 'gi')],
  ['paidIn', new RegExp(`${sum}(?:credit(?:s|ed)?|cr|deposits?|lodge?ments?|money in|paid in|inflows?|receipts?)\\b`, 'gi')],
] // prettier-ignore

/** The figures that a cell names, each with what is written behind its name; none where it does not begin with one. */
function labelled(text: string): { kind: FigureKind; behind: string }[] {
  const found = labels
    .flatMap(([kind, label]) =>
      [...text.matchAll(label)].map((match) => ({ kind, at: match.index, end: match.index + match[0].length })),
    ) // prettier-ignore
    .toSorted((one, other) => one.at - other.at)
  if (found[0] === undefined || /[\p{L}\d]/u.test(text.slice(0, found[0].at))) return []
  return found
    .map(({ kind, end }, place) => ({ kind, behind: text.slice(end, found[place + 1]?.at) }))
    .filter(({ behind }) => !/^[^\p{L}\d]*(?:counts?|nos?|number|items|transactions|volume)\b/iu.test(behind))
}

/** The first amount of a text: with kobo or thousands, or behind a colon. 2026 and 30 are of a day. */
function amountIn(text: string): Kobo | undefined {
  const words = text
    .replaceAll(/[:|=]/g, ' : ')
    .split(/\s+/)
    .filter((word) => word !== '' && (word === ':' || !isFiller(word)))
  for (const [place, word] of words.entries()) {
    const isFigure = words[place - 1] === ':' || /[.,]\d/.test(word)
    const side = /^(?:CR|DR)\.?$/i.test(words[place + 1] ?? '') ? ` ${words[place + 1]}` : ''
    const amount = isFigure ? signedAmount(word + side) : undefined
    if (amount !== undefined) return amount
  }
  return undefined
}

const isFiller = (cell: string) => /^(?:|:|ngn|naira|n|₦|=)$/i.test(cell.trim())

/** The figures with their names: in the same cell, in the next that is filled, or, as in a box, each in the one below. “Opening balance:” with nothing behind it says nothing. */
function namedFigures(rows: readonly Row[]): { index: number; kind: FigureKind; said: Kobo }[] {
  return rows.flatMap(({ as, cells }, index) => {
    if (as === null || as === 'carried' || as === 'hand' || as === 'repeated') return []
    const below = rows[index + 1]
    const under = (column: number) => (below && below.as !== null ? signedAmount(below.cells[column] ?? '') : undefined)
    const names = cells.flatMap((text, column) => (labelled(text).length === 1 ? column : []))
    const isBox =
      cells.every((cell) => signedAmount(cell) === undefined) &&
      names.every((column) => under(column) !== undefined) &&
      (names.length > 1 || !cells[names[0] ?? 0]?.trim().endsWith(':'))
    return cells.flatMap((text, column) => {
      const named = labelled(text)
      return named.flatMap(({ kind, behind }) => {
        const next = cells.slice(column + 1).find((cell) => !isFiller(cell))
        const beside = () => signedAmount(next ?? '') ?? (isBox ? under(column) : undefined)
        const said = amountIn(behind) ?? (named.length === 1 ? beside() : undefined)
        return said === undefined ? [] : [{ index, kind, said }]
      })
    })
  })
}

const noSums = { received: 0n, paid: 0n, paidIn: 0n, paidOut: 0n, countIn: 0n, countOut: 0n, balances: 0n, allBalances: 0n } // prettier-ignore
type Sums = typeof noSums

/** What the lines above each row come to, and those above its end: each way by the sign of the lines, as the columns have it, and how many there are. */
function sumsAbove(rows: readonly Row[], placed: readonly (Placed | undefined)[], columns: StatementColumns): Sums[] {
  const cell = (column: number, index: number) => signedAmount(rows[index]?.cells[column] ?? '') ?? 0n
  let sums = noSums
  const above = [sums]
  for (const [index, line] of placed.entries()) {
    // A sheet sums its column of balances as any other, those that are carried too.
    if (rows[index]?.as !== 'total')
      sums = { ...sums, allBalances: sums.allBalances + cell(columns.balance, index), balances: sums.balances + (line?.balance ?? 0n) } // prettier-ignore
    if (line) {
      const [received, paid] = line.amount > 0n ? [line.amount, 0n] : [0n, -line.amount]
      sums = {
        ...sums,
        received: sums.received + received,
        paid: sums.paid + paid,
        paidIn: sums.paidIn + cell(columns.paidIn, index),
        paidOut: sums.paidOut + cell(columns.paidOut, index),
        countIn: sums.countIn + (received > 0n ? 100n : 0n),
        countOut: sums.countOut + (paid > 0n ? 100n : 0n),
      }
    }
    above.push(sums)
  }
  return above
}

/**
 * What a file says that its lines don't come to. A balance between lines may be that beside it, and a total that of its page or of all
 * above it; a debit that was taken back may be in the total or not.
 */
export function differencesOf(
  rows: readonly Row[],
  lines: readonly Placed[],
  columns: StatementColumns,
  ends: { opening: Kobo; closing: Kobo },
): Difference[] {
  const lineOf = new Map(lines.map((line) => [line.row, line]))
  const placed = rows.map(({ number }) => lineOf.get(number))
  const first = placed.findIndex(Boolean)
  const last = placed.findLastIndex(Boolean)
  const isTotal = rows.map(({ as }) => as === 'total')
  const above = sumsAbove(rows, placed, columns)
  const sumsOf = (from: number, to: number): Record<FigureKind, bigint[]> => {
    const [before, after] = [above[from] ?? noSums, above[to] ?? noSums]
    const of = (key: keyof Sums) => after[key] - before[key]
    const [received, paid] = [of('received'), of('paid')]
    return {
      opening: [ends.opening],
      closing: [ends.closing],
      // “Total credits 12” is how many there are.
      paidIn: [received, of('paidIn'), of('countIn')],
      paidOut: [paid, of('paidOut'), of('countOut')],
      amount: [received - paid, received + paid, received, paid],
    }
  }
  const all = sumsOf(0, rows.length)
  const balancesBeside = (index: number) =>
    index < first || index > last
      ? []
      : [placed.slice(0, index).findLast(Boolean), placed.slice(index).find(Boolean)].flatMap((line) =>
          line ? [line.balance, line.balance - line.amount] : [],
        )
  /** What the balances of the rows above a total, of its page or of all, come to. */
  const summed = (index: number) => {
    const [to, page] = [above[index] ?? noSums, above[isTotal.lastIndexOf(true, index - 1) + 1] ?? noSums]
    return [to.balances, to.allBalances, to.balances - page.balances, to.allBalances - page.allBalances]
  }
  const agrees = ({ index, kind, said }: { index: number; kind: FigureKind; said: Kobo }) => {
    if (kind === 'opening' || kind === 'closing')
      return [...all[kind], ...balancesBeside(index)].some((read) => read === said)
    const size = (amount: bigint) => (amount < 0n ? -amount : amount)
    const page = isTotal.lastIndexOf(true, index - 1) + 1
    return [all, sumsOf(0, index), sumsOf(index > 0 ? page : 0, index)].some((sums) =>
      sums[kind].some((read) => size(read) === size(said)),
    )
  }
  const totals = rows.flatMap(({ as, cells }, index) => {
    if (as !== 'total') return []
    const kinds: [FigureKind, number][] = [
      ['paidOut', columns.paidOut],
      ['paidIn', columns.paidIn],
      ['amount', columns.amount],
      ['closing', columns.balance],
    ]
    return kinds.flatMap(([kind, column]) => {
      const said = signedAmount(cells[column] ?? '')
      const isSum = kind === 'closing' && summed(index).includes(said ?? 0n)
      return said === undefined || isSum ? [] : [{ index, kind, said }]
    })
  })
  const found = [...namedFigures(rows), ...totals].filter((figure) => !agrees(figure))
  const seen = new Set<string>()
  return found
    .map(({ index, kind, said }) => ({ row: rows[index]?.number ?? 0, kind, said, read: kobo(all[kind][0] ?? 0n) }))
    .filter(({ row, kind }) => !seen.has(`${row} ${kind}`) && seen.add(`${row} ${kind}`))
    .toSorted((one, other) => one.row - other.row)
}
