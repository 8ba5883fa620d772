import { type Kobo, zeroKobo } from '#core/money.ts'
import type { Recording } from './import.ts'

/** A payment whose member has paid for the month already: in any way, and what of it earlier files brought. */
export type PaidInPart = { amount: Kobo; paidBefore: Kobo; paidInFiles: Kobo }

/** With what a payment is compared. */
export function basisOf({ paidBefore, paidInFiles }: PaidInPart, records: Recording | null): Kobo {
  return records === 'files' ? paidInFiles : paidBefore
}

/** What is recorded of a payment: all of it, or what is more than its member has paid. */
export function recordedOf(payment: PaidInPart, records: Recording | null): Kobo {
  if (records === 'all' || records === null) return payment.amount
  const basis = basisOf(payment, records)
  return payment.amount > basis ? ((payment.amount - basis) as Kobo) : zeroKobo
}
