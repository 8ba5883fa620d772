import { vouchers } from '#core/contract/changes.ts'
import type { CooperativeActor, TenantActor } from '#core/actor.ts'
import { dayIn, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { AccountTypeId, LoanId, MemberId, OnlinePaymentId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { type PaymentKind, paymentHours } from '#features/payments/online-payments/rules/online-payment.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, transactionTime, update } from '#platform/db/write.ts'
import { hintAfter } from '#platform/live/hints.ts'
import type { Paid } from '#platform/payments/payment-port.ts'
import { lockPayment } from './reads.ts'

export type NewLine = {
  kind: PaymentKind
  accountTypeId: AccountTypeId | null
  loanId: LoanId | null
  period: Period | null
  amount: Kobo
}
type NewPayment = {
  id: OnlinePaymentId
  memberId: MemberId
  provider: string
  reference: string
  amount: Kobo
  surcharge: Kobo
  subaccount: string | null
  lines: readonly NewLine[]
}

export async function insertPayment(tx: Tx, { cooperativeId }: TenantActor, p: NewPayment): Promise<void> {
  await tx.run(sql`
    insert into app.online_payment (cooperative_id, payment_id, member_id, provider, reference, amount, surcharge, subaccount, expires_at, check_at)
    values (${cooperativeId}, ${p.id}, ${p.memberId}, ${p.provider}, ${p.reference}, ${p.amount}, ${p.surcharge}, ${p.subaccount},
      now() + make_interval(hours => ${paymentHours}), now() + interval '10 minutes')`)
  await tx.run(sql`
    insert into app.online_payment_line (cooperative_id, payment_id, member_id, line, kind, account_type_id, loan_id, period, amount)
    select ${cooperativeId}, ${p.id}, ${p.memberId}, l.line, l.kind, l.account_type_id, l.loan_id, l.period, l.amount
    from unnest(${p.lines.map((l) => l.kind)}::text[], ${p.lines.map((l) => l.accountTypeId)}::uuid[], ${p.lines.map((l) => l.loanId)}::uuid[],
      ${p.lines.map((l) => l.period && firstDayOf(l.period))}::date[], ${p.lines.map((l) => l.amount)}::bigint[]) with ordinality as l(kind, account_type_id, loan_id, period, amount, line)`)
}

type NewTransfer = Omit<Paid, 'subaccount' | 'paidAt'> & {
  /** Null where what the provider reports can't be. */
  paidAt: Date | null
  id: OnlinePaymentId
  memberId: MemberId | null
  provider: string
  reference: string
  subaccount: string | null
  sentTo: string
  sender: string | null
  accountTypeId: AccountTypeId | null
  whyStopped: string | null
}

/** What came by transfer, with a line where it is a member's. False where it is stored already. */
export async function insertTransfer(tx: Tx, { cooperativeId }: TenantActor, t: NewTransfer): Promise<boolean> {
  const isPaid = t.whyStopped === null
  const isNew = await tx.run(sql`
    insert into app.online_payment (cooperative_id, payment_id, member_id, provider, reference, status, amount, surcharge, subaccount, received, fees, paid_at, why_not_posted,
      expires_at, check_at, ended_at, sent_to, sender)
    values (${cooperativeId}, ${t.id}, ${t.memberId}, ${t.provider}, ${t.reference}, ${isPaid ? 'paid' : 'stopped'}, ${t.amount}, 0, ${t.subaccount}, ${isPaid ? t.amount : null},
      ${isPaid ? t.fees : null}, ${t.paidAt}, ${t.whyStopped}, now(), now() + interval '10 minutes', ${isPaid ? null : new Date()}, ${t.sentTo}, ${t.sender})
    on conflict do nothing`)
  if (isNew === 1 && isPaid && t.paidAt && t.memberId !== null && t.accountTypeId !== null)
    await tx.run(sql`
      insert into app.online_payment_line (cooperative_id, payment_id, member_id, line, kind, account_type_id, period, amount)
      values (${cooperativeId}, ${t.id}, ${t.memberId}, 1, 'contribution', ${t.accountTypeId}, ${firstDayOf(periodOf(dayIn(t.paidAt)))}, ${t.amount})`)
  return isNew === 1
}

/** False where the member has asked already. */
export async function insertAskedAccount(
  tx: Tx,
  asked: { memberId: MemberId; provider: string; subaccount: string | null },
): Promise<boolean> {
  const row = { ...asked, checkAt: sql`now() + interval '10 minutes'` }
  return insert(tx, 'app.transfer_account', row, { unlessThere: true })
}

export async function markInitialized(tx: Tx, id: OnlinePaymentId, checkoutUrl: string): Promise<void> {
  await update(tx, 'app.online_payment', { paymentId: id, status: 'created' }, { status: 'initialized', checkoutUrl })
}

/** Where the provider knows the reference, and the address that it gave for it was lost. */
export async function changeReference(tx: Tx, id: OnlinePaymentId, reference: string): Promise<void> {
  await update(tx, 'app.online_payment', { paymentId: id, status: 'created' }, { reference })
}

/** `expired` and `failed` are no last word: the provider may confirm the money later. */
export async function markUnpaid(tx: Tx, id: OnlinePaymentId, status: 'failed' | 'expired'): Promise<void> {
  await tx.run(sql`
    update app.online_payment set status = ${status} where payment_id = ${id} and status in ('created', 'initialized', 'failed')`)
}

export async function markPaid(
  tx: Tx,
  id: OnlinePaymentId,
  { amount, fees, paidAt }: { amount: Kobo; fees: Kobo; paidAt: Date },
): Promise<void> {
  await tx.run(sql`
    update app.online_payment set status = 'paid', received = ${amount}, fees = ${fees}, paid_at = ${paidAt}
    where payment_id = ${id} and status in ('created', 'initialized', 'failed', 'expired')`)
}

export async function markStopped(tx: Tx, id: OnlinePaymentId, why: string): Promise<number> {
  return tx.run(sql`
    update app.online_payment set status = 'stopped', why_not_posted = ${why}, ended_at = now()
    where payment_id = ${id} and status in ('created', 'initialized', 'failed', 'expired')`)
}

/** `receipts` are those of its lines, in their order. */
export async function markPosted(tx: Tx, id: OnlinePaymentId, receipts: readonly string[]): Promise<void> {
  await tx.run(sql`
    update app.online_payment_line l set receipt_number = r.receipt from unnest(${receipts}::text[]) with ordinality as r(receipt, line)
    where l.payment_id = ${id} and l.line = r.line`)
  ended(
    await update(
      tx,
      'app.online_payment',
      { paymentId: id, status: 'paid' },
      { status: 'posted', endedAt: transactionTime },
    ),
  )
}

export async function markUnallocated(tx: Tx, id: OnlinePaymentId, why: string): Promise<void> {
  ended(
    await update(
      tx,
      'app.online_payment',
      { paymentId: id, status: 'paid' },
      { status: 'unallocated', whyNotPosted: why },
    ),
  )
}

async function markAllocated(tx: Tx, actor: TenantActor, id: OnlinePaymentId): Promise<void> {
  ended(
    await update(
      tx,
      'app.online_payment',
      { paymentId: id, status: 'unallocated' },
      { status: 'allocated', allocatedByName: actor.name, endedAt: transactionTime },
    ),
  )
}

/** A line of the audit trail for what the server did by itself, with what it is about, and a hint: no request gives either. */
export async function recordStep(
  tx: Tx,
  { cooperativeId, loginId, name }: TenantActor,
  {
    id,
    memberId,
    step,
    requestId,
  }: { id: OnlinePaymentId; memberId: MemberId | null; step: string; requestId: string },
): Promise<void> {
  hintAfter(tx, { topics: vouchers, cooperativeId, officers: true, members: memberId === null ? [] : [memberId] })
  await tx.run(sql`
    insert into audit.event (cooperative_id, event_id, login_id, actor_name, role, action, subject_id, request_id, detail)
    values (${cooperativeId}, ${newId()}, ${loginId}, ${name}, 'coop_admin', ${`online_payment.${step}`}, ${memberId}, ${requestId}, ${JSON.stringify({ paymentId: id })}::jsonb)`)
}

/** Money was posted in this transaction: it is undone where another has posted it. */
function ended(rows: number): void {
  if (rows !== 1) throw new Error('An online payment was posted already')
}

/** The entries that were written in this transaction are those of the payment. */
export async function insertPaymentEntries(tx: Tx, { cooperativeId }: TenantActor, id: OnlinePaymentId): Promise<void> {
  // The books' head is locked by the first of them, so that they are the newest: more than a payment of 20 lines makes.
  await tx.run(sql`
    insert into app.online_payment_entry (cooperative_id, payment_id, entry_id, is_charge)
    select ${cooperativeId}, ${id}, e.entry_id, e.kind = 'expense'
    from (select entry_id, kind, txid from ledger.entry order by entry_no desc limit 200) e where e.txid = pg_current_xact_id()`)
}

/** Saves what this transaction has posted of a payment that was held, so that its refund undoes that too. `isWhole`: nothing of it is held any more. */
export async function saveAllocation(
  tx: Tx,
  actor: CooperativeActor,
  id: OnlinePaymentId,
  isWhole: boolean,
): Promise<void> {
  await insertPaymentEntries(tx, actor, id)
  if (isWhole && (await lockPayment(tx, id)).status === 'unallocated') await markAllocated(tx, actor, id)
}
