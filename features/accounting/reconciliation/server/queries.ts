import type {
  getReconciliation as reconciliationContract,
  listBankAccounts as accountsContract,
  listBankLines as linesContract,
  listOpenEntries as entriesContract,
  listStatementCorrections as correctionsContract,
} from '#features/accounting/reconciliation/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { addDays, type Day } from '#core/calendar.ts'
import type { DayOrder } from '#core/spreadsheets/cell.ts'
import type { AccountId, BankLineId, BankMatchId, EntryId, StatementId, TransactionId } from '#core/ids.ts'
import { type Kobo, kobo } from '#core/money.ts'
import {
  differenceOf,
  matchDays,
  type ReconciliationFigures,
  type Side,
} from '#features/accounting/reconciliation/rules/match.ts'
import { cluesOf, type Payer, suggestPayers } from '#features/accounting/reconciliation/rules/suggest.ts'
import type {
  Corrected,
  Corrections,
  RowAnswer,
  Table,
} from '#features/accounting/reconciliation/rules/statement-corrections.ts'
import {
  type Answer,
  type Known,
  daysMoved,
  knownLines,
  type StoredLine,
} from '#features/accounting/reconciliation/rules/known-lines.ts'
import { accountNumbersOf } from '#features/accounting/reconciliation/rules/account-number.ts'
import { checkStatement, type Reading } from '#features/accounting/reconciliation/rules/statement-file.ts'
import type { StatementHeadings } from '#features/accounting/reconciliation/rules/statement-headings.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { entryFacts } from '#features/accounting/books/server/reads.ts'
import { findProposals } from './find-proposals.ts'

type Paged = { page: number; limit: number }
type BankAccount = Replied<typeof accountsContract>[number]

const ofOtherAccount = refusal(
  'statement_of_other_account',
  409,
  'This file is of account {number}, and this bank account has the number {own}. Choose the account whose statement it is, or correct the number under Configuration, Bank accounts.',
)
const unlikeFirst = refusal(
  'statement_of_other_account',
  409,
  'This file is of account {number}, and the first statement of this bank account was of {own}. Choose the account whose statement it is, or enter its number under Configuration, Bank accounts.',
)

const accountColumns = sql`a.account_id, a.code, a.name, (select max(s.to_on) from app.bank_statement s where s.account_id = a.account_id) as "asOf",
  (select count(*)::int from app.bank_line l where l.account_id = a.account_id and l.match_id is null and l.set_aside_at is null) as "openLines",
  (select count(*)::int from app.bank_match m where m.account_id = a.account_id and m.confirmed_at is null) as proposals`

export async function listBankAccounts(tx: Tx): Promise<BankAccount[]> {
  return tx.many<BankAccount>(sql`
    select ${accountColumns} from ledger.account a
    where a.holds_cash and (a.retired_at is null or exists (select from app.bank_statement s where s.account_id = a.account_id)) order by a.code`)
}

/** The cash or bank account that is reconciled. Refuses: not_found. */
export async function findBankAccount(tx: Tx, accountId: AccountId): Promise<BankAccount> {
  const found = await tx.maybe<BankAccount>(
    sql`select ${accountColumns} from ledger.account a where a.account_id = ${accountId} and a.holds_cash`,
  )
  return found ?? refuse('not_found')
}

