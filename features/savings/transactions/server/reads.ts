import { getApprovalRules as rulesContract } from '#features/savings/transactions/approval-rules.ts'
import * as movements from '#features/savings/transactions/movements.ts'
import * as contract from '#features/savings/transactions/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, firstDayOf, type Period } from '#core/calendar.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountId, AccountTypeId, EntryId, LoanId, MemberId, ReversalId, TransactionId } from '#core/ids.ts'
import type { JournalLine } from '#features/accounting/books/rules/journal.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import type { Kobo } from '#core/money.ts'
import { type Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import type { ExpenseType } from '#features/savings/transactions/rules/movement-types.ts'
import { type ShareRules, sharesIn } from '#features/savings/transactions/rules/shares.ts'
import type { KeyScope } from '#core/key-scope.ts'
import { findRecordsOf, loanMovement } from '#features/members/members/server/reads.ts'
import { action } from '#platform/action.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'
import { type Approvals, findApprovalRules, findApprovalStates } from '#features/access/approvals/server/reads.ts'
import { movementsWaitFrom } from '#features/savings/transactions/rules/movement-approvals.ts'
import { cashCode, gatewayCode, servedCodes, unallocatedCode } from '#features/accounting/books/rules/chart.ts'

const noSharesOffered = refusal(
  'no_shares_offered',
  409,
  'No account type for shares is offered. Add one in the configuration first.',
)
const incomeAccountUnknown = refusal('income_account_unknown', 422, 'Choose one of the income accounts of your chart.')
const expenseAccountUnknown = refusal(
  'expense_account_unknown',
  422,
  'Choose one of the expense accounts of your chart.',
)
const transactionDecided = refusal('transaction_decided', 409, 'This has already been {decided}. Nothing was changed.')

/** Refuses with who decided it, where that is known. */
export function alreadyDecided(status: string, by: string | null): Refusal {
  return transactionDecided({ decided: by === null ? status : `${status} by ${by}` })
}

type Row = Replied<typeof contract.listTransactions>

const orders: Record<string, Statement> = {
  occurredOn: sql`t.occurred_on, t.transaction_id`,
  '-occurredOn': sql`t.occurred_on desc, t.transaction_id desc`,
  amount: sql`t.amount, t.transaction_id`,
  '-amount': sql`t.amount desc, t.transaction_id`,
  entryNumber: sql`t.entry_no, t.line, t.transaction_id`,
  // What waits has no number yet and comes last either way, or a page of waiting requests would hide what was just posted.
  '-entryNumber': sql`t.entry_no desc nulls last, t.line, t.transaction_id`,
}

/**
 * A journal brings money into cash or bank, takes it out, or moves none; the own row of interest or dividends is the sum of its
 * members' rows, and no one paid in what the books began with.
 */
const direction = sql`case when t.type = 'journal' then (
    select case when sum(j.debit) > sum(j.credit) then 'in' when sum(j.debit) < sum(j.credit) then 'out' end
    from app.journal_line j join ledger.account c on c.account_id = j.account_id and c.holds_cash where j.transaction_id = t.transaction_id)
  when t.type <> 'opening' and (t.member_id is not null or t.type in ('expense', 'income')) then t.direction end`

const columns = sql`t.transaction_id as id, t.record, t.loan_id, t.type, t.status, t.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno,
  t.party, coalesce(a.name, k.name, c.name) as account, t.through_name as "paidThrough", t.amount, ${direction} as direction, t.occurred_on, to_char(t.period, 'YYYY-MM') as period, coalesce(t.description, c.name, t.party) as description, t.reference,
  t.entry_id, t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy", t.created_at`

// A journal is no one's, a charge that was paid in cash moved no account of the member, and an expense is for an account of the chart.
const joins = sql`left join app.member m on m.member_id = t.member_id left join app.account_type a on a.account_type_id = t.account_type_id
  left join ledger.account k on t.type in ('expense', 'income') and k.account_id = t.for_account_id
  left join app.loan l on l.loan_id = t.loan_id left join app.loan_configuration c on c.loan_configuration_id = l.loan_configuration_id`

type Source = { holds: (type: Row['type']) => boolean; keyScope: KeyScope; rows: Statement }

const named = sql`t (transaction_id, record, loan_id, type, status, member_id, account_type_id, for_account_id, party, through_name,
  amount, direction, occurred_on, period, description, reference, entry_id, entry_no, line, recorded_by_name, created_at)`
const transactions = sql`
  select transaction_id, 'transaction', null::uuid, type, status, member_id, account_type_id, coalesce(expense_account_id, income_account_id), party, through_name,
    amount, direction, occurred_on, period, description, reference, entry_id, entry_no, line, recorded_by_name, created_at
  from app.transaction`

/** Where movements of money are recorded, each in the columns of a transaction. */
const sources: readonly Source[] = [
  { holds: (type) => type !== 'remittance' && type !== 'leaving_payout', keyScope: 'savings.read', rows: transactions },
  // What was recovered from savings is a transaction of each whose savings they were.
  {
    holds: (type) => type === 'disbursement' || type === 'repayment' || type === 'opening',
    keyScope: 'loans.read',
    rows: sql`
      select v.movement_id, 'loan_movement', v.loan_id, ${loanMovement.type}, ${loanMovement.status}, v.member_id, null::uuid, null::uuid, null, v.through_name,
        v.amount, ${loanMovement.direction}, v.occurred_on, null::date, null, v.reference, v.entry_id, v.entry_no, null::int, v.recorded_by_name, v.created_at
      from app.loan_movement v where ${loanMovement.isShown} and v.way is distinct from 'recovery'`,
  },
  {
    holds: (type) => type === 'remittance',
    keyScope: 'savings.read',
    rows: sql`
      select r.remittance_id, 'remittance', null::uuid, 'remittance', case when r.reversed_at is null then 'approved' else 'reversed' end, null::uuid, null::uuid, null::uuid, e.name,
        (select o.name from ledger.account o where o.code = r.account_code), r.amount, null, r.received_on, null::date, null, r.reference, r.entry_id, r.entry_no, null::int, r.recorded_by_name, r.recorded_at
      from app.remittance r join app.employer e using (employer_id)`,
  },
  {
    holds: (type) => type === 'leaving_payout',
    keyScope: 'savings.read',
    rows: sql`
      select o.payout_id, 'leaving_payout', null::uuid, 'leaving_payout', case o.status when 'posted' then 'approved' else 'reversed' end, null::uuid, null::uuid, null::uuid, p.name,
        o.account_name, o.amount, null, o.occurred_on, null::date, null, null, o.entry_id, o.entry_no, null::int, o.recorded_by_name, o.created_at
      from app.leaving_payout o join app.leaving_payee p using (leaving_id, number)`,
  },
]

/** Those that the key which asks is for; a person reads all. */
function readable(actor: TenantActor): readonly Source[] {
  const keys = actor.role === 'coop_admin' ? actor.keyScopes : undefined
  return keys ? sources.filter(({ keyScope }) => keys.includes(keyScope)) : sources
}

/** What of these fits `which`, a condition on `t` and what follows it, so that each is found and cut by indexes of its own. */
function movementsIn(from: readonly Source[], which: Statement): Statement {
  return from
    .map(({ rows }) => sql`(select * from (${rows}) ${named} where ${which})`)
    .reduce((all, more) => sql`${all} union all ${more}`)
}

/** Row security shows a member their own only. */
export const listTransactions = action(contract.listTransactions, async ({ tx, actor }, input) => {
  const { type, status, memberId, from, to, q, sort = '-occurredOn', page, limit } = input
  const records = memberId && (await findRecordsOf(tx, memberId))
  const where = allOf([
    ...(type ? [sql`t.type = ${type}`] : []),
    ...(status ? [sql`t.status = ${status}`] : []),
    ...(records ? [sql`t.member_id = any(${records}::uuid[])`] : []),
    ...(from ? [sql`t.occurred_on >= ${from}::date`] : []),
    ...(to ? [sql`t.occurred_on <= ${to}::date`] : []),
    ...(q
      ? [
          sql`(t.member_id in (select m.member_id from app.member m where m.search_text like ${containing(foldQuery(q))}) or ${mentions(sql`t.party`, q)})`,
        ]
      : []),
  ])
  const order = orders[sort] ?? sql`t.occurred_on desc, t.transaction_id desc`
  const chosen = readable(actor).filter(({ holds }) => !type || holds(type))
  // No more of each than up to the end of this page, in the order of its index.
  const upToPage = sql`${where} order by ${order} limit ${page * limit}`
  const [rows, { total, ...summary }] = await Promise.all([
    tx.many<Row>(sql`
      select ${columns} from (select * from (${movementsIn(chosen, upToPage)}) t order by ${order} limit ${limit} offset ${(page - 1) * limit}) t
      ${joins}
      order by ${order}`),
    tx.one<{ total: number; in: Kobo; out: Kobo }>(sql`
      select count(*)::int as total, coalesce(sum(t.amount) filter (where t.direction = 'in'), 0)::bigint as in, coalesce(sum(t.amount) filter (where t.direction = 'out'), 0)::bigint as out
      from (select t.amount, case when t.status = 'approved' then ${direction} end as direction
      from (${movementsIn(chosen, where)}) t) t`),
  ])
  return { rows, total, summary }
})

export const listDeposits = action(contract.listDeposits, (ask, input) =>
  listTransactions(ask, { ...input, type: 'deposit' }),
)

export async function findTransaction(tx: Tx, id: TransactionId): Promise<Row> {
  const row = await tx.maybe<Row>(
    sql`select ${columns} from (${transactions}) ${named} ${joins} where t.transaction_id = ${id}`,
  )
  return row ?? refuse('not_found')
}

type Detail = Replied<typeof contract.getTransaction>

export const getTransaction = action(contract.getTransaction, async ({ tx, actor }, { transactionId }) => {
  const [row, decisions, pair, more, lines] = await Promise.all([
    tx.maybe<Row>(
      sql`select ${columns} from (${movementsIn(readable(actor), sql`t.transaction_id = ${transactionId}`)}) t ${joins}`,
    ),
    tx.many<Detail['decisions'][number]>(sql`
      select decision, decided_by_name as by, decided_at as at, reason, entry_no::int as "entryNumber"
      from app.transaction_decision where transaction_id = ${transactionId} order by decided_at`),
    tx.maybe<NonNullable<Detail['pair']>>(sql`
      select o.transaction_id as id, m.first_name || ' ' || m.last_name as "memberName", a.name as account, o.direction
      from app.transaction t join app.transaction o on o.pair_id = t.pair_id and o.transaction_id <> t.transaction_id
      join app.member m on m.member_id = o.member_id join app.account_type a on a.account_type_id = o.account_type_id where t.transaction_id = ${transactionId}`),
    tx.maybe<{ receiptNumber: string | null; subjectId: TransactionId; needed: number; madeByOfficer: boolean }>(sql`
      select coalesce(t.receipt_number, (select t.entry_no || '-' || substr(encode(e.hash, 'hex'), 1, 10) from ledger.entry e where e.entry_id = t.entry_id)) as "receiptNumber",
        coalesce(t.pair_id, t.transaction_id) as "subjectId", t.approvals_needed as needed, t.made_by_officer
      from app.transaction t where t.transaction_id = ${transactionId}`),
    tx.many<Detail['lines'][number]>(sql`
      select a.code, a.name, j.debit, j.credit from app.journal_line j join ledger.account a on a.account_id = j.account_id
      where j.transaction_id = ${transactionId} order by j.line`),
  ])
  if (!row) return refuse('not_found')
  const receiptNumber = more?.receiptNumber ?? null
  // Whose payments are on the same voucher, and who checks, is not a member's to know.
  if (actor.role === 'member' || !more)
    return {
      ...row,
      decisions,
      pair: pair ?? null,
      receiptNumber,
      lines,
      voucher: null,
      approvals: null,
      reversal: null,
    }
  const [voucher, states, reversal] = await Promise.all([
    row.entryId ? findVoucher(tx, row.entryId) : null,
    findApprovalStates(tx, actor, transactionApprovals.subjects(sql`t.transaction_id = ${more.subjectId}`)),
    findReversalState(tx, actor, row.entryId),
  ])
  const state = states.get(more.subjectId)
  const approvals =
    state && (row.status === 'pending' ? more.needed > 0 || more.madeByOfficer : state.given.length > 0) ? state : null
  return { ...row, decisions, pair: pair ?? null, receiptNumber, lines, voucher, approvals, reversal }
})

async function findReversalState(tx: Tx, actor: TenantActor, entryId: EntryId | null): Promise<Detail['reversal']> {
  if (!entryId) return null
  const asked = await tx.maybe<Omit<NonNullable<Detail['reversal']>, 'approvals'>>(sql`
    select reversal_id as id, reason, asked_by_name as "askedBy", asked_at from app.reversal_request where entry_id = ${entryId} and status = 'pending'`)
  if (!asked) return null
  const states = await findApprovalStates(tx, actor, reversalApprovals.subjects(sql`r.reversal_id = ${asked.id}`))
  const approvals = states.get(asked.id)
  return approvals ? { ...asked, approvals } : null
}

/** Movements and journals that wait; of a transfer its outgoing half. */
export const transactionApprovals: Approvals = {
  kinds: ['transaction'],
  id: sql`t.transaction_id`,
  waits: sql`t.status = 'pending'`,
  subjects: (where) => sql`
    select t.transaction_id as subject_id, 'transaction' as kind, t.approvals_needed as needed, t.recorded_by as maker_id, t.made_by_officer, t.status = 'pending' as open,
      coalesce(t.paid_members, '{}') || array_remove(array[t.member_id, (select o.member_id from app.transaction o where o.pair_id = t.pair_id and o.transaction_id <> t.transaction_id limit 1)], null) as member_ids
    from app.transaction t where (t.pair_id is null or t.pair_id = t.transaction_id) and ${where}`,
  rows: () => sql`
    select t.transaction_id as subject_id, t.type as kind, jsonb_build_object('transactionId', t.transaction_id) as ids, t.member_id, a.name as account, t.amount,
      t.occurred_on, coalesce(t.party || ': ', '') || t.description as description, t.recorded_by_name as "askedBy", t.created_at as "askedAt", null::int as required, null::int as accepted, true as is_ready
    from app.transaction t left join app.account_type a using (account_type_id) where t.status = 'pending'`,
}

/** Reversals that wait. */
export const reversalApprovals: Approvals = {
  kinds: ['reversal'],
  id: sql`r.reversal_id`,
  waits: sql`r.status = 'pending'`,
  subjects: (where) => sql`
    select r.reversal_id as subject_id, 'reversal' as kind, r.approvals_needed as needed, r.asked_by as maker_id, true as made_by_officer, r.status = 'pending' as open,
    (select coalesce(array_agg(distinct t.member_id) filter (where t.direction = 'out' and t.member_id is not null), '{}') from app.transaction t where t.entry_id = r.entry_id) as member_ids
    from app.reversal_request r where ${where}`,
  rows: () => sql`
    select r.reversal_id, 'reversal', jsonb_build_object('transactionId', r.transaction_id, 'reversalId', r.reversal_id), t.member_id, a.name, r.amount, t.occurred_on, r.reason, r.asked_by_name, r.asked_at, null::int, null::int, true
    from app.reversal_request r join app.transaction t using (transaction_id) left join app.account_type a using (account_type_id) where r.status = 'pending'`,
}

async function findVoucher(tx: Tx, entryId: EntryId): Promise<{ lines: number; total: Kobo }> {
  // The two movements of a transfer are one amount, the own row of interest, dividends or opening balances is none of its members', and the interest of a settlement is in what it takes out.
  return tx.one(sql`
    select count(*)::int as lines, coalesce(sum(amount) filter (where (pair_id is null or pair_id = transaction_id) and not (type = 'interest' and takes_out)), 0)::bigint as total
    from (select *, bool_or(type in ('withdrawal', 'share_redemption')) over () as takes_out from app.transaction where entry_id = ${entryId}) t
    where type not in ('interest', 'dividend', 'opening') or member_id is not null`)
}

/** The account type that a side of a movement is about. */
type TypeFacts = {
  accountTypeId: AccountTypeId
  typeName: string
  typeKind: AccountTypeKind
  typeEarlyRelease: boolean
  controlId: AccountId
}

/** What one side of a movement meets: the member, the account it moves, what is free there, how far the books are open. */
type MemberFacts = {
  memberId: MemberId
  name: string
  status: MemberStatus
  mergedInto: string | null
  /** They have given notice, and their settlement is still to come. */
  isLeaving: boolean
  registrationDate: Day
  membershipNumber: number
  typeRetired: boolean
  typeReleaseOn: Day | null
  /** Null in a member's own session, which sees no account but their. */
  controlCode: string | null
  accountId: AccountId | null
  free: bigint
  balance: bigint
  /** What is asked for from this account and waits for an officer. */
  waiting: bigint
  booksBeginOn: Day
  closedThrough: Day | null
}

export type KnownFacts = MemberFacts & TypeFacts
type FactsRow = MemberFacts & Joined<TypeFacts>

/**
 * The facts behind a movement; undefined without the member. The member is locked against other movements, so that two
 * requests never count the same free money.
 */
export async function findFacts(
  tx: Tx,
  memberId: MemberId,
  accountTypeId: AccountTypeId | null,
): Promise<FactsRow | undefined> {
  await tx.run(sql`select from app.member where member_id = ${memberId} for no key update`)
  return tx.maybe<FactsRow>(sql`
    select m.member_id, m.first_name || ' ' || m.last_name as name, m.status, (select o.membershipno from app.member o where o.member_id = m.merged_into) as merged_into, m.registration_date, m.membership_number,
      exists (select from app.leaving v where v.member_id = m.member_id and v.status in ('open', 'waiting')) as is_leaving,
      t.account_type_id, t.name as type_name, t.kind as type_kind, t.retired_at is not null as type_retired,
      t.release_on as type_release_on, t.early_release as type_early_release, t.control_id, (select k.code from ledger.account k where k.account_id = t.control_id) as control_code,
      a.account_id, coalesce(a.balance, 0)::bigint as balance, coalesce(a.free, 0)::bigint as free, coalesce(w.waiting, 0)::bigint as waiting, h.books_begin_on, h.closed_through
    from app.member m
    cross join ledger.head h
    left join lateral (select * from app.account_type t
      where case when ${accountTypeId}::uuid is null then t.is_default else t.account_type_id = ${accountTypeId}::uuid end limit 1) t on true
    left join lateral (
      select o.account_id, coalesce(sum(b.credits - b.debits), 0) as balance, greatest(coalesce(sum(b.credits - b.debits), 0) - coalesce(o.min_balance, 0), 0) as free
      from ledger.account o left join ledger.balance b on b.account_id = o.account_id
      where o.member_id = m.member_id and o.account_type_id = t.account_type_id group by o.account_id, o.min_balance limit 1) a on true
    left join lateral (select sum(p.amount) as waiting from app.transaction p
      where p.member_id = m.member_id and p.account_type_id = t.account_type_id and p.status = 'pending' and p.direction = 'out') w on true
    where m.member_id = ${memberId} and m.removed_at is null`)
}

/** An account type with what opening a member's account of it takes. */
export type PaidType = {
  id: AccountTypeId
  name: string
  kind: AccountTypeKind
  controlId: AccountId
  controlCode: string
}

export const accountTypes = sql`
  select t.account_type_id as id, t.name, t.kind, t.control_id, k.code as "controlCode"
  from app.account_type t join ledger.account k on k.account_id = t.control_id`

export async function findPaidType(tx: Tx, id: AccountTypeId): Promise<PaidType> {
  return tx.one<PaidType>(sql`${accountTypes} where t.account_type_id = ${id}`)
}

/** The account type of what is to be paid to members' banks, or of what former members are owed; undefined until the first of it. */
export async function findPayableType(tx: Tx, isForFormer: boolean): Promise<PaidType | undefined> {
  return tx.maybe<PaidType>(sql`${accountTypes} where t.is_payable and t.is_for_former = ${isForFormer}`)
}

export async function findPayableTypes(tx: Tx): Promise<Set<AccountTypeId>> {
  const rows = await tx.many<{ id: AccountTypeId }>(
    sql`select account_type_id as id from app.account_type where is_payable`,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function findTypeCodes(tx: Tx): Promise<Set<string>> {
  const rows = await tx.many<{ code: string }>(sql`select code from app.account_type`)
  return new Set(rows.map(({ code }) => code))
}

export type Payee = { memberId: MemberId; payeeId: MemberId; number: number; isFormer: boolean }

/**
 * Who is paid in the place of each of these members that is a former one: the record into which theirs was merged, else they
 * themselves, who are former. Who is a member still is not among them.
 */
export async function findPayeesOfFormer(tx: Tx, ids: readonly MemberId[]): Promise<Map<MemberId, Payee>> {
  const rows = await tx.many<Payee>(sql`
    with recursive heir as (
      select m.member_id, m.member_id as payee_id, m.merged_into from app.member m where m.member_id = any(${[...new Set(ids)]}::uuid[]) and m.left_on is not null
      union all
      select h.member_id, m.member_id, m.merged_into from heir h join app.member m on m.member_id = h.merged_into)
    select h.member_id, h.payee_id, m.membership_number as number, m.left_on is not null as "isFormer"
    from heir h join app.member m on m.member_id = h.payee_id where h.merged_into is null`)
  return new Map(rows.map((row) => [row.memberId, row]))
}

export type SocietyAccount = { id: AccountId; code: string; name: string }

// Accounts under a control account are a member's or a loan's, which move by their own acts.
const postable = sql`a.member_id is null and a.control_id is null and not a.is_control and a.retired_at is null`
/** Cash and bank; what a payment provider holds is none of it and not offered, and members' payments come through it. */
const isMoney = sql`${postable} and a.holds_cash`
// Held money is allocated to members as if they paid it in; no one pays through it otherwise.
const takesMoney = sql`${postable} and (a.holds_cash or a.code = ${gatewayCode} or (a.code = ${unallocatedCode} and current_setting('app.held_money', true) = 'on'))`

/** Lets money that this transaction records come from what is held on the unallocated receipts. */
export async function payFromHeldMoney(tx: Tx): Promise<void> {
  await tx.run(sql`set local app.held_money = 'on'`)
}
// What the program posts by itself, such as interest on loans, no one records by hand.
const byHand = sql`not a.code = any (${servedCodes}::text[])`
const takesBy: Record<ExpenseType, Statement> = {
  expense: sql`a.class = 'expense' and ${byHand}`,
  // What came from no one knows whom is not income; it is held until somebody does.
  income: sql`(a.class = 'income' and ${byHand} or a.code = ${unallocatedCode})`,
}

/** The cash or bank account that is named; where none is, the one of this code. Refuses: money_account_unknown. */
export async function findMoneyAccount(
  tx: Tx,
  id: AccountId | null | undefined,
  code = cashCode,
): Promise<SocietyAccount> {
  const which = id ? sql`a.account_id = ${id}` : sql`a.code = ${code}`
  const found = await tx.maybe<SocietyAccount>(sql`
    select a.account_id as id, a.code, a.name from ledger.account a where ${which} and ${takesMoney}`)
  return found ?? refuse('money_account_unknown', { field: 'paidThrough' })
}

/** Those of these that are cash or bank accounts. */
export async function findMoneyAccounts(tx: Tx, ids: readonly AccountId[]): Promise<Map<AccountId, SocietyAccount>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.many<SocietyAccount>(sql`
    select a.account_id as id, a.code, a.name from ledger.account a where a.account_id = any (${ids}::uuid[]) and ${takesMoney}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Refuses: income_account_unknown. */
export async function findIncomeAccount(tx: Tx, id: AccountId | null | undefined): Promise<SocietyAccount> {
  const found =
    id &&
    (await tx.maybe<SocietyAccount>(sql`
    select a.account_id as id, a.code, a.name from ledger.account a where a.account_id = ${id} and ${postable} and a.class = 'income'`))
  return found || refuse(incomeAccountUnknown({ field: 'incomeAccountId' }))
}

/** The account of the chart that an expense, or income from others than members, is for; `held` where held money is paid back. Refuses: expense_account_unknown, income_account_unknown. */
export async function findExpenseAccount(
  tx: Tx,
  type: ExpenseType,
  id: AccountId | null | undefined,
  held = false,
): Promise<SocietyAccount> {
  const found =
    id &&
    (await tx.maybe<SocietyAccount>(sql`
    select a.account_id as id, a.code, a.name from ledger.account a where a.account_id = ${id} and ${postable} and (${takesBy[type]} or (${held} and a.code = ${unallocatedCode}))`))
  if (found) return found
  return type === 'expense'
    ? refuse(expenseAccountUnknown({ field: 'expenseAccountId' }))
    : refuse(incomeAccountUnknown({ field: 'incomeAccountId' }))
}

/** Those of these accounts that a journal may post to, with their codes. */
export async function findJournalAccounts(tx: Tx, ids: readonly AccountId[]): Promise<Map<AccountId, string>> {
  const rows = await tx.many<{ id: AccountId; code: string }>(
    sql`select a.account_id as id, a.code from ledger.account a where a.account_id = any (${ids}::uuid[]) and ${postable}`,
  )
  return new Map(rows.map(({ id, code }) => [id, code]))
}

export const listPostingAccounts = action(movements.listPostingAccounts, async ({ tx }, { use }) => {
  const which = {
    money: isMoney,
    income: sql`a.class = 'income'`,
    expense: takesBy.expense,
    other_income: takesBy.income,
    journal: sql`true`,
  }[use ?? 'journal']
  return tx.many<Replied<typeof movements.listPostingAccounts>[number]>(sql`
    select a.account_id as id, a.code, a.name, a.class, a.code = ${cashCode} as "isDefault" from ledger.account a where ${postable} and ${which} order by a.code`)
})

/** A member's accounts with a balance or that are still offered. */
export const listMemberAccounts = action(movements.listMemberAccounts, async ({ tx, actor }, { memberId }) => {
  if (actor.role === 'member' && actor.memberId !== memberId) return refuse('not_found')
  const [member, rules, rows] = await Promise.all([
    tx.maybe(sql`select from app.member where member_id = ${memberId} and removed_at is null`),
    findShareRules(tx),
    tx.many<Omit<Replied<typeof movements.listMemberAccounts>[number], 'shares'>>(sql`
      select t.account_type_id, t.name, t.kind, t.release_on, coalesce(k.balance, 0)::bigint as balance, coalesce(k.floor, 0)::bigint as pledged,
        coalesce(w.waiting, 0)::bigint as waiting, greatest(coalesce(k.balance, 0) - coalesce(k.floor, 0) - coalesce(w.waiting, 0), 0)::bigint as free
      from app.account_type t
      left join lateral (
        select a.min_balance as floor, (select coalesce(sum(b.credits - b.debits), 0) from ledger.balance b where b.account_id = a.account_id) as balance
        from ledger.account a where a.member_id = ${memberId} and a.account_type_id = t.account_type_id limit 1) k on true
      left join lateral (select sum(p.amount) as waiting from app.transaction p
        where p.member_id = ${memberId} and p.account_type_id = t.account_type_id and p.status = 'pending' and p.direction = 'out') w on true
      where t.retired_at is null or k.balance > 0 order by t.is_default desc, t.kind, t.name`),
  ])
  if (!member) return refuse('not_found')
  return rows.map((row) => ({ ...row, shares: row.kind === 'shares' ? sharesIn(row.balance, rules.parValue) : null }))
})

export async function findShareRules(tx: Tx): Promise<ShareRules> {
  return tx.one<ShareRules>(sql`
    select share_par_value as "parValue", shares_min, share_ceiling_basis_points as "ceilingBasisPoints" from app.configuration`)
}

/** All share capital. The settings are locked, so that two purchases at once never both count without the other. */
export async function lockShareCapital(tx: Tx): Promise<Kobo> {
  await tx.run(sql`select from app.configuration for no key update`)
  const { capital } = await tx.one<{ capital: bigint }>(sql`
    select coalesce(sum(b.credits - b.debits), 0)::bigint as capital from app.account_type t
    join ledger.account a on a.control_id = t.control_id join ledger.balance b on b.account_id = a.account_id where t.kind = 'shares'`)
  return capital as Kobo
}

/** What a member holds on all their share accounts. */
export async function findSharesHeld(tx: Tx, memberId: MemberId): Promise<Kobo> {
  const { held } = await tx.one<{ held: bigint }>(sql`
    select coalesce(sum(b.credits - b.debits), 0)::bigint as held from ledger.account a join ledger.balance b on b.account_id = a.account_id
    join app.account_type t on t.account_type_id = a.account_type_id where a.member_id = ${memberId} and t.kind = 'shares'`)
  return held as Kobo
}

/** The share account that the society offers, where no one names one. Refuses: no_shares_offered. */
export async function findShareType(tx: Tx): Promise<AccountTypeId> {
  const found = await tx.maybe<{ id: AccountTypeId }>(
    sql`select account_type_id as id from app.account_type where kind = 'shares' and retired_at is null order by name limit 1`,
  )
  return found?.id ?? refuse(noSharesOffered({ field: 'type' }))
}

/** Members who take part in one movement, locked in one order for everybody. */
export async function lockMembers(tx: Tx, ids: readonly MemberId[]): Promise<void> {
  await tx.run(sql`select from app.member where member_id = any (${ids}::uuid[]) order by member_id for no key update`)
}

export type LockedTransaction = {
  id: TransactionId
  type: Row['type']
  status: Row['status']
  memberId: MemberId | null
  /** Whom it pays by name, who decide nothing about it; null where it is no such payment. */
  paidMembers: MemberId[] | null
  accountTypeId: AccountTypeId | null
  amount: Kobo
  direction: 'in' | 'out'
  occurredOn: Day
  description: string
  reference: string | null
  entryId: EntryId | null
  entryNumber: number | null
  pairId: TransactionId | null
  throughId: AccountId | null
  incomeId: AccountId | null
  expenseId: AccountId | null
  party: string | null
  decidedBy: string | null
}

const heldColumns = sql`t.transaction_id as id, t.type, t.status, t.member_id, t.paid_members, t.account_type_id, t.amount, t.direction,
  t.occurred_on, t.description, t.reference, t.entry_id, t.entry_no::int as "entryNumber", t.pair_id, t.through_account_id as "throughId", t.income_account_id as "incomeId", t.expense_account_id as "expenseId", t.party,
  (select d.decided_by_name from app.transaction_decision d where d.transaction_id = t.transaction_id order by d.decided_at desc limit 1) as "decidedBy"`

/** The transaction and the other half of its transfer, locked: of two who decide about it, the second sees what the first decided. */
export async function lockTransaction(tx: Tx, id: TransactionId): Promise<[LockedTransaction, ...LockedTransaction[]]> {
  const which = sql`t.transaction_id = ${id} or t.pair_id = (select o.pair_id from app.transaction o where o.transaction_id = ${id})`
  await tx.run(sql`select from app.transaction t where ${which} order by t.transaction_id for update`)
  const [first, ...rest] = await tx.many<LockedTransaction>(
    sql`select ${heldColumns} from app.transaction t where ${which} order by t.transaction_id = ${id} desc`,
  )
  return first ? [first, ...rest] : refuse('not_found')
}

/** Every transaction of a voucher, locked, in one order for everybody. */
export async function lockVoucher(tx: Tx, entryId: EntryId): Promise<LockedTransaction[]> {
  await tx.run(sql`select from app.transaction where entry_id = ${entryId} order by transaction_id for update`)
  return tx.many<LockedTransaction>(
    sql`select ${heldColumns} from app.transaction t where t.entry_id = ${entryId} order by t.transaction_id`,
  )
}

/**
 * The first member from whose account the money of this voucher can no longer be taken back in full. What a deposit binds
 * that this voucher opened goes back with it; what a merged record had is on the record that stays.
 */
export async function findShortfall(
  tx: Tx,
  entryId: EntryId,
): Promise<{ name: string; free: Kobo; missing: Kobo } | undefined> {
  return tx.maybe(sql`
    with recursive heir as (
      select t.transaction_id, t.member_id, m.merged_into from app.transaction t join app.member m using (member_id) where t.entry_id = ${entryId}
      union all
      select h.transaction_id, m.member_id, m.merged_into from heir h join app.member m on m.member_id = h.merged_into)
    select m.first_name || ' ' || m.last_name as name, greatest(coalesce(k.balance - k.min_balance, 0), 0)::bigint as free,
      (taken.amount - greatest(coalesce(k.balance - k.min_balance, 0), 0))::bigint as missing
    from (
      -- What the entry itself took out again, as a settlement does with the interest that it credits, is not asked for twice.
      select h.member_id, t.account_type_id, sum(case t.direction when 'in' then t.amount else -t.amount end) as amount from app.transaction t join heir h using (transaction_id)
      where t.entry_id = ${entryId} and h.merged_into is null group by 1, 2 having bool_or(t.direction = 'in')) taken
    left join lateral (
      select a.min_balance - coalesce((select sum(d.principal) from app.fixed_deposit d
          where d.opening_entry_id = ${entryId} and d.status = 'open' and d.account_id = a.account_id), 0)
        - coalesce((select sum(p.held) from app.pledge p join app.loan_movement v on v.loan_id = p.subject_id and v.entry_id = ${entryId} and v.way = 'opening'
          where p.account_id = a.account_id and p.released_at is null), 0) as min_balance, sum(b.credits - b.debits) as balance
      from ledger.account a join ledger.balance b on b.account_id = a.account_id
      where a.member_id = taken.member_id and a.account_type_id = taken.account_type_id group by a.account_id, a.min_balance) k on true
    cross join lateral (select * from app.member m where m.member_id = taken.member_id limit 1) m
    where coalesce(k.balance, 0) - taken.amount < coalesce(k.min_balance, 0)
    order by m.membership_number limit 1`)
}

/** The reversal of this entry that waits for approval, if one does. */
export async function findReversalRequest(
  tx: Tx,
  entryId: EntryId,
): Promise<{ id: ReversalId; askedBy: string } | undefined> {
  return tx.maybe(
    sql`select reversal_id as id, asked_by_name as "askedBy" from app.reversal_request where entry_id = ${entryId} and status = 'pending'`,
  )
}

export async function findJournalLines(tx: Tx, id: TransactionId): Promise<JournalLine[]> {
  return tx.many(sql`select account_id, debit, credit from app.journal_line where transaction_id = ${id} order by line`)
}

/** How far the books are open. */
export async function findOpenDays(tx: Tx): Promise<{ booksBeginOn: Day; closedThrough: Day | undefined }> {
  const { begin, closed } = await tx.one<{ begin: Day; closed: Day | null }>(
    sql`select books_begin_on as begin, closed_through as closed from ledger.head`,
  )
  return { booksBeginOn: begin, closedThrough: closed ?? undefined }
}

/** The request, locked. Refuses: not_found, transaction_decided. */
export async function lockReversal(tx: Tx, id: ReversalId): Promise<{ entryId: EntryId; reason: string }> {
  await tx.run(sql`select from app.reversal_request where reversal_id = ${id} for update`)
  const found = await tx.maybe<{
    entryId: EntryId
    reason: string
    status: 'pending' | 'approved' | 'rejected'
    by: string | null
  }>(sql`
    select entry_id, reason, status, decided_by_name as by from app.reversal_request where reversal_id = ${id}`)
  if (!found) return refuse('not_found')
  if (found.status !== 'pending') refuse(alreadyDecided(found.status, found.by))
  return found
}

export const getApprovalRules = action(rulesContract, async ({ tx }) => {
  const rules = await findApprovalRules(tx)
  return { waitsFrom: movementsWaitFrom(rules), officers: rules.journal.officers }
})

/** A payment with what is compared of it: `key` of its reference in its cash or bank account, and whether one that looks the same is asked about. */
type Compared = {
  id?: TransactionId
  type: string
  memberId: MemberId | null
  loanId?: LoanId
  accountTypeId: AccountTypeId | null
  amount: Kobo
  occurredOn: Day
  period: Period | null
  throughId: AccountId | null
  key: string | null
  ownKey: string | null
  asks: boolean
}

type SamePayment = {
  position: number
  why: 'reference' | 'same'
  name: string | null
  amount: Kobo
  by: string
  at: Date
}

/** What waits or stands with the reference of one of these, or looks the same, by their position from 1. Of two that come at once with one reference, the second waits here. */
export async function findSamePayments(tx: Tx, payments: readonly Compared[]): Promise<SamePayment[]> {
  if (payments.some(({ key }) => key !== null))
    await tx.run(sql`
      select pg_advisory_xact_lock(hashtextextended('reference ' || k, 0)) from (
        select distinct account_id || ' ' || key as k from unnest(${payments.map((p) => p.throughId)}::uuid[], ${payments.map((p) => p.key)}::text[]) as w(account_id, key)
        where key is not null order by 1) held`)
  return tx.many<SamePayment>(sql`
    select w.position::int, f.why, m.first_name || ' ' || m.last_name as name, f.amount, f.recorded_by_name as by, f.created_at as at
    from unnest(${payments.map((p) => p.id ?? null)}::uuid[], ${payments.map((p) => p.type)}::text[], ${payments.map((p) => p.memberId)}::uuid[],
      ${payments.map((p) => p.accountTypeId)}::uuid[], ${payments.map((p) => p.amount)}::bigint[], ${payments.map((p) => p.occurredOn)}::date[],
      ${payments.map((p) => p.period && firstDayOf(p.period))}::date[], ${payments.map((p) => p.throughId)}::uuid[], ${payments.map((p) => p.key)}::text[], ${payments.map((p) => p.asks)}::boolean[],
      ${payments.map((p) => p.ownKey)}::text[], ${payments.map((p) => p.loanId ?? null)}::uuid[])
      with ordinality as w(id, type, member_id, account_type_id, amount, occurred_on, period, through_id, key, asks, own_key, loan_id, position)
    cross join lateral (
      (select 'reference' as why, t.member_id, t.amount, t.recorded_by_name, t.created_at from app.transaction t
        where w.key is not null and t.through_account_id = w.through_id and t.reference_key = w.key and t.status in ('pending', 'approved')
          and t.transaction_id is distinct from w.id limit 1)
      union all
      (select 'reference', v.member_id, v.amount, v.recorded_by_name, v.created_at from app.loan_movement v
        where w.key is not null and v.through_account_id = w.through_id and v.reference_key = w.key and v.status = 'posted' limit 1)
      union all
      -- Two payments whose references differ are two.
      (select 'same', t.member_id, t.amount, t.recorded_by_name, t.created_at from app.transaction t
        where w.asks and w.loan_id is null and t.member_id = w.member_id and t.period is not distinct from w.period and t.type = w.type and t.amount = w.amount and t.occurred_on = w.occurred_on
          and (w.account_type_id is null or t.account_type_id = w.account_type_id) and t.status in ('pending', 'approved')
          and (t.reference_key is null or w.own_key is null or t.reference_key = w.own_key) order by t.created_at desc limit 1)
      union all
      (select 'same', v.member_id, v.amount, v.recorded_by_name, v.created_at from app.loan_movement v
        where w.asks and v.loan_id = w.loan_id and v.kind in ('repayment', 'recovered') and v.status = 'posted' and v.amount = w.amount and v.occurred_on = w.occurred_on
          and (v.reference_key is null or w.own_key is null or v.reference_key = w.own_key) order by v.created_at desc limit 1)) f
    left join app.member m on m.member_id = f.member_id
    order by w.position, f.why`)
}
