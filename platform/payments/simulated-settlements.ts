import { createHmac, randomInt } from 'node:crypto'
import { dropOldest } from './simulated-accounts.ts'

/** What the simulator knows of a transaction that was paid. */
export type SimulatedPayment = {
  id: number
  reference: string
  amount: bigint
  fees: bigint
  currency: string
  subaccount: string
  paidAt: string
}

type Case = {
  id: number
  kind: 'refund' | 'dispute'
  of: SimulatedPayment
  amount: bigint
  status: string
  resolution: string | null
  dueAt: string
  createdAt: string
}
type Settlement = {
  id: number
  subaccount: string
  deductions: bigint
  rows: SimulatedPayment[]
  paidAt: string
  status: string
}

/** A webhook: the body and the signature over it. */
export type SimulatedEvent = { body: string; signature: string }

/** Refunds, disputes and settlements of Paystack's transactions, for `paystackSimulator`. */
export type SimulatedSettlements = {
  /** Answers its number. It is under way until `end`. */
  begin(kind: 'refund' | 'dispute', reference: string, asked?: { amount?: bigint; dueAt?: Date }): number
  /** A refund is `processed` or `failed`; a dispute is `merchant-accepted`, which takes the money, or `declined`. */
  end(id: number, how: 'processed' | 'failed' | 'merchant-accepted' | 'declined'): void
  /** The webhook of a refund or dispute, named as Paystack does, such as `refund.processed` or `charge.dispute.create`. */
  caseEvent(id: number, name: string): SimulatedEvent
  /**
   * Pays all that a sub-account was paid and that no settlement has, less what was given back. `tamper` changes a payment
   * as the settlement lists it. Answers its number, or nothing where there is nothing to pay.
   */
  settle(
    subaccount: string,
    tamper?: (row: SimulatedPayment, place: number) => SimulatedPayment,
    status?: string,
  ): number | undefined
  /** Of a settlement that is under way. */
  pay(settlement: number): void
  /** Status and body of the reply; undefined for what is none of this. */
  answer(path: string, query: URLSearchParams): [number, object] | undefined
  /** The refunds and disputes that are under way, as a page shows them. */
  open(): readonly Pick<Case, 'id' | 'kind' | 'amount'>[]
}

export function simulatedSettlements(key: string, paid: () => readonly SimulatedPayment[]): SimulatedSettlements {
  const cases = new Map<string, Case>()
  const settlements = new Map<string, Settlement>()
  const settled = new Set<string>()
  const deducted = new Set<number>()
  const isTaken = ({ status, resolution }: Case) => status === 'processed' || resolution === 'merchant-accepted'
  const caseOf = (id: number): Case => {
    const found = cases.get(String(id))
    if (!found) throw new Error(`No refund or dispute ${id}`)
    return found
  }
  return {
    begin(kind, reference, { amount, dueAt = new Date(Date.now() + 3 * 86_400_000) } = {}) {
      const of = paid().find((each) => each.reference === reference)
      if (!of) throw new Error(`No payment ${reference}`)
      const id = randomInt(1, 2 ** 31)
      const status = kind === 'refund' ? 'pending' : 'awaiting-merchant-feedback'
      const createdAt = new Date().toISOString()
      cases.set(String(id), {
        id,
        kind,
        of,
        amount: amount ?? of.amount,
        status,
        resolution: null,
        dueAt: dueAt.toISOString(),
        createdAt,
      })
      dropOldest(cases)
      return id
    },
    end(id, how) {
      const found = caseOf(id)
      if (found.kind === 'refund') found.status = how
      else Object.assign(found, { status: 'resolved', resolution: how })
    },
    caseEvent(id, name) {
      const body = JSON.stringify({ event: name, data: toldInWebhook(caseOf(id)) })
      return { body, signature: createHmac('sha512', key).update(body).digest('hex') }
    },
    settle(subaccount, tamper = (row) => row, status = 'success') {
      const due = paid().filter((each) => each.subaccount === subaccount && !settled.has(each.reference))
      // What does not fit is taken from the next one.
      let left = due.reduce((sum, each) => sum + each.amount - each.fees, 0n)
      const back = [...cases.values()].filter((each) => {
        const isDue =
          each.of.subaccount === subaccount && isTaken(each) && !deducted.has(each.id) && each.amount <= left
        if (isDue) left -= each.amount
        return isDue
      })
      if (due.length === 0) return undefined
      for (const { reference } of due) settled.add(reference)
      for (const each of back) deducted.add(each.id)
      const id = randomInt(1, 2 ** 31)
      const deductions = back.reduce((sum, { amount }) => sum + amount, 0n)
      const paidAt = new Date().toISOString()
      settlements.set(String(id), {
        id,
        subaccount,
        deductions,
        rows: due.map((row, place) => tamper(row, place)),
        paidAt,
        status,
      })
      dropOldest(settlements)
      return id
    },
    pay(id) {
      const found = settlements.get(String(id))
      if (found) found.status = 'success'
    },
    open: () =>
      [...cases.values()].filter(({ status }) => status === 'pending' || status === 'awaiting-merchant-feedback'),
    answer: (path, query) => answerOf([...cases.values()], [...settlements.values()], path, query),
  }
}

