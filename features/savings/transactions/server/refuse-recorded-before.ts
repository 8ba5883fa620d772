import { type Day, dayText, momentText, type Period } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, LoanId, MemberId, TransactionId } from '#core/ids.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { referenceKey } from '#features/savings/transactions/rules/reference.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findSamePayments } from './reads.ts'

const referenceUsed = refusal(
  'reference_used',
  409,
  '{reference} is recorded already: {paid}, by {by} on {at}. Check the teller or reference. If this is another part of that payment, add a part number, such as {reference}/2.',
)
const paymentRecordedBefore = refusal(
  'payment_recorded_before',
  409,
  '{paid} paid on {day} is recorded already, by {by} on {at}. Record it again only if it is another payment.',
)

/** A payment that is to be recorded, or to be approved as the transaction `id`. */
export type Payment = {
  id?: TransactionId
  type: string
  memberId: MemberId | null
  /** The loan that is repaid. */ loanId?: LoanId
  accountTypeId: AccountTypeId | null
  amount: Kobo
  occurredOn: Day
  period: Period | null
  /** Null in a member's own session, which knows no account of the society: its reference is compared when it is approved. */
  throughId: AccountId | null
  reference: string | null | undefined
  /** Whoever asks has said that it is another payment than one that looks the same. */
  anotherPayment: boolean | undefined
}

/** The kinds of payment that are taken for one recorded twice where member, account or loan, day, month and amount agree. */
const asked: readonly string[] = ['deposit', 'contribution', 'repayment']

/**
 * Why each of these payments, by its place, is taken for one that is recorded already: its reference is used in that cash or
 * bank account, or the member paid the same on that day. Held by reference, so that of two at once the second sees the first.
 */
export async function findRecordedBefore(tx: Tx, payments: readonly Payment[]): Promise<Map<number, Refusal>> {
  const keys = payments.map(({ reference, throughId }) => (reference && throughId ? referenceKey(reference) : null))
  const asks = payments.map(
    ({ id, type, anotherPayment }) => id === undefined && asked.includes(type) && !anotherPayment,
  )
  if (!keys.some(Boolean) && !asks.includes(true)) return new Map()
  const rows = await findSamePayments(
    tx,
    payments.map((payment, place) => ({
      ...payment,
      key: keys[place] ?? null,
      ownKey: payment.reference ? referenceKey(payment.reference) : null,
      asks: asks[place] ?? false,
    })),
  )
  const found = new Map<number, Refusal>()
  for (const { position, why, name, amount, by, at } of rows) {
    const payment = payments[position - 1]
    if (!payment || found.has(position - 1)) continue
    found.set(
      position - 1,
      why === 'reference' ? usedBefore(payment, { name, amount, by, at }) : paidBefore(payment, { name, by, at }),
    )
  }
  return found
}

/** Why each of these is the same as another that comes with it, as `findRecordedBefore` says of what is recorded. */
export function sameTogether(payments: readonly Payment[], by: readonly string[], at: Date): Map<number, Refusal> {
  const found = new Map<number, Refusal>()
  const first = new Map<string, number>()
  for (const [place, payment] of payments.entries()) {
    const { reference, throughId, type, memberId, accountTypeId, amount, occurredOn, period, anotherPayment } = payment
    const named = reference && throughId ? `${throughId} ${referenceKey(reference)}` : undefined
    const same = [
      type,
      memberId,
      accountTypeId,
      amount,
      occurredOn,
      period,
      reference ? referenceKey(reference) : '',
    ].join(' ')
    const earlier = (key: string) => by[first.get(key) ?? -1]
    const usedBy = named && earlier(named)
    const paidBy = anotherPayment ? undefined : earlier(same)
    if (usedBy) found.set(place, usedBefore(payment, { name: null, amount, by: usedBy, at }))
    else if (paidBy) found.set(place, paidBefore(payment, { name: null, by: paidBy, at }))
    else for (const key of [named, same]) if (key) first.set(key, place)
  }
  return found
}

export async function refuseRecordedBefore(tx: Tx, payment: Payment): Promise<void> {
  const reason = (await findRecordedBefore(tx, [payment])).get(0)
  if (reason) throw reason
}

type Before = { name: string | null; amount: Kobo; by: string; at: Date }

function usedBefore({ reference }: Payment, { name, amount, by, at }: Before): Refusal {
  const paid = paidBy(name, amount)
  return referenceUsed({ field: 'reference', reference: reference ?? '', paid, by, at: momentText(at) })
}

function paidBefore({ amount, occurredOn }: Payment, { name, by, at }: Omit<Before, 'amount'>): Refusal {
  const told = { paid: paidBy(name, amount), day: dayText(occurredOn), by, at: momentText(at) }
  return paymentRecordedBefore({ field: 'anotherPayment', ...told })
}

function paidBy(name: string | null, amount: Kobo): string {
  return name === null ? moneyText(amount) : `${moneyText(amount)} of ${name}`
}
