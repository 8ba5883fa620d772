import type { CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { type AskPaystack, failureOf, rowsOf, wholeOf } from './ask-paystack.ts'
import type { DoubtfulRow, PaymentEvent, PaymentProvider, ProviderCase } from './payment-port.ts'
import { apart, unreadable } from './read-rows.ts'

/** Refunds and disputes by Paystack's API. Both lists know a transaction by its number, which verify tells. */
export function casesOfPaystack(ask: AskPaystack): Required<Pick<PaymentProvider, 'casesOf' | 'casesSince'>> {
  return {
    async casesOf(reference) {
      const reply = await ask(`/transaction/verify/${encodeURIComponent(reference)}`)
      if ('retryBecause' in reply) return reply
      const data = fieldOf(reply.body, 'data')
      const transaction = textOf(data, 'id')
      if (reply.status !== 200 || transaction === '' || textOf(data, 'reference') !== reference)
        return failureOf(reply.status, textOf(reply.body, 'message'))
      const refunds = await rowsOf(ask, '/refund', { transaction })
      if ('retryBecause' in refunds) return refunds
      const disputes = await rowsOf(ask, '/dispute', { transaction })
      if ('retryBecause' in disputes) return disputes
      // A list that ignored the filter would tell of other payments.
      const ofThis = (row: unknown) => transactionOf(row).id === transaction
      const { read, doubtful } = apart([
        ...refunds.filter(ofThis).map(refundFrom),
        ...disputes.filter(ofThis).map(disputeFrom),
      ])
      return { cases: read, doubtful }
    },
    async casesSince(from) {
      const references = new Set<string>()
      for (const path of ['/refund', '/dispute']) {
        const rows = await rowsOf(ask, path, { from: from.toISOString() })
        if ('retryBecause' in rows) return rows
        for (const { id, reference } of rows.map(transactionOf)) {
          const named = reference || (await referenceOf(ask, id))
          if (named !== '') references.add(named)
        }
      }
      return { references: [...references] }
    },
  }
}

/** What a webhook of a refund or a dispute is about. */
export function caseEventIn(event: string, data: unknown): PaymentEvent {
  const { reference } = transactionOf(data)
  // Before a refund has a number, its amount tells it from another of the same payment.
  const about = textOf(data, 'refund_reference') || textOf(data, 'id') || textOf(data, 'amount')
  return { event, reference, about }
}

/** The transaction is an object, or its number beside its reference. */
function transactionOf(row: unknown): { id: string; reference: string } {
  const transaction = fieldOf(row, 'transaction')
  return typeof transaction === 'object'
    ? {
        id: textOf(transaction, 'id'),
        reference: textOf(transaction, 'reference') || textOf(row, 'transaction_reference'),
      }
    : { id: textOf(row, 'transaction'), reference: textOf(row, 'transaction_reference') }
}

async function referenceOf(ask: AskPaystack, id: string): Promise<string> {
  if (!/^\d{1,20}$/.test(id)) return ''
  const reply = await ask(`/transaction/${id}`)
  return 'retryBecause' in reply ? '' : textOf(fieldOf(reply.body, 'data'), 'reference')
}

const refundStatuses: Readonly<Record<string, CaseStatus>> = { processed: 'taken', failed: 'kept', reversed: 'kept' }

function refundFrom(row: unknown): ProviderCase | DoubtfulRow | undefined {
  const reason = textOf(row, 'merchant_note') || textOf(row, 'customer_note')
  return caseFrom(row, 'refund', {
    status: refundStatuses[textOf(row, 'status')] ?? 'pending',
    amount: wholeOf(row, 'amount'),
    due: '',
    reason,
  })
}

function disputeFrom(row: unknown): ProviderCase | DoubtfulRow | undefined {
  return caseFrom(row, 'dispute', {
    status: statusOfDispute(textOf(row, 'status'), textOf(row, 'resolution')),
    amount: wholeOf(row, 'refund_amount') ?? wholeOf(fieldOf(row, 'transaction'), 'amount'),
    due: textOf(row, 'dueAt') || textOf(row, 'due_at'),
    reason: textOf(row, 'category'),
  })
}

/** What was decided in words that are not known stays open, so that an officer looks. */
function statusOfDispute(status: string, resolution: string): CaseStatus {
  if (status !== 'resolved' && status !== 'archived') return 'pending'
  if (/^(?:merchant|auto)-accepted$/.test(resolution)) return 'taken'
  return resolution === 'declined' || status === 'archived' ? 'kept' : 'pending'
}

type Told = { status: CaseStatus; amount: ReturnType<typeof wholeOf>; due: string; reason: string }

function caseFrom(
  row: unknown,
  kind: ProviderCase['kind'],
  { amount, due, reason, status }: Told,
): ProviderCase | DoubtfulRow | undefined {
  if (textOf(row, 'currency') !== 'NGN') return undefined
  const id = textOf(row, 'id')
  const dueAt = due === '' ? null : new Date(due)
  const doubtful = unreadable(id, { amount, charge: true, date: true })
  if (doubtful || amount === undefined) return doubtful
  return {
    kind,
    id,
    status,
    amount,
    dueAt: dueAt && !Number.isNaN(dueAt.getTime()) ? dueAt : null,
    reason: reason.slice(0, 200),
  }
}
