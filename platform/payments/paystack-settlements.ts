import { zeroKobo } from '#core/money.ts'
import type { SettlementStatus } from '#features/payments/online-payments/rules/settlement.ts'
import { textOf } from '#platform/messages/ask-provider.ts'
import { type AskPaystack, rowsOf, wholeOf } from './ask-paystack.ts'
import type { DoubtfulRow, PaymentProvider, ProviderSettlement, SettledPayment } from './payment-port.ts'
import { apart, readDay, readPayment, unreadable } from './read-rows.ts'

/** What Paystack pays to the bank of a sub-account, by its API. */
export function settlementsOfPaystack(
  ask: AskPaystack,
): Required<Pick<PaymentProvider, 'settlementsSince' | 'paymentsOf'>> {
  return {
    async settlementsSince(subaccount, from) {
      const rows = await rowsOf(ask, '/settlement', { subaccount: subaccount ?? 'none', from: from.toISOString() })
      if ('retryBecause' in rows) return rows
      const { read, doubtful } = apart(rows.map(settlementFrom))
      return { settlements: read, doubtful }
    },
    async paymentsOf(settlement) {
      const rows = await rowsOf(ask, `/settlement/${encodeURIComponent(settlement)}/transactions`, {})
      if ('retryBecause' in rows) return rows
      const { read, doubtful } = apart(rows.map(paymentFrom))
      return { payments: read, doubtful }
    },
  }
}

const statuses: Readonly<Record<string, SettlementStatus>> = { success: 'paid', failed: 'failed' }

function settlementFrom(row: unknown): ProviderSettlement | DoubtfulRow | undefined {
  if (textOf(row, 'currency') !== 'NGN') return undefined
  const id = textOf(row, 'id')
  const [gross, fees] = [wholeOf(row, 'total_processed'), wholeOf(row, 'total_fees')]
  const net = wholeOf(row, 'effective_amount') ?? wholeOf(row, 'total_amount')
  const deductions = textOf(row, 'deductions') === '' ? zeroKobo : wholeOf(row, 'deductions')
  const settledOn = readDay(textOf(row, 'settlement_date'))
  const status = statuses[textOf(row, 'status')] ?? 'pending'
  const isRead = gross !== undefined && net !== undefined && deductions !== undefined
  const doubtful = unreadable(id, { amount: isRead || undefined, charge: fees, date: settledOn })
  if (doubtful || !isRead || fees === undefined || settledOn === undefined)
    // What is not paid yet may get its figures later.
    return status === 'paid' ? doubtful : undefined
  return { id, status, gross, fees, deductions, net, settledOn }
}

function paymentFrom(row: unknown): SettledPayment | DoubtfulRow | undefined {
  const [reference, amount] = [textOf(row, 'reference'), wholeOf(row, 'amount')]
  const fees = textOf(row, 'fees') === '' ? zeroKobo : wholeOf(row, 'fees')
  return readPayment(reference, amount, fees)
}
