import { type Day, dayIn, isDay } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'
import type { Doubt } from '#features/payments/online-payments/rules/doubt.ts'
import type { DoubtfulRow, SettledPayment } from './payment-port.ts'

/** Of a row with the number `id` these figures can't be read: undefined where all can. */
export function unreadable(id: string, figures: Readonly<Record<Doubt, unknown>>): DoubtfulRow | undefined {
  if (!/^[\w-]{1,60}$/.test(id)) return { id: id.replaceAll(/[^\w-]/g, '').slice(0, 60) || '?', doubt: 'number' }
  const doubt = (['amount', 'charge', 'date'] as const).find((figure) => figures[figure] === undefined)
  return doubt && { id, doubt }
}

/** The rows that were read, and those that can't be; a row that is undefined is none of ours. */
export function apart<Row extends object>(
  rows: readonly (Row | DoubtfulRow | undefined)[],
): { read: Row[]; doubtful: DoubtfulRow[] } {
  const isDoubtful = (row: Row | DoubtfulRow): row is DoubtfulRow => 'doubt' in row
  const given = rows.filter((row) => row !== undefined)
  return { read: given.filter((row): row is Row => !isDoubtful(row)), doubtful: given.filter(isDoubtful) }
}

/** The day in Lagos of an instant in any of a provider's ways to write one; undefined where it is none, or of no year that can be. */
export function readDay(text: string): Day | undefined {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || Math.abs(at.getUTCFullYear() - 2050) > 150) return undefined
  const day = dayIn(at)
  return isDay(day) ? day : undefined
}

/** A payment in a settlement. A settlement with one that can't be read is not posted. */
export function readPayment(
  reference: string,
  amount: Kobo | undefined,
  fees: Kobo | undefined,
): SettledPayment | DoubtfulRow {
  if (!/^[\w.=-]{1,100}$/.test(reference))
    return { id: reference.replaceAll(/[^\w.=-]/g, '').slice(0, 60), doubt: 'number' }
  if (!amount) return { id: reference, doubt: 'amount' }
  return fees === undefined ? { id: reference, doubt: 'charge' } : { reference, amount, fees }
}
