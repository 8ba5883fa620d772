import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { isNoAmount, signedAmount } from './amount.ts'
import { cellText } from './cell.ts'
import { foldWords } from './heading.ts'

/** A column of amounts that is not recorded; `isPart` where a column that is recorded has it in its sums. */
export type UnreadColumn = { heading: string; total: Kobo; rows: number; isPart: boolean }

/** What has figures and is no money, or none that a society would record. */
const otherFigures =
  /^(?:|s n|sn|sno|row|#)$|\b(?:zone|ward|branch|teller|receipts?|no|nos|num|number|numbers|id|code|phone|phones|gsm|tel|telephone|mobile|whatsapp|bvn|nin|nuban|date|dob|birth|joined|since|age|grade|step|gl|rate|percent|serial|qty|quantity|units?|count|salary|allowances?|pension|paye|tax|nhf|nhis)\b/
/** Money that was there before, is expected or is left: a total may have it in its sums, and it is not recorded. */
const notPaid = /\b(?:balances?|bal|b f|c f|brought|carried|opening|closing|expected|outstanding|arrears)\b/
/** What is no money where nothing else in the heading is. */
const maybeOther = /\b(?:members?|day|month|year|years|level|pay|gross|basic)\b/
const recordedMoney =
  /\b(?:savings?|shares?|thrift|dues|fund|loans?|lev(?:y|ies)|contributions?|deposits?|purchases?|repayments?|interest)\b/
/** Phones, account numbers and the like are never written as money. */
const isLongNumber = (text: string) => /^\+?\d{10,}$/.test(text.replaceAll(/[\s-]/g, ''))
/** More columns than that are no parts of one sum. */
const partsMax = 12

/** What a cell adds to a sum: nothing where it is no amount. */
export const amountOf = (stored: string | undefined) => signedAmount(cellText(stored ?? '')) ?? zeroKobo

/** The places of columns of money that are none of these. */
function moneyColumns(
  columns: readonly string[],
  mapping: readonly (string | null)[],
  rows: readonly (readonly string[])[],
): number[] {
  return columns.flatMap((heading, place) => {
    const words = foldWords(heading)
    if (mapping[place] !== null || otherFigures.test(words)) return []
    if (maybeOther.test(words) && !recordedMoney.test(words)) return []
    let [filled, amounts] = [0, 0]
    for (const [index, cells] of rows.entries()) {
      const text = cellText(cells[place] ?? '')
      if (isNoAmount(text)) continue
      filled += 1
      // What counts on from the row above numbers the rows.
      if (
        text !== String(index + 1) &&
        text !== String(Number(cellText(rows[index - 1]?.[place] ?? '')) + 1) &&
        !isLongNumber(text) &&
        signedAmount(text) !== undefined
      )
        amounts += 1
    }
    return amounts * 2 > filled ? [place] : []
  })
}

/** A column of sums, and the columns beside it that they are the sums of. */
export type Sums = { sum: number; parts: number[] }

/**
 * The column of sums of a table: the one that is recorded as `amount`, else one that is headed as a total. Its parts are right before or
 * behind it, and come to it in most rows; of columns that are read only those that `isPart` may be. Undefined where there is none.
 */
export function sumsBeside(
  amount: number,
  columns: readonly string[],
  mapping: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  isPart: (field: string) => boolean = () => false,
): Sums | undefined {
  const money = moneyColumns(columns, mapping, rows)
  const read = mapping.flatMap((field, place) => (field !== null && isPart(field) ? [place] : []))
  const totals = money.filter((place) => /\b(?:totals?|sum)\b/.test(foldWords(columns[place] ?? '')))
  for (const sum of [amount, ...totals]) {
    const parts = partsOf(sum, new Set([...money, ...read, amount]), rows)
    if (parts) return { sum, parts }
  }
  return undefined
}

function partsOf(sum: number, money: ReadonlySet<number>, rows: readonly (readonly string[])[]): number[] | undefined {
  const run = (step: 1 | -1) => {
    const places: number[] = []
    for (let place = sum + step; money.has(place) && places.length < partsMax; place += step) places.push(place)
    return places
  }
  for (const all of [run(-1), run(1)])
    for (let count = all.length; count > 1; count -= 1) {
      const places = all.slice(0, count)
      if (isSumOf(sum, places, rows)) return places.toSorted((a, b) => a - b)
    }
  return undefined
}

function isSumOf(sum: number, places: readonly number[], rows: readonly (readonly string[])[]): boolean {
  let [compared, equal] = [0, 0]
  for (const cells of rows) {
    const amount = amountOf(cells[sum])
    const parts = sumOfParts(cells, places)
    if (amount <= 0n || parts === 0n) continue
    compared += 1
    if (amount === parts) equal += 1
  }
  return equal * 2 > compared
}

/** What the parts of a row come to; a cell that is no amount adds nothing. */
export function sumOfParts(cells: readonly string[], places: readonly number[]): Kobo {
  return sumKobo(places.map((place) => amountOf(cells[place])))
}

/** The columns of money that no field is, each with what its rows come to; parts of the amount say so, and a total of the others is named by these. */
export function unreadColumns(
  columns: readonly string[],
  mapping: readonly (string | null)[],
  rows: readonly (readonly string[])[],
  sums?: Sums,
): UnreadColumn[] {
  return moneyColumns(columns, mapping, rows).flatMap((place) => {
    const amounts = rows.map((cells) => amountOf(cells[place])).filter((amount) => amount !== 0n)
    if (amounts.length === 0 || place === sums?.sum) return []
    const isPart = sums !== undefined && mapping[sums.sum] !== null && sums.parts.includes(place)
    if (!isPart && notPaid.test(foldWords(columns[place] ?? ''))) return []
    return [{ heading: columns[place] ?? '', total: sumKobo(amounts), rows: amounts.length, isPart }]
  })
}
