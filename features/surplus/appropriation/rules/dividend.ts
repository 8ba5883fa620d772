import { addDays, addMonthsToDay, type Day, daysBetween } from '#core/calendar.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { type Kobo, kobo, subtract, sumKobo, zeroKobo } from '#core/money.ts'
import { rounded } from '#core/rounding.ts'
import { shareTotal } from '#core/share-total.ts'
import type { DividendMethod } from './words.ts'

/** One account in a year: what was on it before the first day, and what each day that changed it added or took. */
export type Movements = { opening: bigint; changes: readonly { on: Day; change: bigint }[] }

/**
 * The days whose closing balances count. A month's deposit is counted from its own month, or from the next one, where the
 * balances with which the months begin are those with which the days before them end.
 */
export function countedDays(method: DividendMethod, { from, to }: FiscalYear): Day[] {
  switch (method) {
    case 'closing':
      return [to]
    case 'daily':
      return Array.from({ length: daysBetween(from, to) + 1 }, (_, day) => addDays(from, day))
    case 'month_counted':
    case 'month_excluded': {
      const first = method === 'month_counted' ? 1 : 0
      return Array.from({ length: 12 }, (_, month) => addDays(addMonthsToDay(from, month + first), -1))
    }
  }
}

/**
 * What counts of an account at each counted day: its balance, without what came after the day by which it must have been
 * there; a withdrawal takes from that first. A balance below zero after a reversal counts for nothing.
 */
export function countedBalances(
  { opening, changes }: Movements,
  /** Months before the year's end by which an amount must have been there; 0 where none is asked for. */
  { heldMonths }: { heldMonths: number },
  { days, to }: { days: readonly Day[]; to: Day },
): bigint[] {
  const heldFrom = heldMonths === 0 ? undefined : addMonthsToDay(to, -heldMonths)
  let balance = opening
  let held = opening
  let next = 0
  return days.map((day) => {
    for (let change = changes[next]; change && change.on <= day; change = changes[next]) {
      balance += change.change
      if (heldFrom === undefined || change.on <= heldFrom || balance < held) held = balance
      next += 1
    }
    return held > 0n ? held : 0n
  })
}

/** Balances at the counted days, added up: what dividends are shared by. */
export function basisOf(balances: readonly bigint[]): bigint {
  return balances.reduce((sum, balance) => sum + balance, 0n)
}

/** What a yearly rate makes of a basis: kobo nearest to it, a half up. */
export function atRate(basis: bigint, days: number, rateBasisPoints: number): Kobo {
  return rounded({ top: basis * BigInt(rateBasisPoints), bottom: BigInt(days) * 10_000n }, 'half_up')
}

/** A pool shared by basis, to the kobo: what is left by rounding down goes to the largest fractions, the earlier of equal ones first. */
export function shareDividend(
  pool: Kobo,
  bases: readonly bigint[],
  taxBasisPoints: number,
): { gross: Kobo; tax: Kobo; net: Kobo }[] {
  if (!bases.some((basis) => basis > 0n)) return bases.map(() => ({ gross: zeroKobo, tax: zeroKobo, net: zeroKobo }))
  return shareTotal(pool, bases).map((gross) => taxed(gross, taxBasisPoints))
}

/** One part with what is withheld of it. */
export function taxed(gross: Kobo, taxBasisPoints: number): { gross: Kobo; tax: Kobo; net: Kobo } {
  const tax = taxOn(gross, taxBasisPoints)
  return { gross, tax, net: subtract(gross, tax) }
}

/** Withholding tax: kobo nearest to its part, a half up. */
export function taxOn(gross: Kobo, taxBasisPoints: number): Kobo {
  return rounded({ top: gross * BigInt(taxBasisPoints), bottom: 10_000n }, 'half_up')
}

export function totalsOf(lines: readonly { gross: Kobo; tax: Kobo; net: Kobo }[]) {
  const sum = (part: 'gross' | 'tax' | 'net') => sumKobo(lines.map((line) => line[part]))
  return { gross: sum('gross'), tax: sum('tax'), net: sum('net') }
}

/** `2026-01-31:50000,2026-02-28:-1000`, as a statement adds up what each day changed. */
export function changesFromText(text: string | null): Movements['changes'] {
  if (!text) return []
  return text.split(',').map((part) => ({ on: part.slice(0, 10) as Day, change: kobo(part.slice(11)) }))
}

/** On average over the counted days, rounded down to kobo; interest, purchases and amounts by name are no balances of days. */
export function averageOf(basis: bigint, { method }: { method: DividendMethod | null }, year: FiscalYear): Kobo {
  return kobo(method === null ? basis : basis / BigInt(countedDays(method, year).length))
}