/** The account, locked against others who match on it. Refuses: not_found. */
export async function lockBankAccount(tx: Tx, accountId: AccountId): Promise<BankAccount> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('reconciliation ' || ${accountId}::text, 0))`)
  return findBankAccount(tx, accountId)
}

/** Which column of this bank's files is what, where an officer has said so. */
export async function findStatementHeadings(tx: Tx, accountId: AccountId): Promise<StatementHeadings | undefined> {
  const found = await tx.maybe<{ headings: StatementHeadings }>(
    sql`select headings from app.bank_statement_columns where account_id = ${accountId}`,
  )
  return found?.headings
}

/** Which lines of a file are there already and which are new, with what was said of them. */
export async function findKnown(
  tx: Tx,
  accountId: AccountId,
  { lines, isBalanceAtEnd }: Pick<Reading, 'lines' | 'isBalanceAtEnd'>,
  { known = [], fresh = [] }: Corrections,
): Promise<Omit<Known<Reading['lines'][number]>, 'unused'> & { unused: RowAnswer[] }> {
  const days = lines.map(({ on }) => on).toSorted()
  const stored = await tx.many<StoredLine>(sql`
    select l.line_id, l.nth, l.is_gone or l.set_aside_at is not null as "isGone", l.missing_from is not null as "isMissing", l.on_day as on, l.narration, l.amount, l.balance, l.statement_id, l.place, s.from_on as from, s.to_on as to, s.is_balance_at_end as "isBalanceAtEnd", l.reference
    from app.bank_line l join app.bank_statement s using (statement_id)
    where l.account_id = ${accountId} and l.on_day between ${days[0] ?? null}::date - ${daysMoved}::int and ${days.at(-1) ?? null}::date + ${daysMoved}::int order by s.uploaded_at, s.statement_id, l.place`)
  const places = new Map(lines.map(({ row }, place) => [row, place]))
  const none: RowAnswer[] = []
  const said = ([...([['known', known], ['fresh', fresh]] as const)]).flatMap(([is, all]) => all.flatMap(({ row, line: lineId }): Answer[] => {
    const place = places.get(row)
    if (place !== undefined) return [{ place, lineId, is }]
    none.push({ row, line: lineId })
    return []
  })) // prettier-ignore
  const found = knownLines(stored, lines, isBalanceAtEnd, said)
  const unused = found.unused.map(({ place, lineId }) => ({ row: lines[place]?.row ?? 0, line: lineId }))
  return { ...found, unused: [...none, ...unused] }
}

/** The latest statement of an account that begins no later than this day. */
export async function findStatementBefore(
  tx: Tx,
  accountId: AccountId,
  from: Day,
): Promise<{ to: Day; closing: Kobo } | undefined> {
  return tx.maybe<{ to: Day; closing: Kobo }>(sql`
    select to_on as to, closing_balance as closing from app.bank_statement
    where account_id = ${accountId} and from_on <= ${from}::date order by to_on desc, uploaded_at desc limit 1`)
}

/** A bank's file as far as it can be read; where its balances fit both ways, by what the account held before it. Refuses as `checkStatement` does. */
export async function readFile(
  tx: Tx,
  accountId: AccountId,
  table: Table & { account?: string | undefined },
  corrections: Corrections,
  today: Day,
): Promise<Reading & { accountNumber: string | null }> {
  const said = await findStatementHeadings(tx, accountId)
  const check = (clues: Parameters<typeof checkStatement>[1]) =>
    checkStatement(table, { said, ...corrections, ...clues }, today)
  const either = check({})
  const continues = either.isEitherOrder
    ? await findDayOrder(tx, accountId, (order) => check({ continues: order }))
    : undefined
  const reading = continues ? check({ continues }) : either
  const accountNumber = await newAccountNumber(tx, accountId, accountNumbersOf(table.account, reading))
  const from = reading.lines.map(({ on }) => on).toSorted()[0]
  if (!reading.lineOrders || !from) return { ...reading, accountNumber }
  const before = await tx.many<{ balance: Kobo }>(sql`
    (select closing_balance as balance from app.bank_statement where account_id = ${accountId} and to_on <= ${from}::date order by to_on desc, uploaded_at desc limit 1)
    union all (select l.balance from app.bank_line l join app.bank_statement s using (statement_id) where l.account_id = ${accountId} and l.on_day < ${from}::date
      order by l.on_day desc, s.uploaded_at desc, l.place desc limit 1)`)
  const openings = before.map(({ balance }) => balance)
  return { ...check({ continues, openings }), accountNumber }
}

/** The one order of a file's dates in which it has lines that are here, or else goes on from the statement before. */
async function findDayOrder(
  tx: Tx,
  accountId: AccountId,
  read: (order: DayOrder) => Reading,
): Promise<DayOrder | undefined> {
  const fit = async (order: DayOrder) => {
    const reading = read(order)
    const { known } = await findKnown(tx, accountId, reading, {})
    const before = await tx.maybe<{ closing: Kobo }>(sql`
      select closing_balance as closing from app.bank_statement
      where account_id = ${accountId} and to_on <= ${reading.lines.map(({ on }) => on).toSorted()[0] ?? null}::date order by to_on desc, uploaded_at desc limit 1`)
    return known.size > 0 ? 2 : before?.closing === reading.opening ? 1 : 0
  }
  const [day, month] = [await fit('day'), await fit('month')]
  return day === month ? undefined : day > month ? 'day' : 'month'
}

/**
 * The number that a file names of an account of which none is known; null where one is, entered or by an earlier statement, or the file
 * does not name one. Refuses: statement_of_other_account.
 */
async function newAccountNumber(tx: Tx, accountId: AccountId, numbers: readonly string[]): Promise<string | null> {
  const [number] = numbers
  if (number === undefined) return null
  const own = await tx.maybe<{ number: string; isEntered: boolean }>(sql`
    select account_number as number, true as "isEntered" from app.bank_account where account_id = ${accountId}
    union all (select account_number, false from app.bank_statement where account_id = ${accountId} and account_number is not null order by uploaded_at limit 1)
    order by "isEntered" desc limit 1`)
  if (!own) return new Set(numbers).size === 1 ? number : null
  if (!numbers.includes(own.number))
    refuse((own.isEntered ? ofOtherAccount : unlikeFirst)({ field: 'file', number, own: own.number }))
  return null
}

export async function listStatementCorrections(
  tx: Tx,
  _actor: TenantActor,
  { accountId, statementId }: Parsed<typeof correctionsContract>,
): Promise<Replied<typeof correctionsContract>> {
  const found = await tx.maybe<{ statementId: StatementId }>(
    sql`select statement_id from app.bank_statement where account_id = ${accountId} and statement_id = ${statementId}`,
  )
  if (!found) refuse('not_found')
  return tx.many<Corrected>(
    sql`select row_number as row, kind, heading, was, became from app.bank_statement_correction where statement_id = ${statementId} order by place`,
  )
}

/** What each entry moved on an account, those that moved nothing left out. */
function movedOn(accountId: AccountId): Statement {
  return sql`
    select p.entry_id, sum(p.amount)::bigint as amount from (
      select entry_id, amount from ledger.posting where debit_id = ${accountId}
      union all select entry_id, -amount from ledger.posting where credit_id = ${accountId}) p
    group by p.entry_id having sum(p.amount) <> 0`
}

/**
 * What the books moved on an account from a day on and no statement shows. An entry and its reversal of the same time cancel
 * out, unless the bank showed one of them.
 */
function openEntries(accountId: AccountId, from: Day, to: Day): Statement {
  const isOpen = (entryId: Statement) =>
    sql`not exists (select from app.bank_match_entry x where x.account_id = ${accountId} and x.entry_id = ${entryId})`
  return sql`
    select e.entry_id, e.entry_no, e.effective_on as on_day, m.amount
    from (${movedOn(accountId)}) m join ledger.entry e on e.entry_id = m.entry_id
    where e.effective_on between ${from}::date and ${to}::date and ${isOpen(sql`e.entry_id`)}
      and not exists (select from ledger.entry r where r.reverses_id = e.entry_id and r.effective_on <= ${to}::date and ${isOpen(sql`r.entry_id`)})
      and not exists (select from ledger.entry o where o.entry_id = e.reverses_id and o.effective_on between ${from}::date and ${to}::date and ${isOpen(sql`o.entry_id`)})`
}

const someDay = '1900-01-01' as Day
const lastDay = '2199-12-31' as Day

/** The day on which the first statement of an account begins; what went before it was reconciled elsewhere. */
async function findFirstDay(tx: Tx, accountId: AccountId): Promise<Day | null> {
  const { first } = await tx.one<{ first: Day | null }>(
    sql`select min(from_on) as first from app.bank_statement where account_id = ${accountId}`,
  )
  return first
}

export async function getReconciliation(
  tx: Tx,
  _actor: TenantActor,
  { accountId }: { accountId: AccountId },
): Promise<Replied<typeof reconciliationContract>> {
  const account = await findBankAccount(tx, accountId)
  const statements = await tx.many<Replied<typeof reconciliationContract>['statements'][number]>(sql`
    select statement_id as id, file_name, from_on as from, to_on as to, opening_balance as opening, closing_balance as closing, lines,
      (select count(*)::int from app.bank_statement_correction c where c.statement_id = s.statement_id) as corrections, uploaded_by_name as "uploadedBy", uploaded_at
    from app.bank_statement s where account_id = ${accountId} order by to_on desc, uploaded_at desc limit 60`)
  const { matched, setAside } = await tx.one<{ matched: number; setAside: number }>(sql`
    select count(*) filter (where m.confirmed_at is not null)::int as matched, count(*) filter (where l.set_aside_at is not null)::int as set_aside
    from app.bank_line l left join app.bank_match m using (match_id) where l.account_id = ${accountId}`)
  const [latest] = statements
  const first = await findFirstDay(tx, accountId)
  if (!latest || !first) return { ...account, matched, setAside, figures: null, statements }
  const { to: asOf, closing } = latest
  const sums = await tx.one<
    Omit<ReconciliationFigures, 'statement'> & { depositsCount: number; paymentsCount: number; notInBooksCount: number }
  >(sql`
    select coalesce(o.deposits, 0)::bigint as deposits, o.deposits_count, coalesce(o.payments, 0)::bigint as payments, o.payments_count,
      (select coalesce(sum(m.amount), 0)::bigint from (${movedOn(accountId)}) m join ledger.entry e on e.entry_id = m.entry_id where e.effective_on <= ${asOf}::date) as books,
      coalesce(l.amount, 0)::bigint as "notInBooks", l.count as "notInBooksCount"
    from (
      select sum(e.amount) filter (where e.amount > 0) as deposits, count(*) filter (where e.amount > 0)::int as deposits_count,
        sum(e.amount) filter (where e.amount < 0) as payments, count(*) filter (where e.amount < 0)::int as payments_count
      from (${openEntries(accountId, first, asOf)}) e) o
    cross join (select sum(amount) as amount, count(*)::int as count from app.bank_line where account_id = ${accountId} and match_id is null and set_aside_at is null) l`)
  return {
    ...account,
    matched,
    setAside,
    figures: { asOf, statement: closing, ...sums, ...differenceOf({ statement: closing, ...sums }) },
    statements,
  }
}

/** Of `app.bank_line l`: what was recorded from it and waits for approval. */
const waiting = sql`left join lateral (select t.transaction_id, t.recorded_by_name from app.transaction t where t.status = 'pending' and l.match_id is null
  and t.transaction_id in (select l.entered_id union all select x.transaction_id from app.bank_line_part x where x.line_id = l.line_id) limit 1) w on true`

/** Of `app.bank_line l`: what was posted of its parts, while another part was turned down. */
const recordedParts = sql`
  select x.amount, e.entry_id from app.bank_line_part x join ledger.entry e on e.entry_id = x.entry_id
  where x.line_id = l.line_id and l.match_id is null and not exists (select from ledger.entry r where r.reverses_id = e.entry_id)`

/** A line that can be recorded, and how far it is. */
export type RecordableLine = {
  lineId: BankLineId
  accountId: AccountId
  on: Day
  narration: string
  amount: Kobo
  isMatched: boolean
  /** It is matched with what no one has confirmed. */
  isProposed: boolean
  /** The bank has taken it back, as an officer said. */
  isAside: boolean
  /** A statement of its day that was read later lacks it. */
  isMissing: boolean
  waits: boolean
  /** What of it is posted already, and by which entries. */
  recorded: Kobo
  entries: EntryId[]
}

/** Those of these lines that there are, in the order of time. */
export async function findLines(tx: Tx, lineIds: readonly BankLineId[]): Promise<RecordableLine[]> {
  return tx.many<RecordableLine>(sql`
    select l.line_id, l.account_id, l.on_day as on, l.narration, l.amount, l.match_id is not null as "isMatched", exists (select from app.bank_match m where m.match_id = l.match_id and m.confirmed_at is null) as "isProposed", l.set_aside_at is not null as "isAside", l.missing_from is not null or l.is_gone as "isMissing",
      w.transaction_id is not null as waits,
      (select coalesce(sum(p.amount), 0)::bigint from (${recordedParts}) p) as recorded, array(select p.entry_id from (${recordedParts}) p) as entries
    from app.bank_line l ${waiting} where l.line_id = any (${lineIds}::uuid[]) order by l.on_day, l.place, l.line_id`)
}

export async function findLine(tx: Tx, lineId: BankLineId): Promise<RecordableLine | undefined> {
  return (await findLines(tx, [lineId]))[0]
}

/** The line that was entered as one of these, in whole or in part. */
export async function findEnteredLine(
  tx: Tx,
  ids: readonly TransactionId[],
): Promise<{ lineId: BankLineId; accountId: AccountId } | undefined> {
  return tx.maybe<{ lineId: BankLineId; accountId: AccountId }>(sql`
    select line_id, account_id from app.bank_line where entered_id = any (${ids}::uuid[])
    union all select l.line_id, l.account_id from app.bank_line_part x join app.bank_line l using (line_id) where x.transaction_id = any (${ids}::uuid[]) limit 1`)
}

/** Of these proposals, or of all, one whose entry was reversed since, where the bank shows no reversal. */
export async function findReversedProposal(
  tx: Tx,
  accountId: AccountId,
  matchIds: readonly BankMatchId[] | undefined,
): Promise<{ number: number; narration: string } | undefined> {
  const which = matchIds ? sql`m.match_id = any (${matchIds}::uuid[])` : sql`true`
  return tx.maybe<{ number: number; narration: string }>(sql`
    select e.entry_no::int as number, l.narration from app.bank_match m
    join app.bank_match_entry x on x.match_id = m.match_id join ledger.entry e on e.entry_id = x.entry_id
    join ledger.entry r on r.reverses_id = e.entry_id join app.bank_line l on l.match_id = m.match_id
    where m.account_id = ${accountId} and m.confirmed_at is null and ${which}
      and not exists (select from app.bank_match_entry o where o.account_id = ${accountId} and o.entry_id = r.entry_id)
    order by e.entry_no, l.on_day, l.place limit 1`)
}

type BankLine = Replied<typeof linesContract>
type LineRow = Omit<BankLine, 'match' | 'suggestions' | 'proposal' | 'missingFrom' | 'setAside'> & {
  matchId: BankMatchId | null
  confirmedBy: string | null
  missingFile: string | null
  missingAt: Date | null
  asideBy: string | null
  asideAt: Date | null
}

const lineOrders: Record<string, Statement> = {
  on: sql`l.on_day, l.place, l.line_id`,
  '-on': sql`l.on_day desc, l.place desc, l.line_id`,
  amount: sql`l.amount, l.on_day, l.line_id`,
  '-amount': sql`l.amount desc, l.on_day, l.line_id`,
}

export async function listBankLines(
  tx: Tx,
  actor: TenantActor,
  { accountId, show, q, sort = '-on', page, limit }: Parsed<typeof linesContract> & Paged,
): Promise<PageOf<BankLine>> {
  await findBankAccount(tx, accountId)
  const shown = {
    open: sql`l.match_id is null and l.set_aside_at is null`,
    aside: sql`l.set_aside_at is not null`,
    proposed: sql`l.match_id is not null and m.confirmed_at is null`,
    matched: sql`m.confirmed_at is not null`,
  }
  const where = allOf([
    sql`l.account_id = ${accountId}`,
    ...(show ? [shown[show]] : []),
    ...(q ? [mentions(sql`l.narration`, q)] : []),
  ])
  const order = lineOrders[sort] ?? sql`l.on_day desc, l.place desc, l.line_id`
  const [rows, { total }] = await Promise.all([
    tx.many<LineRow>(sql`
      select l.line_id as id, l.on_day as on, l.narration, l.amount, l.balance, l.match_id, m.confirmed_by_name as "confirmedBy",
        (select coalesce(sum(p.amount), 0)::bigint from (${recordedParts}) p) as recorded,
        case when w.transaction_id is not null then jsonb_build_object('transactionId', w.transaction_id, 'by', w.recorded_by_name) end as waiting,
        s.file_name as "missingFile", s.uploaded_at as "missingAt", l.set_aside_by_name as "asideBy", l.set_aside_at as "asideAt"
      from app.bank_line l left join app.bank_match m using (match_id) left join app.bank_statement s on s.statement_id = l.missing_from ${waiting} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(
      sql`select count(*)::int as total from app.bank_line l left join app.bank_match m using (match_id) where ${where}`,
    ),
  ])
  const open = show === 'open' ? rows.filter(({ waiting: waits }) => !waits) : []
  const received = open.filter(({ amount }) => amount > 0n)
  const [entries, payers, proposals] = await Promise.all([
    findMatchedEntries(
      tx,
      accountId,
      rows.flatMap(({ matchId }) => matchId ?? []),
    ),
    findPayers(tx, received),
    findProposals(tx, actor, accountId, open),
  ])
  return {
    rows: rows.map(({ matchId, confirmedBy, missingFile, missingAt, asideBy, asideAt, ...line }) => ({
      ...line,
      missingFrom: missingFile !== null && missingAt ? { fileName: missingFile, readAt: missingAt } : null,
      setAside: asideBy !== null && asideAt ? { by: asideBy, at: asideAt } : null,
      proposal: proposals.get(line.id) ?? null,
      suggestions: received.some(({ id }) => id === line.id) ? suggestPayers(line, payers) : [],
      match: matchId && {
        id: matchId,
        confirmedBy,
        entries: entries.filter((entry) => entry.matchId === matchId).map(({ matchId: _match, ...entry }) => entry),
      },
    })),
    total,
  }
}

