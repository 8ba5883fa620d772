import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountId, EntryId, LoanId, LoanMovementId, OnlinePaymentId, PaymentCaseId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import { gatewayCode } from '#features/accounting/books/rules/chart.ts'
import * as contract from '#features/payments/cases/contract.ts'
import { mentions } from '#platform/db/mentions.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { containing, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export const paymentCaseSettled = refusal(
  'payment_case_settled',
  409,
  'There is nothing to record of this refund or dispute any more. Reload the list to see what became of it.',
)

export type PaymentCase = Replied<typeof contract.listPaymentCases>

const inBooks = sql`p.status in ('posted', 'unallocated', 'allocated')`

const columns = sql`c.case_id as id, c.payment_id, c.kind, c.status, c.amount, c.due_at, c.reason, c.seen_at,
  p.reference, p.received, p.paid_at, p.member_id, m.first_name || ' ' || m.last_name as "memberName", p.sender,
  case when c.status <> 'taken' or not ${inBooks} then 'none' when h.handling_id is null then 'open' when h.transaction_id is null then 'reversed'
    when t.status = 'pending' then 'waiting' else 'recorded' end as books,
  h.handled_by_name as "handledBy", h.handled_at`

const joined = sql`app.payment_case c join app.online_payment p using (cooperative_id, payment_id) left join app.member m using (cooperative_id, member_id)
  left join app.payment_case_handling h on h.case_id = c.case_id and h.released_at is null left join app.transaction t on t.transaction_id = h.transaction_id`

export const listPaymentCases = pageOf(contract.listPaymentCases, {
  select: columns,
  from: joined,
  where: { status: (status) => sql`c.status = ${status}`, kind: (kind) => sql`c.kind = ${kind}` },
  search: (q) =>
    sql`(m.search_text like ${containing(foldQuery(q))} or ${mentions(sql`p.sender`, q)} or p.reference = ${q})`,
  sorts: { seenAt: [sql`c.seen_at`, sql`c.case_id`] },
  order: '-seenAt',
  last: sql`c.case_id`,
})

/** Refuses: not_found. */
export async function findCase(tx: Tx, id: PaymentCaseId): Promise<PaymentCase> {
  return (
    (await tx.maybe<PaymentCase>(sql`select ${columns} from ${joined} where c.case_id = ${id}`)) ?? refuse('not_found')
  )
}

/** A case whose money was taken, and of which the books know nothing yet. Refuses: not_found, payment_case_settled. */
export async function findOpenCase(tx: Tx, id: PaymentCaseId): Promise<PaymentCase & { received: Kobo }> {
  const found = await findCase(tx, id)
  const { books, received } = found
  return books === 'open' && received !== null ? { ...found, received } : refuse(paymentCaseSettled())
}

/** Whether a refund or dispute of this payment led to its reversal already. */
export async function isReversedByCase(tx: Tx, paymentId: OnlinePaymentId): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.payment_case c join app.payment_case_handling h using (cooperative_id, case_id)
      where c.payment_id = ${paymentId} and h.released_at is null and h.transaction_id is null) as found`)
  return found
}

export type PaymentEntry = {
  entryId: EntryId
  loanId: LoanId | null
  movementId: LoanMovementId | null
  isReversed: boolean
}

/** What a payment posted but for the provider's charge, the latest first. */
export async function findEntries(tx: Tx, paymentId: OnlinePaymentId): Promise<PaymentEntry[]> {
  return tx.many<PaymentEntry>(sql`
    select e.entry_id, v.loan_id, v.movement_id,
      exists (select from ledger.entry r where r.cooperative_id = e.cooperative_id and r.reverses_id = e.entry_id) as "isReversed"
    from app.online_payment_entry p join ledger.entry e using (cooperative_id, entry_id)
    left join app.loan_movement v on v.cooperative_id = e.cooperative_id and v.entry_id = e.entry_id and v.kind = 'repayment'
    where p.payment_id = ${paymentId} and not p.is_charge order by e.entry_no desc`)
}

type CasePayment = { reference: string; provider: string; payer: string; received: Kobo | null }

export async function findCasePayment(tx: Tx, id: OnlinePaymentId): Promise<CasePayment | undefined> {
  return tx.maybe<CasePayment>(sql`
    select p.reference, p.provider, p.received, coalesce(m.first_name || ' ' || m.last_name, p.sender, 'an unknown sender') as payer
    from app.online_payment p left join app.member m using (cooperative_id, member_id) where p.payment_id = ${id}`)
}

/** Whether the account can take what was given back: what was lost is an expense, what somebody owes the society an asset; neither is cash or the bank. */
export async function takesCases(tx: Tx, id: AccountId): Promise<boolean> {
  const found = await tx.maybe(sql`
    select from ledger.account a where a.account_id = ${id} and a.member_id is null and a.control_id is null and not a.is_control and a.retired_at is null
      and a.class in ('asset', 'expense') and not a.holds_cash and a.code <> ${gatewayCode}`)
  return found !== undefined
}
