import { kobo, zeroKobo } from '#core/money.ts'
import type { SettlementStatus } from '#features/payments/online-payments/rules/settlement.ts'
import { textOf } from '#platform/messages/ask-provider.ts'
import { type AskMonnify, referenceAtMonnify, rowsOfMonnify } from './monnify-cases.ts'
import { koboOf } from './naira-amounts.ts'
import type { DoubtfulRow, PaymentProvider, ProviderSettlement, SettledPayment } from './payment-port.ts'
import { apart, readDay, readPayment, unreadable } from './read-rows.ts'

const paging = { page: 'page', size: 'size' }

/**
 * What Monnify pays to banks, by its API. Its list has no filter by sub-account: which settlement is a society's is known by
 * its payments, which are all this society's, or it is left out.
 */
export function settlementsOfMonnify(
  ask: AskMonnify,
): Required<Pick<PaymentProvider, 'settlementsSince' | 'paymentsOf'>> {
  return {
    async settlementsSince(_subaccount, from) {
      const days = { from: from.toISOString().slice(0, 10), to: new Date().toISOString().slice(0, 10) }
      const rows = await rowsOfMonnify(ask, '/api/v1/settlements', { ...paging, ...days })
      if ('retryBecause' in rows) return rows
      const { read, doubtful } = apart(rows.map(settlementFrom))
      return { settlements: read, doubtful }
    },
    async paymentsOf(settlement) {
      const path = '/api/v1/transactions/find-by-settlement-reference'
      const rows = await rowsOfMonnify(ask, path, { ...paging, reference: settlement })
      if ('retryBecause' in rows) return rows
      const payments: (SettledPayment | DoubtfulRow)[] = []
      for (const row of rows) {
        const payment = await paymentFrom(ask, row)
        if ('retryBecause' in payment) return payment
        payments.push(payment)
      }
      const { read, doubtful } = apart(payments)
      return { payments: read, doubtful }
    },
  }
}

const statuses: Readonly<Record<string, SettlementStatus>> = { COMPLETED: 'paid', FAILED: 'failed' }

function settlementFrom(row: unknown): ProviderSettlement | DoubtfulRow | undefined {
  const id = textOf(row, 'settlementReference')
  const [gross, fees, net] = [koboOf(row, 'amount'), koboOf(row, 'fee'), koboOf(row, 'netAmount')]
  const settledOn = readDay(textOf(row, 'settledOn'))
  const status = statuses[textOf(row, 'settlementStatus')] ?? 'pending'
  const isRead = gross !== undefined && net !== undefined
  const doubtful = unreadable(id, { amount: isRead || undefined, charge: fees, date: settledOn })
  if (doubtful || !isRead || fees === undefined || settledOn === undefined)
    // What is not paid yet may get its figures later.
    return status === 'paid' ? doubtful : undefined
  const left = gross - fees - net
  // It does not say what was taken back: that is what is missing.
  return { id, status, gross, fees, deductions: left > 0n ? kobo(left) : zeroKobo, net, settledOn }
}

/** Under our reference, which Monnify is asked for where the row has its own only. */
async function paymentFrom(
  ask: AskMonnify,
  row: unknown,
): Promise<SettledPayment | DoubtfulRow | { retryBecause: string }> {
  const given = textOf(row, 'paymentReference')
  const reference = given || (await referenceAtMonnify(ask, textOf(row, 'transactionReference')))
  return typeof reference === 'string' ? readPayment(reference, koboOf(row, 'amount'), koboOf(row, 'fee')) : reference
}
