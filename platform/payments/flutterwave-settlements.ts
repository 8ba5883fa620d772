import { kobo, type Kobo } from '#core/money.ts'
import type { SettlementStatus } from '#features/payments/online-payments/rules/settlement.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { type AskFlutterwave, dayOf, rowsOfFlutterwave } from './flutterwave-cases.ts'
import { koboOf } from './naira-amounts.ts'
import type { DoubtfulRow, PaymentProvider, ProviderSettlement, SettledPayment } from './payment-port.ts'
import { apart, readDay, readPayment, unreadable } from './read-rows.ts'

/** What Flutterwave pays to the bank of a sub-account, by its API. */
export function settlementsOfFlutterwave(
  ask: AskFlutterwave,
): Required<Pick<PaymentProvider, 'settlementsSince' | 'paymentsOf'>> {
  return {
    async settlementsSince(subaccount, from) {
      const rows = await rowsOfFlutterwave(ask, '/v3/settlements', {
        ...{ from: dayOf(from), to: dayOf(new Date()) },
        ...(subaccount !== null && { subaccount_id: subaccount }),
      })
      if ('retryBecause' in rows) return rows
      const { read, doubtful } = apart(rows.map(settlementFrom))
      return { settlements: read, doubtful }
    },
    async paymentsOf(settlement) {
      const reply = await ask(`/v3/settlements/${encodeURIComponent(settlement)}`)
      if ('retryBecause' in reply) return reply
      const rows = fieldOf(fieldOf(reply.body, 'data'), 'transactions')
      if (reply.status !== 200 || !Array.isArray(rows)) return { retryBecause: `Flutterwave answered ${reply.status}` }
      const { read, doubtful } = apart(rows.map(paymentFrom))
      return { payments: read, doubtful }
    },
  }
}

/** The sum of these fields, of which one that is left out is nothing; undefined where one is no amount. */
function sumOf(row: unknown, ...names: readonly string[]): Kobo | undefined {
  const parts = names.map((name) => (textOf(row, name) === '' ? 0n : koboOf(row, name)))
  return parts.some((part) => part === undefined)
    ? undefined
    : kobo(parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n))
}

const statuses: Readonly<Record<string, SettlementStatus>> = { completed: 'paid', failed: 'failed' }

function settlementFrom(row: unknown): ProviderSettlement | DoubtfulRow | undefined {
  if (textOf(row, 'currency') !== 'NGN') return undefined
  const id = textOf(row, 'id')
  const [gross, net] = [koboOf(row, 'gross_amount'), koboOf(row, 'net_amount')]
  const fees = sumOf(row, 'app_fee', 'merchant_fee', 'stampduty_charge')
  const deductions = sumOf(row, 'chargeback', 'refund')
  const settledOn = readDay(textOf(row, 'processed_date') || textOf(row, 'due_date'))
  const status = statuses[textOf(row, 'status')] ?? 'pending'
  const isRead = gross !== undefined && net !== undefined && deductions !== undefined
  const doubtful = unreadable(id, { amount: isRead || undefined, charge: fees, date: settledOn })
  if (doubtful || !isRead || fees === undefined || settledOn === undefined)
    // What is not paid yet may get its figures later.
    return status === 'paid' ? doubtful : undefined
  return { id, status, gross, fees, deductions, net, settledOn }
}

function paymentFrom(row: unknown): SettledPayment | DoubtfulRow {
  const fees = sumOf(row, 'app_fee', 'merchant_fee', 'stampduty_charge')
  return readPayment(textOf(row, 'tx_ref'), koboOf(row, 'charged_amount'), fees)
}
