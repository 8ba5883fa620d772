import type { Day } from '#core/calendar.ts'
import type { TenantActor } from '#core/actor.ts'
import type {
  AccountId,
  AccountTypeId,
  CooperativeId,
  EntryId,
  LoginId,
  MemberId,
  ReversalId,
  TransactionId,
} from '#core/ids.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import type { Kobo } from '#core/money.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintMembers } from '#platform/live/hints.ts'
import { type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { newId } from '#platform/db/id.ts'
import { insert, update } from '#platform/db/write.ts'
import type { PlannedMovement } from './plan-movement.ts'
import { referenceKey } from '#features/savings/transactions/rules/reference.ts'
import type { ExpenseType } from '#features/savings/transactions/rules/movement-types.ts'
import type { SocietyAccount } from './reads.ts'

type NewTransaction = {
  id: TransactionId
  type: string
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: bigint
  direction: 'in' | 'out'
  occurredOn: Day
  period: Day | null
  description: string
  entryId: EntryId
  entryNumber: number
  line: number
  recordedBy: LoginId
  recordedByName: string
  /** Null where another record of it keeps the receipt. */
  receiptNumber: string | null
  reference?: string | undefined
  /** The cash or bank account on the other side, where it is one. */
  through: { id: AccountId; name: string } | null
}

/** Sent, not awaited: nothing after it depends on it but the commit. */
export function insertTransactions(tx: Tx, cooperativeId: CooperativeId, rows: readonly NewTransaction[]): void {
  tx.send(sql`
    insert into app.transaction (cooperative_id, status, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, period, description,
      entry_id, entry_no, line, recorded_by, recorded_by_name, receipt_number, through_account_id, through_name, reference, reference_key)
    select ${cooperativeId}, 'approved', t.* from unnest(
      ${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.type)}::text[], ${rows.map((r) => r.memberId)}::uuid[],
      ${rows.map((r) => r.accountTypeId)}::uuid[], ${rows.map((r) => r.amount)}::bigint[], ${rows.map((r) => r.direction)}::text[],
      ${rows.map((r) => r.occurredOn)}::date[], ${rows.map((r) => r.period)}::date[], ${rows.map((r) => r.description)}::text[],
      ${rows.map((r) => r.entryId)}::uuid[], ${rows.map((r) => r.entryNumber)}::bigint[], ${rows.map((r) => r.line)}::int[],
      ${rows.map((r) => r.recordedBy)}::uuid[], ${rows.map((r) => r.recordedByName)}::text[],
      ${rows.map((r) => r.receiptNumber)}::text[], ${rows.map((r) => r.through?.id ?? null)}::uuid[], ${rows.map((r) => r.through?.name ?? null)}::text[],
      ${rows.map((r) => r.reference ?? null)}::text[], ${rows.map(({ reference }) => keyOf(reference))}::text[]) as t`)
}

function keyOf(reference: string | undefined): string | null {
  return reference ? referenceKey(reference) : null
}

/** Whether a movement is in the books, or waits for so many approvals. */
type MovementState = Posted | { approvalsNeeded: number; madeByOfficer: boolean }

type MovementRow = {
  id: TransactionId
  memberId: MemberId
  accountTypeId: AccountTypeId | null
  direction: 'in' | 'out'
}

/** Saves a movement, posted or pending. Sent, not awaited: what reads it travels on the same line behind it. */
export function insertMovement(
  tx: Tx,
  actor: TenantActor,
  { type, amount, occurredOn, through, income }: PlannedMovement,
  {
    rows,
    pairId,
    description,
    reference,
    state,
  }: {
    rows: readonly MovementRow[]
    pairId: TransactionId | null
    description: string
    reference?: string | undefined
    state: MovementState
  },
): void {
  const posted = 'entryId' in state ? state : undefined
  const waiting = 'entryId' in state ? { approvalsNeeded: 0, madeByOfficer: true } : state
  tx.send(sql`
    insert into app.transaction (cooperative_id, status, type, amount, occurred_on, description, through_account_id, through_name, income_account_id, pair_id,
      entry_id, entry_no, line, receipt_number, approvals_needed, made_by_officer, recorded_by, recorded_by_name, reference, reference_key, transaction_id, member_id, account_type_id, direction)
    select ${actor.cooperativeId}, ${posted ? 'approved' : 'pending'}, ${type}, ${amount}, ${occurredOn}, ${description}, ${through?.id ?? null}, ${through?.name ?? null},
      ${income?.id ?? null}, ${pairId}, ${posted?.entryId ?? null}, ${posted?.number ?? null}, ${posted ? 1 : null}, ${posted ? receiptNumber(posted) : null},
      ${waiting.approvalsNeeded}, ${waiting.madeByOfficer}, ${actor.loginId}, ${actor.name}, ${reference ?? null}, ${keyOf(reference)}, t.*
    from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.memberId)}::uuid[], ${rows.map((r) => r.accountTypeId)}::uuid[], ${rows.map((r) => r.direction)}::text[]) as t`)
}

/** Saves a journal with its lines, posted or pending. */
export function insertJournal(
  tx: Tx,
  actor: TenantActor,
  {
    id,
    amount,
    occurredOn,
    description,
    lines,
    state,
  }: {
    id: TransactionId
    amount: Kobo
    occurredOn: Day
    description: string
    lines: readonly JournalLine[]
    state: Posted | { approvalsNeeded: number }
  },
): void {
  const posted = 'entryId' in state ? state : undefined
  tx.send(sql`
    insert into app.transaction (cooperative_id, transaction_id, type, status, amount, direction, occurred_on, description, entry_id, entry_no, line, receipt_number,
      approvals_needed, recorded_by, recorded_by_name)
    values (${actor.cooperativeId}, ${id}, 'journal', ${posted ? 'approved' : 'pending'}, ${amount}, 'in', ${occurredOn}, ${description}, ${posted?.entryId ?? null},
      ${posted?.number ?? null}, ${posted ? 1 : null}, ${posted ? receiptNumber(posted) : null}, ${'entryId' in state ? 0 : state.approvalsNeeded}, ${actor.loginId}, ${actor.name})`)
  tx.send(sql`
    insert into app.journal_line (cooperative_id, transaction_id, line, account_id, debit, credit)
    select ${actor.cooperativeId}, ${id}, l.line, l.account_id, l.debit, l.credit
    from unnest(${lines.map((l) => l.accountId)}::uuid[], ${lines.map((l) => l.debit)}::bigint[], ${lines.map((l) => l.credit)}::bigint[]) with ordinality as l(account_id, debit, credit, line)`)
}

type NewExpense = {
  id: TransactionId
  type: ExpenseType
  party: string
  amount: Kobo
  occurredOn: Day
  description: string
  reference?: string | undefined
  account: SocietyAccount
  through: SocietyAccount
  state: Posted | { approvalsNeeded: number }
}

/** Stores an expense or other income, posted or waiting. */
export function insertExpense(
  tx: Tx,
  actor: TenantActor,
  { id, type, party, amount, occurredOn, description, reference, account, through, state }: NewExpense,
): void {
  const posted = 'entryId' in state ? state : undefined
  tx.send(sql`
    insert into app.transaction (cooperative_id, transaction_id, type, status, party, amount, direction, occurred_on, description, expense_account_id, income_account_id, through_account_id, through_name,
      entry_id, entry_no, line, receipt_number, approvals_needed, recorded_by, recorded_by_name, reference, reference_key)
    values (${actor.cooperativeId}, ${id}, ${type}, ${posted ? 'approved' : 'pending'}, ${party}, ${amount}, ${type === 'expense' ? 'out' : 'in'}, ${occurredOn}, ${description},
      ${type === 'expense' ? account.id : null}, ${type === 'income' ? account.id : null}, ${through.id}, ${through.name}, ${posted?.entryId ?? null}, ${posted?.number ?? null},
      ${posted ? 1 : null}, ${posted ? receiptNumber(posted) : null}, ${'entryId' in state ? 0 : state.approvalsNeeded}, ${actor.loginId}, ${actor.name}, ${reference ?? null}, ${keyOf(reference)})`)
}

export type PostedOn = Posted & { occurredOn: Day; through: SocietyAccount | null }

export async function markApproved(tx: Tx, ids: readonly TransactionId[], posted: PostedOn): Promise<void> {
  await tx.run(sql`
    update app.transaction set status = 'approved', occurred_on = ${posted.occurredOn}, entry_id = ${posted.entryId}, entry_no = ${posted.number}, line = 1,
      receipt_number = ${receiptNumber(posted)}, through_account_id = ${posted.through?.id ?? null}, through_name = ${posted.through?.name ?? null}
    where transaction_id = any (${ids}::uuid[]) and status = 'pending'`)
}

export async function markRejected(tx: Tx, ids: readonly TransactionId[]): Promise<void> {
  await tx.run(
    sql`update app.transaction set status = 'rejected' where transaction_id = any (${ids}::uuid[]) and status = 'pending'`,
  )
}

export async function markReversed(tx: Tx, entryId: EntryId): Promise<number> {
  return tx.run(sql`update app.transaction set status = 'reversed' where entry_id = ${entryId} and status = 'approved'`)
}

type Decision = {
  decision: 'approved' | 'rejected' | 'reversed'
  reason: string | null
  reversal: { entryId: EntryId; number: number } | null
}

/** Puts on record who decided what about these transactions, and why. */
export async function insertDecisions(
  tx: Tx,
  actor: TenantActor,
  of: readonly { id: TransactionId; memberId: MemberId | null }[],
  d: Decision,
): Promise<void> {
  await tx.run(sql`
    insert into app.transaction_decision (cooperative_id, transaction_id, member_id, decision, reason, entry_id, entry_no, decided_by, decided_by_name)
    select ${actor.cooperativeId}, t.*, ${d.decision}, ${d.reason}, ${d.reversal?.entryId ?? null}, ${d.reversal?.number ?? null}, ${actor.loginId}, ${actor.name}
    from unnest(${of.map(({ id }) => id)}::uuid[], ${of.map(({ memberId }) => memberId)}::uuid[]) as t(transaction_id, member_id)`)
}

export type MembersCredits = {
  type: 'interest' | 'dividend'
  number: number
  on: Day
  description: string
  /** What each member is told; `{amount}` is filled with what they were credited. */
  told: string
  link: `/member/${string}`
}

/** As members speak of it: written from the postings so that both agree. */
export async function insertMembersCredits(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  { type, number, on, description, told, link }: MembersCredits,
): Promise<void> {
  await tx.run(sql`
    insert into app.transaction (cooperative_id, status, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, description, entry_id, entry_no, line,
      recorded_by, recorded_by_name)
    select ${actor.cooperativeId}, 'approved', gen_random_uuid(), ${type}::text, a.member_id, a.account_type_id, p.amount, 'in', ${on}::date, ${description}::text, p.entry_id,
      ${number}::bigint, p.line, ${actor.loginId}::uuid, ${actor.name}::text
    from ledger.posting p
    -- Each is looked up by its key alone: a join might be planned as a walk over all accounts for each line.
    cross join lateral (select * from ledger.account a where a.account_id = p.credit_id limit 1) a
    where p.entry_id = ${entryId} and a.member_id is not null`)
  hintMembers(tx, actor.cooperativeId, 'all')
  await tx.run(sql`
    insert into app.notification (cooperative_id, notification_id, member_id, type, message, link)
    select ${actor.cooperativeId}, gen_random_uuid(), t.member_id, 'success',
      replace(${told}::text, '{amount}', '₦' || to_char(t.amount / 100.0, 'FM999,999,999,999,990.00')), ${link}::text
    from app.transaction t join app.member m on m.member_id = t.member_id where t.entry_id = ${entryId} and not ${hasLeftOrDied}`)
}

/** A reason says that it was turned down. */
export async function markReversalDecided(
  tx: Tx,
  actor: TenantActor,
  reversalId: ReversalId,
  decidedReason: string | null,
): Promise<void> {
  const status = decidedReason === null ? 'approved' : 'rejected'
  const decidedBy = { decidedBy: actor.loginId, decidedByName: actor.name, decidedAt: sql`clock_timestamp()` }
  await update(tx, 'app.reversal_request', { reversalId, status: 'pending' }, { status, ...decidedBy, decidedReason })
}

/** Retired from the beginning: no one pays into it by hand, and what is on it can be withdrawn. */
export async function insertPayableType(
  tx: Tx,
  cooperativeId: CooperativeId,
  type: { name: string; controlId: AccountId; code: string; isForFormer: boolean },
): Promise<void> {
  const accountTypeId = newId<AccountTypeId>()
  const payable = { kind: 'savings', isPayable: true, retiredAt: sql`now()` } as const
  await insert(tx, 'app.account_type', { cooperativeId, accountTypeId, ...type, ...payable })
}
