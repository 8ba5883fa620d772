import { addDays, type Day, dayIn } from '#core/calendar.ts'
import { kobo, type Kobo } from '#core/money.ts'

/** What a provider reports that can't be so: no officer's and no member's word is needed to doubt it. */
export const doubts = ['amount', 'charge', 'date'] as const
export type Doubt = (typeof doubts)[number]

/** The most that one payment or one settlement is believed to be: a billion naira. */
export const reportedMax = kobo(100_000_000_000n)

/** A charge is believed up to a tenth of the amount; small amounts have flat charges, so ₦200 always is. */
const chargePartOf = 10n
const chargeAlways = 20_000n

/** Clocks of providers differ from ours, and some report a payment a moment before they report its checkout. */
const clockMilliseconds = 60 * 60 * 1000

/** `at` lies between `since`, where that is known, and now. */
export type ReportedFigures = {
  amount: Kobo
  charge: Kobo
  /** Of how many payments they are the sum. */
  payments?: number
  at?: Date
  since?: Date | null
  now: Date
}

/** What can't be so of the figures that a provider reports; undefined where they can. */
export function doubtIn({ amount, charge, payments = 1, at, since, now }: ReportedFigures): Doubt | undefined {
  if (amount < 0n || amount > reportedMax) return 'amount'
  if (charge < 0n || charge > amount || (charge > chargeAlways * BigInt(payments) && charge * chargePartOf > amount))
    return 'charge'
  if (at === undefined) return undefined
  const isTooEarly = since && at.getTime() < since.getTime() - clockMilliseconds
  return isTooEarly || at.getTime() > now.getTime() + clockMilliseconds ? 'date' : undefined
}

type ReportedSettlement = { gross: Kobo; fees: Kobo; deductions: Kobo; net: Kobo; settledOn: Day }

/** What can't be so of a settlement and of the payments in it. `from`: the earliest day that was asked for. */
export function doubtInSettlement(
  { gross, fees, deductions, net, settledOn }: ReportedSettlement,
  payments: readonly { amount: Kobo; fees: Kobo }[],
  { from, now }: { from: Date; now: Date },
): Doubt | undefined {
  const sums = doubtIn({ amount: gross, charge: fees, payments: payments.length, now })
  if (sums) return sums
  if (net > gross || deductions > reportedMax) return 'amount'
  for (const { amount, fees: charge } of payments) {
    const doubt = doubtIn({ amount, charge, now })
    if (doubt) return doubt
  }
  // One that is announced is paid within days.
  return settledOn < addDays(dayIn(from), -1) || settledOn > addDays(dayIn(now), 14) ? 'date' : undefined
}

/** What can't be so of a refund or a dispute: more than was paid, or a day to answer by that is years away. */
export function doubtInCase(
  { amount, dueAt }: { amount: Kobo; dueAt: Date | null },
  received: Kobo | null,
  now: Date,
): Doubt | undefined {
  if (amount <= 0n || amount > (received ?? reportedMax)) return 'amount'
  return dueAt && Math.abs(dueAt.getTime() - now.getTime()) > 400 * 24 * clockMilliseconds ? 'date' : undefined
}
