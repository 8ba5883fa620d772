import { dayIn } from '#domain/calendar.ts'
import { kobo, type Kobo } from '#domain/money.ts'
import type { SettlementStatus } from '#domain/society/online-payments/settlement.ts'
import { fieldOf, textOf } from '#server/messages/ask-provider.ts'
import { type AskFlutterwave, dayOf, rowsOfFlutterwave } from './flutterwave-cases.ts'
import { koboOf } from './naira-amounts.ts'
import type { PaymentProvider, ProviderSettlement, SettledPayment } from './payment-port.ts'

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
      return { settlements: rows.map(settlementFrom).filter((each) => each !== undefined) }
    },
    async paymentsOf(settlement) {
      const reply = await ask(`/v3/settlements/${encodeURIComponent(settlement)}`)
      if ('retryBecause' in reply) return reply
      const rows = fieldOf(fieldOf(reply.body, 'data'), 'transactions')
      if (reply.status !== 200 || !Array.isArray(rows)) return { retryBecause: `Flutterwave answered ${reply.status}` }
      const payments = rows.map(paymentFrom)
      return payments.some((each) => each === undefined)
        ? { retryBecause: 'Flutterwave lists a settlement with a payment that has no amount' }
        : { payments: payments.filter((each) => each !== undefined) }
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

function settlementFrom(row: unknown): ProviderSettlement | undefined {
  const id = textOf(row, 'id')
  const [gross, net] = [koboOf(row, 'gross_amount'), koboOf(row, 'net_amount')]
  const fees = sumOf(row, 'app_fee', 'merchant_fee', 'stampduty_charge')
  const deductions = sumOf(row, 'chargeback', 'refund')
  const settledAt = new Date(textOf(row, 'processed_date') || textOf(row, 'due_date'))
  if (!/^[\w-]{1,60}$/.test(id) || textOf(row, 'currency') !== 'NGN' || Number.isNaN(settledAt.getTime()))
    return undefined
  if (gross === undefined || net === undefined || fees === undefined || deductions === undefined) return undefined
  const status = statuses[textOf(row, 'status')] ?? 'pending'
  return { id, status, gross, fees, deductions, net, settledOn: dayIn(settledAt) }
}

function paymentFrom(row: unknown): SettledPayment | undefined {
  const [reference, amount] = [textOf(row, 'tx_ref'), koboOf(row, 'charged_amount')]
  const fees = sumOf(row, 'app_fee', 'merchant_fee', 'stampduty_charge')
  return /^[\w.=-]{1,100}$/.test(reference) && amount && fees !== undefined ? { reference, amount, fees } : undefined
}