function toldRefund({ id, of, amount, status, createdAt }: Case): object {
  return { id, transaction: of.id, currency: of.currency, amount: Number(amount), status, merchant_note: '', createdAt }
}

function toldDispute({ id, of, amount, status, resolution, dueAt, createdAt }: Case): object {
  return {
    id,
    refund_amount: Number(amount),
    currency: of.currency,
    status,
    resolution,
    transaction: { id: of.id, reference: of.reference, amount: Number(of.amount), currency: of.currency },
    category: 'chargeback',
    dueAt,
    createdAt,
  }
}

function toldSettlement({ id, deductions, rows, paidAt, status }: Settlement): object {
  const [gross, fees] = rows.reduce((sum, row) => [sum[0] + row.amount, sum[1] + row.fees], [0n, 0n] as [
    bigint,
    bigint,
  ])
  return {
    id,
    status,
    currency: 'NGN',
    total_processed: Number(gross),
    total_fees: Number(fees),
    total_amount: Number(gross - fees),
    effective_amount: Number(gross - fees - deductions),
    deductions: deductions === 0n ? null : Number(deductions),
    settlement_date: paidAt,
  }
}

/** Newest first, in pages. */
function send(rows: readonly object[], query: URLSearchParams): [number, object] {
  const [size, at] = [Number(query.get('perPage')), Number(query.get('page'))]
  const data = rows.toReversed().slice((at - 1) * size, at * size)
  return [200, { status: true, message: 'Retrieved', data }]
}

function answerOf(
  cases: readonly Case[],
  settlements: readonly Settlement[],
  path: string,
  query: URLSearchParams,
): [number, object] | undefined {
  const from = query.get('from') ?? ''
  const ofQuery = ({ of, createdAt }: Case) =>
    createdAt >= from && (query.get('transaction') ?? String(of.id)) === String(of.id)
  const some = cases.filter(ofQuery)
  if (path === '/refund') return send(some.filter(({ kind }) => kind === 'refund').map(toldRefund), query)
  if (path === '/dispute') return send(some.filter(({ kind }) => kind === 'dispute').map(toldDispute), query)
  if (path === '/settlement') {
    const subaccount = query.get('subaccount') === 'none' ? '' : query.get('subaccount')
    const found = settlements.filter((each) => each.subaccount === subaccount && each.paidAt >= from)
    return send(found.map(toldSettlement), query)
  }
  const [, id] = /^\/settlement\/(\d+)\/transactions$/.exec(path) ?? []
  if (id === undefined) return undefined
  const rows = settlements.find((each) => String(each.id) === id)?.rows ?? []
  return send(
    rows.map((row) => ({ ...row, amount: Number(row.amount), fees: Number(row.fees), status: 'success' })),
    query,
  )
}

function toldInWebhook(of: Case): object {
  if (of.kind === 'dispute') return toldDispute(of)
  return {
    status: of.status,
    transaction_reference: of.of.reference,
    refund_reference: of.status === 'processed' ? String(of.id) : null,
    amount: String(of.amount),
    currency: of.of.currency,
  }
}
