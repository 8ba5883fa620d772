import type { CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import { fieldOf, textOf } from '#platform/messages/ask-provider.ts'
import { koboOf, type NairaReply } from './naira-amounts.ts'
import type { DoubtfulRow, PaymentProvider, ProviderCase } from './payment-port.ts'
import { apart, unreadable } from './read-rows.ts'

export type AskMonnify = (path: string, body?: object) => Promise<NairaReply>

const pageSize = 100
/** More than a society has; what is beyond is read the next time, because the newest come first. */
const pagesMax = 50

/** All rows of one of Monnify's lists, page by page, whose paging it names in two ways. */
export async function rowsOfMonnify(
  ask: AskMonnify,
  path: string,
  { page: pageName, size, ...query }: Readonly<{ page: string; size: string } & Record<string, string>>,
): Promise<unknown[] | { retryBecause: string }> {
  const all: unknown[] = []
  for (let page = 0; page < pagesMax; page += 1) {
    const paged = new URLSearchParams({ ...query, [pageName]: String(page), [size]: String(pageSize) })
    const reply = await ask(`${path}?${paged.toString()}`)
    if ('retryBecause' in reply) return reply
    const found = fieldOf(reply.body, 'responseBody')
    const rows = fieldOf(found, 'content')
    if (reply.status !== 200 || !Array.isArray(rows)) return { retryBecause: `Monnify answered ${reply.status}` }
    all.push(...rows)
    if (rows.length === 0 || page + 1 >= Number(textOf(found, 'totalPages') || 1)) break
  }
  return all
}

/** Our reference of a transaction that Monnify names by its own; empty where it has none. */
export async function referenceAtMonnify(ask: AskMonnify, own: string): Promise<string | { retryBecause: string }> {
  if (!/^[\w|.-]{1,100}$/.test(own)) return ''
  const reply = await ask(`/api/v2/transactions/${encodeURIComponent(own)}`)
  if ('retryBecause' in reply) return reply
  return textOf(fieldOf(reply.body, 'responseBody'), 'paymentReference')
}

/** Refunds by Monnify's API, whose list knows a payment by Monnify's own reference. It has no list of disputes. */
export function casesOfMonnify(ask: AskMonnify): Required<Pick<PaymentProvider, 'casesOf' | 'casesSince'>> {
  const refunds = () => rowsOfMonnify(ask, '/api/v1/refunds', { page: 'pageNo', size: 'pageSize' })
  return {
    async casesOf(reference) {
      const query = new URLSearchParams({ paymentReference: reference })
      const reply = await ask(`/api/v2/merchant/transactions/query?${query.toString()}`)
      if ('retryBecause' in reply) return reply
      const data = fieldOf(reply.body, 'responseBody')
      const own = textOf(data, 'transactionReference')
      if (reply.status !== 200 || own === '' || textOf(data, 'paymentReference') !== reference)
        return { retryBecause: `Monnify answered ${reply.status}` }
      const rows = await refunds()
      if ('retryBecause' in rows) return rows
      const those = rows.filter((row) => textOf(row, 'transactionReference') === own)
      const { read, doubtful } = apart(those.map(refundFrom))
      return { cases: read, doubtful }
    },
    async casesSince(from) {
      const rows = await refunds()
      if ('retryBecause' in rows) return rows
      // One without a day that can be read is looked at too.
      const recent = rows.filter((row) => {
        const begun = new Date(textOf(row, 'dateCreated') || textOf(row, 'createdOn'))
        return Number.isNaN(begun.getTime()) || begun >= from
      })
      const references = new Set<string>()
      for (const own of new Set(recent.map((row) => textOf(row, 'transactionReference')))) {
        const reference = await referenceAtMonnify(ask, own)
        if (typeof reference !== 'string') return reference
        if (reference !== '') references.add(reference)
      }
      return { references: [...references] }
    },
  }
}

const statuses: Readonly<Record<string, CaseStatus>> = { COMPLETED: 'taken', FAILED: 'kept' }

function refundFrom(row: unknown): ProviderCase | DoubtfulRow | undefined {
  const [id, amount] = [textOf(row, 'refundReference'), koboOf(row, 'refundAmount')]
  const doubtful = unreadable(id, { amount, charge: true, date: true })
  if (doubtful || amount === undefined) return doubtful
  const status = statuses[textOf(row, 'refundStatus')] ?? 'pending'
  return { kind: 'refund', id, status, amount, dueAt: null, reason: textOf(row, 'refundReason').slice(0, 200) }
}