/** The most members that the lines of one page are compared with. */
const payersMax = 1000

/** The active members whom these lines may name or whose dues they may be, in one query for the whole page. */
export async function findPayers(
  tx: Tx,
  lines: readonly { on: Day; narration: string; amount: Kobo }[],
): Promise<Payer[]> {
  if (lines.length === 0) return []
  const clues = lines.map(({ narration }) => cluesOf(narration))
  const amounts = [...new Set(lines.map(({ amount }) => amount))]
  const last = lines.map(({ on }) => on).reduce((one, other) => (one > other ? one : other))
  const rows = await tx.many<
    Omit<Payer, 'owes' | 'alone'> & {
      owes: { amount: string; what: 'contribution' | 'instalment'; dueOn: Day | null }[]
      alone: string[]
    }
  >(sql`
    with owes as (
      select member_id, monthly_contribution as amount, 'contribution' as what, null::date as due_on from app.member
      where status = 'active' and removed_at is null and monthly_contribution = any (${amounts}::bigint[])
      union all
      select i.member_id, i.owed_principal + i.owed_interest + i.owed_fees + i.owed_penalties, 'instalment', min(i.due_on) from app.loan_instalment i join app.loan l using (loan_id)
      where l.status = 'active' and i.due_on <= ${addDays(last, instalmentDays)}::date and i.owed_principal + i.owed_interest + i.owed_fees + i.owed_penalties > 0
        and i.owed_principal + i.owed_interest + i.owed_fees + i.owed_penalties = any (${amounts}::bigint[]) group by 1, 2),
    alone as (select amount, (array_agg(member_id))[1] as member_id from owes group by amount having count(distinct member_id) = 1),
    named as (
      select m.member_id from app.member m where m.status = 'active' and m.removed_at is null
        and (m.phone = any (${clues.flatMap(({ phones }) => phones)}::text[]) or m.membership_number = any (${clues.flatMap(({ numbers, namedNumbers }) => [...numbers, ...namedNumbers])}::int[])
          or lower(m.membershipno) = any (${clues.flatMap(({ membershipNumbers }) => membershipNumbers)}::text[])
          or regexp_split_to_array(m.search_text, '[^a-z]+') && ${clues.flatMap(({ words }) => words)}::text[])
      order by m.membership_number limit ${payersMax})
    select m.member_id, m.first_name || ' ' || m.last_name as name, m.membershipno, m.membership_number, m.phone,
      coalesce((select jsonb_agg(jsonb_build_object('amount', o.amount::text, 'what', o.what, 'dueOn', o.due_on)) from owes o where o.member_id = m.member_id), '[]') as owes,
      coalesce((select jsonb_agg(a.amount::text) from alone a where a.member_id = m.member_id), '[]') as alone
    from app.member m where m.status = 'active' and m.removed_at is null and (m.member_id in (select member_id from named) or m.member_id in (select member_id from alone))`)
  const koboOf = (text: string) => kobo(BigInt(text))
  return rows.map((row) => ({
    ...row,
    owes: row.owes.map((each) => ({ ...each, amount: koboOf(each.amount) })),
    alone: row.alone.map(koboOf),
  }))
}

