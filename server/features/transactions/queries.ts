import type { getTransaction as detailContract, listDeposits as depositsContract, listTransactions as contract } from '#contract/transactions.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import { cashCode } from '#domain/configuration/presets.ts'
import type { AccountId, AccountTypeId, EntryId, MemberId, TransactionId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { foldQuery } from '#domain/searching.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

type Row = Replied<typeof contract>

const orders: Record<string, Statement> = {
  occurredOn: sql`t.occurred_on, t.transaction_id`,
  '-occurredOn': sql`t.occurred_on desc, t.transaction_id desc`,
  amount: sql`t.amount, t.transaction_id`,
  '-amount': sql`t.amount desc, t.transaction_id`,
  entryNumber: sql`t.entry_no, t.line, t.transaction_id`,
  // What waits has no number yet and comes last either way, or a page of waiting requests would hide what was just posted.
  '-entryNumber': sql`t.entry_no desc nulls last, t.line, t.transaction_id`,
}

const columns = sql`t.transaction_id as id, t.type, t.status, t.member_id as "memberId", m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
  a.name as account, t.amount, t.direction, t.occurred_on as "occurredOn", to_char(t.period, 'YYYY-MM') as period, t.description,
  t.entry_id as "entryId", t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy", t.created_at as "createdAt"`

/** Row security shows a member his own only. */
export async function listTransactions(
  tx: Tx,
  _actor: TenantActor,
  { type, status, memberId, from, to, q, sort = '-occurredOn', page, limit }: Parsed<typeof contract> & { page: number; limit: number },
): Promise<PageOf<Row>> {
  const where = allOf([
    ...(type ? [sql`t.type = ${type}`] : []),
    ...(status ? [sql`t.status = ${status}`] : []),
    ...(memberId ? [sql`t.member_id = ${memberId}`] : []),
    ...(from ? [sql`t.occurred_on >= ${from}::date`] : []),
    ...(to ? [sql`t.occurred_on <= ${to}::date`] : []),
    ...(q ? [sql`t.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))})`] : []),
  ])
  const order = orders[sort] ?? sql`t.occurred_on desc, t.transaction_id desc`
  const [rows, totals] = await Promise.all([
    tx.many<Row>(sql`
      select ${columns} from (select * from app.transaction t where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}) t
      join app.member m using (member_id)
      join app.account_type a using (account_type_id)
      order by ${order}`),
    tx.one<{ total: number; in: bigint; out: bigint }>(sql`
      select count(*)::int as total, coalesce(sum(t.amount) filter (where t.direction = 'in' and t.status = 'approved'), 0)::bigint as in,
        coalesce(sum(t.amount) filter (where t.direction = 'out' and t.status = 'approved'), 0)::bigint as out
      from app.transaction t where ${where}`),
  ])
  return { rows, total: totals.total, summary: { in: totals.in as Kobo, out: totals.out as Kobo } }
}

export async function listDeposits(tx: Tx, actor: TenantActor, input: Parsed<typeof depositsContract> & { page: number; limit: number }): Promise<PageOf<Row>> {
  return listTransactions(tx, actor, { ...input, type: 'deposit' })
}

export async function findTransaction(tx: Tx, id: TransactionId): Promise<Row> {
  const row = await tx.maybe<Row>(sql`
    select ${columns} from app.transaction t join app.member m using (member_id) join app.account_type a using (account_type_id) where t.transaction_id = ${id}`)
  return row ?? refuse('not_found')
}

export async function getTransaction(tx: Tx, actor: TenantActor, { transactionId }: Parsed<typeof detailContract>): Promise<Replied<typeof detailContract>> {
  const [row, decisions] = await Promise.all([
    findTransaction(tx, transactionId),
    tx.many<Replied<typeof detailContract>['decisions'][number]>(sql`
      select decision, decided_by_name as by, decided_at as at, reason, entry_no::int as "entryNumber"
      from app.transaction_decision where transaction_id = ${transactionId} order by decided_at`),
  ])
  // Whose payments stand on the same voucher is not a member's to know.
  const voucher = row.entryId && actor.role !== 'member' ? await findVoucher(tx, row.entryId) : null
  return { ...row, decisions, voucher }
}

async function findVoucher(tx: Tx, entryId: EntryId): Promise<{ lines: number; total: Kobo }> {
  return tx.one(sql`select count(*)::int as lines, sum(amount)::bigint as total from app.transaction where entry_id = ${entryId}`)
}

/** What a deposit or withdrawal meets: the member, the account it moves, what is free there, how far the books are open. */
export type FactsRow = {
  member_id: MemberId
  name: string
  status: 'active' | 'inactive'
  registration_date: Day
  membership_number: number
  account_type_id: AccountTypeId | null
  type_name: string
  type_kind: 'savings' | 'shares'
  type_retired: boolean
  control_id: AccountId
  account_id: AccountId | null
  free: bigint
  /** Withdrawals from this account that wait for an officer. */
  waiting: bigint
  books_begin_on: Day
  closed_through: Day | null
}

/**
 * The facts behind a movement; undefined without the member. He is held against other movements by hand, so that two
 * requests never count the same free money.
 */
export async function findFacts(tx: Tx, memberId: MemberId, accountTypeId: AccountTypeId | null): Promise<FactsRow | undefined> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for no key update`)
  return tx.maybe<FactsRow>(sql`
    select m.member_id, m.first_name || ' ' || m.last_name as name, m.status, m.registration_date, m.membership_number,
      t.account_type_id, t.name as type_name, t.kind as type_kind, t.retired_at is not null as type_retired, t.control_id, a.account_id,
      coalesce(a.free, 0)::bigint as free, coalesce(w.waiting, 0)::bigint as waiting, h.books_begin_on, h.closed_through
    from app.member m
    cross join ledger.head h
    left join lateral (select * from app.account_type t
      where case when ${accountTypeId}::uuid is null then t.is_default else t.account_type_id = ${accountTypeId}::uuid end limit 1) t on true
    left join lateral (
      select o.account_id, greatest(coalesce(sum(b.credits - b.debits), 0) - coalesce(o.min_balance, 0), 0) as free
      from ledger.account o left join ledger.balance b on b.account_id = o.account_id
      where o.member_id = m.member_id and o.account_type_id = t.account_type_id group by o.account_id, o.min_balance limit 1) a on true
    left join lateral (select sum(p.amount) as waiting from app.transaction p
      where p.member_id = m.member_id and p.account_type_id = t.account_type_id and p.status = 'pending' and p.direction = 'out') w on true
    where m.member_id = ${memberId} and m.removed_at is null`)
}

/** The society's own side of a movement, and the number under which a member's account is opened. */
export async function findSocietyAccounts(tx: Tx, controlId: AccountId): Promise<{ cashId: AccountId; controlCode: string }> {
  return tx.one(sql`
    select (select account_id from ledger.account where code = ${cashCode}) as "cashId",
      (select code from ledger.account where account_id = ${controlId}) as "controlCode"`)
}

export type HeldTransaction = {
  id: TransactionId
  type: Row['type']
  status: Row['status']
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: Kobo
  direction: 'in' | 'out'
  occurredOn: Day
  description: string
  entryId: EntryId | null
  entryNumber: number | null
  decidedBy: string | null
}

const heldColumns = sql`t.transaction_id as id, t.type, t.status, t.member_id as "memberId", t.account_type_id as "accountTypeId", t.amount, t.direction,
  t.occurred_on as "occurredOn", t.description, t.entry_id as "entryId", t.entry_no::int as "entryNumber",
  (select d.decided_by_name from app.transaction_decision d where d.transaction_id = t.transaction_id order by d.decided_at desc limit 1) as "decidedBy"`

/** The transaction, held: of two who decide about it, the second sees what the first decided. */
export async function holdTransaction(tx: Tx, id: TransactionId): Promise<HeldTransaction> {
  await tx.run(sql`select from app.transaction where transaction_id = ${id} for update`)
  const row = await tx.maybe<HeldTransaction>(sql`select ${heldColumns} from app.transaction t where t.transaction_id = ${id}`)
  return row ?? refuse('not_found')
}

/** Every transaction of a voucher, held, in one order for everybody. */
export async function holdVoucher(tx: Tx, entryId: EntryId): Promise<HeldTransaction[]> {
  await tx.run(sql`select from app.transaction where entry_id = ${entryId} order by transaction_id for update`)
  return tx.many<HeldTransaction>(sql`select ${heldColumns} from app.transaction t where t.entry_id = ${entryId} order by t.transaction_id`)
}

/** The first member from whose account the money of this voucher can no longer be taken back in full. */
export async function findShortfall(tx: Tx, entryId: EntryId): Promise<{ name: string; free: Kobo } | undefined> {
  return tx.maybe(sql`
    select m.first_name || ' ' || m.last_name as name, greatest(k.balance - k.min_balance, 0)::bigint as free
    from (
      select t.member_id, t.account_type_id, sum(t.amount) as amount from app.transaction t
      where t.entry_id = ${entryId} and t.direction = 'in' group by 1, 2) taken
    cross join lateral (
      select a.min_balance, sum(b.credits - b.debits) as balance
      from ledger.account a join ledger.balance b on b.account_id = a.account_id
      where a.member_id = taken.member_id and a.account_type_id = taken.account_type_id group by a.account_id, a.min_balance) k
    cross join lateral (select * from app.member m where m.member_id = taken.member_id limit 1) m
    where k.balance - taken.amount < k.min_balance
    order by m.membership_number limit 1`)
}
