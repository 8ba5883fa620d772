import { dayIn } from '#domain/calendar.ts'
import { zeroKobo } from '#domain/money.ts'
import type { SettlementStatus } from '#domain/society/online-payments/settlement.ts'
import { textOf } from '#server/messages/ask-provider.ts'
import { type AskPaystack, rowsOf, wholeOf } from './ask-paystack.ts'
import type { PaymentProvider, ProviderSettlement, SettledPayment } from './payment-port.ts'

/** What Paystack pays to the bank of a sub-account, by its API. */
export function settlementsOfPaystack(
  ask: AskPaystack,
): Required<Pick<PaymentProvider, 'settlementsSince' | 'paymentsOf'>> {
  return {
    async settlementsSince(subaccount, from) {
      const rows = await rowsOf(ask, '/settlement', { subaccount: subaccount ?? 'none', from: from.toISOString() })
      if ('retryBecause' in rows) return rows
      return { settlements: rows.map(settlementFrom).filter((each) => each !== undefined) }
    },
    async paymentsOf(settlement) {
      const rows = await rowsOf(ask, `/settlement/${encodeURIComponent(settlement)}/transactions`, {})
      if ('retryBecause' in rows) return rows
      const payments = rows.map(paymentFrom)
      return payments.some((each) => each === undefined)
        ? { retryBecause: 'Paystack lists a settlement with a payment that has no amount' }
        : { payments: payments.filter((each) => each !== undefined) }
    },
  }
}

const statuses: Readonly<Record<string, SettlementStatus>> = { success: 'paid', failed: 'failed' }

function settlementFrom(row: unknown): ProviderSettlement | undefined {
  const id = textOf(row, 'id')
  const [gross, fees] = [wholeOf(row, 'total_processed'), wholeOf(row, 'total_fees')]
  const net = wholeOf(row, 'effective_amount') ?? wholeOf(row, 'total_amount')
  const settledAt = new Date(textOf(row, 'settlement_date'))
  if (!/^[\w-]{1,60}$/.test(id) || gross === undefined || fees === undefined || net === undefined) return undefined
  if (textOf(row, 'currency') !== 'NGN' || Number.isNaN(settledAt.getTime())) return undefined
  const deductions = wholeOf(row, 'deductions') ?? zeroKobo
  const status = statuses[textOf(row, 'status')] ?? 'pending'
  return { id, status, gross, fees, deductions, net, settledOn: dayIn(settledAt) }
}

function paymentFrom(row: unknown): SettledPayment | undefined {
  const [reference, amount] = [textOf(row, 'reference'), wholeOf(row, 'amount')]
  if (!/^[\w.=-]{1,100}$/.test(reference) || !amount) return undefined
  return { reference, amount, fees: wholeOf(row, 'fees') ?? zeroKobo }
}