/** How many days before it is due an instalment may be paid for a line to be taken for it. */
const instalmentDays = 31

type OpenEntry = Replied<typeof entriesContract>

async function findMatchedEntries(
  tx: Tx,
  accountId: AccountId,
  matchIds: readonly BankMatchId[],
): Promise<(OpenEntry & { matchId: BankMatchId })[]> {
  if (matchIds.length === 0) return []
  return tx.many(sql`
    select x.match_id, x.entry_id, f.number, f.on, f.description, k.amount
    from app.bank_match_entry x
    cross join lateral (${entryFacts(sql`x.entry_id`)}) f
    cross join lateral (select sum(case when p.debit_id = ${accountId} then p.amount else -p.amount end)::bigint as amount from ledger.posting p
      where p.entry_id = x.entry_id and ${accountId} in (p.debit_id, p.credit_id)) k
    where x.account_id = ${accountId} and x.match_id = any(${matchIds}::uuid[]) order by f.number`)
}

const entryOrders: Record<string, Statement> = {
  on: sql`o.on_day, o.entry_no`,
  '-on': sql`o.on_day desc, o.entry_no desc`,
  amount: sql`o.amount, o.entry_no`,
  '-amount': sql`o.amount desc, o.entry_no`,
}

export async function listOpenEntries(
  tx: Tx,
  _actor: TenantActor,
  { accountId, side, q, sort = '-on', page, limit }: Parsed<typeof entriesContract> & Paged,
): Promise<PageOf<OpenEntry>> {
  await findBankAccount(tx, accountId)
  const first = (await findFirstDay(tx, accountId)) ?? lastDay
  const where = allOf([
    sql`true`,
    ...(side ? [side === 'in' ? sql`o.amount > 0` : sql`o.amount < 0`] : []),
    ...(q ? [mentions(sql`f.description`, q)] : []),
  ])
  const order = entryOrders[sort] ?? sql`o.on_day desc, o.entry_no desc`
  const told = sql`from (${openEntries(accountId, addDays(first, -matchDays), lastDay)}) o cross join lateral (${entryFacts(sql`o.entry_id`)}) f where ${where}`
  const plain = sql`from (${openEntries(accountId, addDays(first, -matchDays), lastDay)}) o where ${allOf([sql`true`, ...(side ? [side === 'in' ? sql`o.amount > 0` : sql`o.amount < 0`] : [])])}`
  const [rows, { total }] = await Promise.all([
    tx.many<OpenEntry>(
      sql`select o.entry_id, f.number, f.on, f.description, o.amount ${told} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number }>(sql`select count(*)::int as total ${q ? told : plain}`),
  ])
  return { rows, total }
}

/** What a reconciliation leads over: deposits in transit and unpresented payments of the books, and lines of the bank that the books lack; the oldest first, so many of each. */
export async function findUnreconciled(
  tx: Tx,
  accountId: AccountId,
  asOf: Day,
  limit: number,
): Promise<{ entries: OpenEntry[]; lines: { on: Day; narration: string; amount: Kobo }[] }> {
  const first = (await findFirstDay(tx, accountId)) ?? lastDay
  const side = (which: Statement) => sql`
    (select o.entry_id, f.number, f.on, f.description, o.amount from (select * from (${openEntries(accountId, first, asOf)}) e where ${which} order by e.on_day, e.entry_no limit ${limit}) o
      cross join lateral (${entryFacts(sql`o.entry_id`)}) f)`
  const [entries, lines] = await Promise.all([
    tx.many<OpenEntry>(
      sql`select * from (${side(sql`e.amount > 0`)} union all ${side(sql`e.amount < 0`)}) s order by s.on, s.number`,
    ),
    tx.many<{ on: Day; narration: string; amount: Kobo }>(sql`
      select on_day as on, narration, amount from app.bank_line where account_id = ${accountId} and match_id is null and set_aside_at is null order by on_day, place, line_id limit ${limit}`),
  ])
  return { entries, lines }
}

/** What of an account is open on both sides and waits for no approval, in the order of time; without lines that a later statement lacks. */
export async function findOpenSides(
  tx: Tx,
  accountId: AccountId,
): Promise<{ lines: Side<BankLineId>[]; entries: Side<EntryId>[] }> {
  const first = (await findFirstDay(tx, accountId)) ?? lastDay
  const [lines, entries] = await Promise.all([
    tx.many<Side<BankLineId>>(
      sql`select l.line_id as id, l.on_day as on, l.amount from app.bank_line l ${waiting} where l.account_id = ${accountId} and l.match_id is null and l.set_aside_at is null and l.missing_from is null and w.transaction_id is null order by l.on_day, l.place, l.line_id`,
    ),
    tx.many<Side<EntryId>>(
      sql`select o.entry_id as id, o.on_day as on, o.amount from (${openEntries(accountId, addDays(first, -matchDays), lastDay)}) o order by o.on_day, o.entry_no`,
    ),
  ])
  return { lines, entries }
}

/** Of those named, the open lines and the open entries of any day, with what each came to. */
export async function findNamedSides(
  tx: Tx,
  accountId: AccountId,
  lineIds: readonly BankLineId[],
  entryIds: readonly EntryId[],
): Promise<{ lines: { amount: Kobo }[]; entries: { amount: Kobo }[] }> {
  const [lines, entries] = await Promise.all([
    tx.many<{ amount: Kobo }>(
      sql`select amount from app.bank_line where account_id = ${accountId} and match_id is null and set_aside_at is null and line_id = any(${lineIds}::uuid[])`,
    ),
    tx.many<{ amount: Kobo }>(
      sql`select o.amount from (${openEntries(accountId, someDay, lastDay)}) o where o.entry_id = any(${entryIds}::uuid[])`,
    ),
  ])
  return { lines, entries }
}
