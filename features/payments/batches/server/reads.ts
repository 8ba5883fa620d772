import type { Replied } from '#core/contract/endpoint.ts'
import { may } from '#core/actor.ts'
import { addDays, type Day } from '#core/calendar.ts'
import type { AccountId, EntryId, LoanId, LoanMovementId, MemberId, PaymentBatchId, TransactionId } from '#core/ids.ts'
import type { EnquiryFailure } from '#features/members/members/rules/account-enquiry.ts'
import { type BankDetails, maskedAccount } from '#features/members/members/rules/bank-details.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/payments/batches/contract.ts'
import { warningsOf } from '#features/payments/batches/rules/account-warnings.ts'
import { type BankLayout, usualBankLayout } from '#features/payments/batches/rules/bank-layout.ts'
import {
  type BankPayment,
  type BatchStatus,
  itemReference,
  type ItemStatus,
  type PaidKind,
} from '#features/payments/batches/rules/payment-batch.ts'
import { handMarkAfterHours, type PayoutStatus } from '#features/payments/payouts/rules/payout.ts'
import { cashInHandCodes } from '#features/accounting/books/rules/chart.ts'
import { action } from '#platform/action.ts'
import { shortListOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'

const paymentBatchStatus = refusal(
  'payment_batch_status',
  409,
  'This batch is {status}. Reload the page to see what can be done with it.',
)
export const ownPayment = refusal('own_payment', 403, 'This batch pays you. Ask another officer.')
export const batchIsSent = refusal(
  'batch_is_sent',
  409,
  'This batch is sent by Paystack. The bank gets no file of it, so that no one is paid twice.',
)

/** How far back payments are listed: what is older was paid another way. */
const payableDays = 60

const payableMax = 2000

/** What a member is paid out of one account of the society, by the books: what is in no batch, and not reversed. */
function payable(accountId: AccountId): Statement {
  return sql`
    select p.*, d.bank_name, d.account_number, d.account_name,
      not exists (select from app.payment_batch_item i where i.member_id = p.member_id and i.status = 'paid' and (i.bank_name, i.account_number) = (d.bank_name, d.account_number)) as is_first,
      exists (select from app.member_bank_details o where o.account_number = d.account_number and o.bank_name = d.bank_name and o.member_id <> p.member_id) as is_shared
    from (
      select t.type as kind, t.entry_id, t.transaction_id as source_id, null::uuid as loan_id, t.member_id, t.amount, t.occurred_on
      from app.transaction t where t.type in ('withdrawal', 'share_redemption') and t.status = 'approved' and t.pair_id is null and t.through_account_id = ${accountId}
        and exists (select from ledger.entry e where e.entry_id = t.entry_id and e.kind = t.type)
      union all
      select 'disbursement', v.entry_id, v.movement_id, v.loan_id, l.member_id, g.amount, v.occurred_on
      from app.loan_movement v join app.loan l using (loan_id)
        cross join lateral (select sum(g.amount)::bigint as amount from ledger.posting g where g.entry_id = v.entry_id and g.credit_id = ${accountId}) g
      where v.kind = 'disbursement' and v.way = 'bank' and v.status = 'posted' and g.amount is not null) p
    left join app.member_bank_details d on d.member_id = p.member_id
    where not exists (select from app.payment_batch_item i where i.entry_id = p.entry_id and i.status in ('waiting', 'paid'))`
}

const payableColumns = sql`p.kind, p.entry_id, p.source_id, p.loan_id, p.member_id, m.first_name || ' ' || m.last_name as "memberName",
  m.membershipno, p.amount, p.occurred_on, p.is_first, p.is_shared,
  p.bank_name, p.account_number, p.account_name`

export type Payable = {
  kind: PaidKind
  entryId: EntryId
  sourceId: TransactionId | LoanMovementId
  loanId: LoanId | null
  memberId: MemberId
  memberName: string
  membershipno: string
  amount: Kobo
  occurredOn: Day
  isFirst: boolean
  isShared: boolean
} & Joined<BankDetails>

/** The latest first. */
export const listPayable = shortListOf(
  contract.listPayable,
  ['memberName', 'membershipno'],
  async (ask, { accountId }) => {
    const rows = await ask.tx.many<Payable>(sql`
    select ${payableColumns} from (${payable(accountId)}) p join app.member m using (member_id)
    where p.occurred_on >= ${addDays(ask.today, -payableDays)}::date order by p.occurred_on desc, m.membership_number, p.entry_id limit ${payableMax}`)
    return rows.map((row) => ({
      ...row,
      warnings: row.accountNumber === null ? [] : warningsOf({ ...row, holderName: null }),
      account: row.accountNumber === null ? null : row,
    }))
  },
)

/** Payments by their entries, which no one reverses until this transaction ends. */
export async function lockPayable(tx: Tx, accountId: AccountId, entryIds: readonly EntryId[]): Promise<Payable[]> {
  await tx.run(
    sql`select from app.transaction where entry_id = any (${entryIds}::uuid[]) order by transaction_id for share`,
  )
  await tx.run(
    sql`select from app.loan l where l.loan_id in (select v.loan_id from app.loan_movement v where v.entry_id = any (${entryIds}::uuid[])) order by l.loan_id for share`,
  )
  return tx.many<Payable>(sql`
    select ${payableColumns} from (${payable(accountId)}) p join app.member m using (member_id)
    where p.entry_id = any (${entryIds}::uuid[]) order by m.membership_number, p.entry_id`)
}

/** The society's account at a bank. Refuses: not_found. */
export async function findPayingAccount(
  tx: Tx,
  accountId: AccountId,
): Promise<{ id: AccountId; name: string; accountNumber: string | null }> {
  const found = await tx.maybe<{ id: AccountId; name: string; accountNumber: string | null }>(sql`
    select a.account_id as id, a.name, b.account_number from ledger.account a left join app.bank_account b on b.account_id = a.account_id
    where a.account_id = ${accountId} and a.holds_cash and a.retired_at is null and not a.code = any (${cashInHandCodes}::text[])`)
  return found ?? refuse('not_found')
}

export type Batch = Replied<typeof contract.getPaymentBatch>
type BatchRow = Omit<Batch, 'total' | 'waiting' | 'paid' | 'failed' | 'files'> & {
  files: { downloadedBy: string; downloadedAt: string; voidBy: string | null; voidAt: string | null }[]
  payments: number
  amount: Kobo
  waitingPayments: number
  waitingAmount: Kobo
  paidPayments: number
  paidAmount: Kobo
  failedPayments: number
  failedAmount: Kobo
}

const sumOf = (status: Statement) => sql`coalesce(sum(i.amount) filter (where ${status}), 0)::bigint`
const countOf = (status: Statement) => sql`count(*) filter (where ${status})::int`
const [isWaiting, isPaid, isFailed] = [sql`i.status = 'waiting'`, sql`i.status = 'paid'`, sql`i.status = 'failed'`]

const batches = sql`
  select b.batch_id as id, b.batch_number as number, b.status, b.account_id, a.name as "accountName", b.prepared_by_name as "preparedBy", b.prepared_at,
    b.approved_by_name as "approvedBy", b.approved_at, s.*, f.files
  from app.payment_batch b join ledger.account a using (account_id) cross join lateral (
    select count(*)::int as payments, sum(i.amount)::bigint as amount, ${countOf(isWaiting)} as "waitingPayments", ${sumOf(isWaiting)} as "waitingAmount",
      ${countOf(isPaid)} as "paidPayments", ${sumOf(isPaid)} as "paidAmount", ${countOf(isFailed)} as "failedPayments", ${sumOf(isFailed)} as "failedAmount",
      ${countOf(sql`i.is_first`)} as "firstPayments", ${countOf(sql`p.status = 'held' and i.status = 'waiting'`)} as "heldPayments",
      count(p.payout_id) > 0 as "isSent", exists (select from app.payout_key k where k.used_since is not null and k.ended_at is null) as "maySend"
    from app.payment_batch_item i left join app.payout p on p.batch_id = i.batch_id and p.line = i.line where i.batch_id = b.batch_id) s
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('downloadedBy', f.downloaded_by_name, 'downloadedAt', f.downloaded_at, 'voidBy', f.void_by_name, 'voidAt', f.void_at)
        order by f.downloaded_at), '[]') as files from app.payment_batch_file f where f.batch_id = b.batch_id) f`

const batchFrom = (row: BatchRow): Batch => ({
  ...row,
  files: row.files.map((file) => ({
    ...file,
    downloadedAt: new Date(file.downloadedAt),
    voidAt: file.voidAt === null ? null : new Date(file.voidAt),
  })),
  total: { payments: row.payments, amount: row.amount },
  waiting: { payments: row.waitingPayments, amount: row.waitingAmount },
  paid: { payments: row.paidPayments, amount: row.paidAmount },
  failed: { payments: row.failedPayments, amount: row.failedAmount },
})

export const listPaymentBatches = action(contract.listPaymentBatches, async ({ tx }, { status, page, limit }) => {
  const where = status ? sql`b.status = ${status}` : sql`true`
  const [rows, { total }] = await Promise.all([
    tx.many<BatchRow>(
      sql`${batches} where ${where} order by b.batch_number desc limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.payment_batch b where ${where}`),
  ])
  return { rows: rows.map(batchFrom), total }
})

/** Refuses: not_found. */
export async function findPaymentBatch(tx: Tx, id: PaymentBatchId): Promise<Batch> {
  const row = await tx.maybe<BatchRow>(sql`${batches} where b.batch_id = ${id}`)
  return row ? batchFrom(row) : refuse('not_found')
}

export const getPaymentBatch = action(contract.getPaymentBatch, ({ tx }, { batchId }) => findPaymentBatch(tx, batchId))

/** The batch, locked until this transaction ends. Refuses: not_found, payment_batch_status where it is in none of these. */
export async function lockBatch(tx: Tx, id: PaymentBatchId, ...wanted: readonly BatchStatus[]): Promise<Batch> {
  await tx.run(sql`select from app.payment_batch where batch_id = ${id} for update`)
  const batch = await findPaymentBatch(tx, id)
  if (!wanted.includes(batch.status))
    refuse(paymentBatchStatus({ status: batch.status === 'draft' ? 'not approved yet' : batch.status }))
  return batch
}

export type Item = BankPayment & {
  entryId: EntryId
  sourceId: TransactionId | LoanMovementId
  loanId: LoanId | null
  memberId: MemberId
  memberName: string
  isFirst: boolean
  isShared: boolean
  /** The member's account by now is not the one that this pays. */
  isOther: boolean
  /** On its way by the provider: no officer says what became of it. */
  isOnItsWay: boolean
  payout: PayoutStatus | null
  /** Why it is not on its way. */
  payoutWhy: string | null
  enquiry: { name: string | null; failure: EnquiryFailure | null; askedAt: string } | null
  status: ItemStatus
  reason: string | null
  decidedBy: string | null
  decidedAt: Date | null
}

/** The payments of a batch, by line. */
export async function findItems(tx: Tx, { id, number }: Pick<Batch, 'id' | 'number'>): Promise<Item[]> {
  const rows = await tx.many<Omit<Item, 'reference'>>(sql`
    select i.line, i.kind, i.entry_id, i.source_id, i.loan_id, i.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
      i.amount, i.bank_name, i.account_number, i.account_name, i.is_first, i.status, i.reason, i.decided_by_name as "decidedBy",
      i.decided_at,
      exists (select from app.payment_batch_item o where o.batch_id = i.batch_id and o.account_number = i.account_number and o.bank_name = i.bank_name and o.member_id <> i.member_id) as "isShared",
      (d.bank_name, d.account_number, d.account_name) is distinct from (i.bank_name, i.account_number, i.account_name) as "isOther",
      p.status as payout, p.why as "payoutWhy", coalesce(p.status in ('queued', 'sending', 'sent') and p.asked_at > now() - make_interval(hours => ${handMarkAfterHours}), false) as "isOnItsWay",
      case when i.is_first and q.asked_at is not null then jsonb_build_object('name', q.holder_name, 'failure', q.no_name_because, 'askedAt', q.asked_at) end as enquiry
    from app.payment_batch_item i join app.member m using (member_id) left join app.member_bank_details d on d.member_id = i.member_id
      left join app.payout p on p.batch_id = i.batch_id and p.line = i.line
      left join app.account_enquiry q on q.bank_name = i.bank_name and q.account_number = i.account_number
    where i.batch_id = ${id} order by i.line`)
  return rows.map((row) => ({ ...row, reference: itemReference(number, row.line) }))
}

export const listPaymentItems = shortListOf(
  contract.listPaymentItems,
  ['memberName', 'membershipno', 'reference'],
  async ({ tx, actor }, { batchId, status }) => {
    const items = await findItems(tx, await findPaymentBatch(tx, batchId))
    const isPayer = may(actor, 'member.bank_details')
    return items
      .filter((item) => !status || item.status === status)
      .map((item) => ({
        ...item,
        payout: item.payout && { status: item.payout, why: item.payoutWhy },
        enquiry: item.enquiry && { ...item.enquiry, askedAt: new Date(item.enquiry.askedAt) },
        warnings: warningsOf({ ...item, holderName: item.enquiry?.name ?? null }),
        accountNumber: isPayer ? item.accountNumber : maskedAccount(item.accountNumber),
      }))
  },
)

/** The members among these who may approve a batch themselves, also as the person behind the cooperative's own login. */
export async function findDecidersAmong(tx: Tx, memberIds: readonly MemberId[]): Promise<MemberId[]> {
  const rows = await tx.many<{ id: MemberId }>(
    sql`select distinct p.id from app.deciders('change') d cross join lateral app.people_of(d.login_id) as p(id) where p.id = any (${memberIds}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}

/** The batch in which an entry waits or was paid. */
export async function findBatchOf(tx: Tx, entryId: EntryId): Promise<{ number: number } | undefined> {
  return tx.maybe<{ number: number }>(sql`
    select b.batch_number as number from app.payment_batch_item i join app.payment_batch b using (batch_id) where i.entry_id = ${entryId} and i.status in ('waiting', 'paid')`)
}

export async function findLayout(tx: Tx, accountId: AccountId): Promise<BankLayout> {
  const found = await tx.maybe<{ layout: BankLayout }>(
    sql`select layout from app.bank_file_layout where account_id = ${accountId}`,
  )
  return found?.layout ?? usualBankLayout
}

export const getBankLayout = action(contract.getBankLayout, async ({ tx }, { accountId }) => {
  await findPayingAccount(tx, accountId)
  return { layout: [...(await findLayout(tx, accountId))] }
})
