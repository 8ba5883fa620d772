import type { CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { koboOf, type NairaReply } from './naira-amounts.ts'
import type { DoubtfulRow, PaymentProvider, ProviderCase } from './payment-port.ts'
import { apart, unreadable } from './read-rows.ts'

export type AskFlutterwave = (path: string, body?: object) => Promise<NairaReply>

/** More than a society has; what is beyond is read the next time, because the newest come first. */
const pagesMax = 50

/** All rows of one of Flutterwave's lists, page by page. */
export async function rowsOfFlutterwave(
  ask: AskFlutterwave,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<unknown[] | { retryBecause: string }> {
  const all: unknown[] = []
  for (let page = 1; page <= pagesMax; page += 1) {
    const paged = new URLSearchParams({ ...query, page: String(page) })
    const reply = await ask(`${path}?${paged.toString()}`)
    if ('retryBecause' in reply) return reply
    const rows = fieldOf(reply.body, 'data')
    if (reply.status !== 200 || !Array.isArray(rows)) return { retryBecause: `Flutterwave answered ${reply.status}` }
    all.push(...rows)
    const pages = Number(textOf(fieldOf(fieldOf(reply.body, 'meta'), 'page_info'), 'total_pages') || 1)
    if (rows.length === 0 || page >= pages) break
  }
  return all
}

/** As its lists take days. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Refunds and chargebacks by Flutterwave's API: refunds know a payment by its number, chargebacks by its reference there too. */
export function casesOfFlutterwave(ask: AskFlutterwave): Required<Pick<PaymentProvider, 'casesOf' | 'casesSince'>> {
  return {
    async casesOf(reference) {
      const reply = await ask(`/v3/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`)
      if ('retryBecause' in reply) return reply
      const data = fieldOf(reply.body, 'data')
      const [id, there, paidAt] = [textOf(data, 'id'), textOf(data, 'flw_ref'), new Date(textOf(data, 'created_at'))]
      if (reply.status !== 200 || id === '' || textOf(data, 'tx_ref') !== reference || Number.isNaN(paidAt.getTime()))
        return { retryBecause: `Flutterwave answered ${reply.status}` }
      const refunds = await rowsOfFlutterwave(ask, '/v3/refunds', { from: dayOf(paidAt), to: dayOf(new Date()) })
      if ('retryBecause' in refunds) return refunds
      const disputes = await rowsOfFlutterwave(ask, '/v3/chargebacks', { flw_ref: there })
      if ('retryBecause' in disputes) return disputes
      const { read, doubtful } = apart([
        ...refunds.filter((row) => textOf(row, 'tx_id') === id).map(refundFrom),
        // A list that ignored the filter would tell of other payments.
        ...disputes.filter((row) => textOf(row, 'tx_ref') === reference).map(disputeFrom),
      ])
      return { cases: read, doubtful }
    },
    async casesSince(from) {
      const query = { from: dayOf(from), to: dayOf(new Date()) }
      const refunds = await rowsOfFlutterwave(ask, '/v3/refunds', query)
      if ('retryBecause' in refunds) return refunds
      const disputes = await rowsOfFlutterwave(ask, '/v3/chargebacks', query)
      if ('retryBecause' in disputes) return disputes
      const references = new Set(disputes.map((row) => textOf(row, 'tx_ref')))
      for (const id of new Set(refunds.map((row) => textOf(row, 'tx_id')))) {
        const reference = await referenceOf(ask, id)
        if (typeof reference !== 'string') return reference
        references.add(reference)
      }
      references.delete('')
      return { references: [...references] }
    },
  }
}

async function referenceOf(ask: AskFlutterwave, id: string): Promise<string | { retryBecause: string }> {
  if (!/^\d{1,20}$/.test(id)) return ''
  const reply = await ask(`/v3/transactions/${id}/verify`)
  return 'retryBecause' in reply ? reply : textOf(fieldOf(reply.body, 'data'), 'tx_ref')
}

/** `completed-bank-transfer` and others say how; what is not known stays open, so that an officer looks. */
function statusOfRefund(status: string): CaseStatus {
  if (status.startsWith('completed')) return 'taken'
  return status === 'failed' || status === 'cancelled' ? 'kept' : 'pending'
}

/** One that the society declined is not decided yet. */
const disputeStatuses: Readonly<Record<string, CaseStatus>> = {
  accepted: 'taken',
  lost: 'taken',
  won: 'kept',
  reversed: 'kept',
}

function refundFrom(row: unknown): ProviderCase | DoubtfulRow | undefined {
  const status = statusOfRefund(textOf(row, 'status'))
  return caseFrom(row, {
    kind: 'refund',
    status,
    amount: koboOf(row, 'amount_refunded'),
    reason: textOf(row, 'comments'),
  })
}

function disputeFrom(row: unknown): ProviderCase | DoubtfulRow | undefined {
  const status = disputeStatuses[textOf(row, 'status')] ?? 'pending'
  return caseFrom(row, { kind: 'dispute', status, amount: koboOf(row, 'amount'), reason: textOf(row, 'comment') })
}

/** Neither list names a currency: what was not paid in naira is not posted, and so has no case here. */
function caseFrom(
  row: unknown,
  {
    kind,
    status,
    amount,
    reason,
  }: Pick<ProviderCase, 'kind' | 'status' | 'reason'> & { amount: ReturnType<typeof koboOf> },
): ProviderCase | DoubtfulRow | undefined {
  const id = textOf(row, 'id')
  const doubtful = unreadable(id, { amount, charge: true, date: true })
  if (doubtful || amount === undefined) return doubtful
  const dueAt = new Date(textOf(row, 'due_date'))
  const isDue = kind === 'dispute' && !Number.isNaN(dueAt.getTime())
  return { kind, id, status, amount, dueAt: isDue ? dueAt : null, reason: reason.slice(0, 200) }
}
