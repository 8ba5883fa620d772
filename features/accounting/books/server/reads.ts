import { whyNotMay } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { fileFormatOf, type FileFormat } from '#core/file-format.ts'
import type { AccountId, AccountTypeId, EntryId, MemberId } from '#core/ids.ts'
import { grouped, type Kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { type Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import * as closing from '#features/accounting/books/books-closing.ts'
import * as contract from '#features/accounting/books/contract.ts'
import { type AccountClass, accountClasses, normalSide } from '#features/accounting/books/rules/account.ts'
import { neededCodes } from '#features/accounting/books/rules/chart.ts'
import { type EntryKind, entryKindNames } from '#features/accounting/books/rules/entry.ts'
import { type FiscalYear, fiscalYearOf, fiscalYearsBetween } from '#features/accounting/books/rules/fiscal-year.ts'
import { formatsOf, type ReportName, reports } from '#features/accounting/books/rules/report.ts'
import {
  balanceSheet,
  incomeStatement,
  netOf,
  type StatementLine,
} from '#features/accounting/books/rules/statements.ts'
import {
  type AccountSums,
  closingSides,
  type TrialBalance,
  trialBalance,
  type TrialBalanceLine,
} from '#features/accounting/books/rules/trial-balance.ts'
import { action, type Ask } from '#platform/action.ts'
import { shortListOf } from '#platform/db/page-of.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { RowLook, TableColumn } from '#platform/files/table-columns.ts'
import { proofChecks, proofOf, type ProofRow } from '#platform/ledger/proof.ts'

const daysWrongWay = refusal(
  'days_wrong_way',
  422,
  'The period ends on {to}. Choose that day or an earlier one as its first.',
)
const accountIsControl = refusal(
  'account_is_control',
  409,
  "Members' accounts are under this account, so it stays. Retire its account type instead.",
)
const accountIsUsed = refusal('account_is_used', 409, 'Ajose posts to {name} by itself, so it stays.')
const accountHasBalance = refusal(
  'account_has_balance',
  409,
  '{balance} is on this account. Move it to another account first.',
)
export const yearNotOver = refusal('year_not_over', 409, 'This year ends on {end}. Close it when it is over.')
export const yearClosed = refusal('year_closed', 409, 'This year is closed already, by entry No. {number}.')
export const yearClosedLater = refusal(
  'year_closed_later',
  409,
  'The year to {end} is closed already. Reverse that closing first.',
)

/** Those that this person may run. */
export const listReports = action(contract.listReports, async ({ actor }) =>
  reports
    .filter(({ needs }) => whyNotMay(actor, needs) === undefined)
    .map((report) => ({ ...report, formats: ['json', ...formatsOf(report.name)] })),
)

/**
 * The trial balance of a period, from the postings themselves. Members' accounts are summed under their control
 * account, so that the report is one page whatever the number of members.
 */
export const getTrialBalance = action(contract.getTrialBalance, async ({ tx, now }, input) => {
  const days = await findDays(tx, input, now)
  const { lines, totals, balanced } = trialBalance(await findSums(tx, days))
  const format = fileFormatOf(input.format)
  if (!format) return { from: days.from, asOf: days.to, accounts: lines, totals, balanced }
  return draftReport(tx, {
    name: 'trial-balance',
    format,
    now,
    days,
    columns: trialColumns,
    rows: [...lines, { code: '', name: 'Total', ...totals }],
    look: ({ code }) => (code === '' ? 'total' : 'plain'),
  })
})

type TrialRow =
  | Omit<TrialBalanceLine, 'accountId' | 'class'>
  | ({ code: string; name: string } & TrialBalance['totals'])

/** A side without an amount stays empty, but not in the row of totals. */
const side = (header: string, amountOf: (row: TrialRow) => Kobo): TableColumn<TrialRow> => ({
  header,
  kind: 'money',
  value: (row) => (amountOf(row) === zeroKobo && row.code !== '' ? null : amountOf(row)),
})

const trialColumns: TableColumn<TrialRow>[] = [
  { header: 'Code', kind: 'text', width: 8, value: (row) => row.code },
  { header: 'Account', kind: 'text', width: 30, value: (row) => row.name },
  side('Opening debit', ({ opening }) => opening.debit),
  side('Opening credit', ({ opening }) => opening.credit),
  side('Debits', ({ movement }) => movement.debit),
  side('Credits', ({ movement }) => movement.credit),
  side('Closing debit', ({ debit }) => debit),
  side('Closing credit', ({ credit }) => credit),
]

export const getIncomeStatement = action(contract.getIncomeStatement, async (ask, input) => {
  const { from, to } = await findDays(ask.tx, input, ask.now)
  const statement = incomeStatement(await findSums(ask.tx, { from, to }, { withoutClosings: true }))
  const format = fileFormatOf(input.format)
  if (!format) return { from, to, ...statement }
  const { income, expenses, totals } = statement
  return draftStatement(ask, { name: 'income-statement', format, days: { from, to } }, [
    { heading: 'Income', lines: income, total: ['Total income', totals.income] },
    { heading: 'Expenditure', lines: expenses, total: ['Total expenditure', totals.expenses] },
    { total: [totals.surplus < 0n ? 'Deficit of the period' : 'Surplus of the period', totals.surplus] },
  ])
})

export const getBalanceSheet = action(contract.getBalanceSheet, async (ask, { asOf, format: asked }) => {
  const { to, yearFrom } = await findDays(ask.tx, { asOf }, ask.now)
  const sheet = balanceSheet(await findSums(ask.tx, { from: yearFrom, to }))
  const format = fileFormatOf(asked)
  if (!format) return { asOf: to, yearFrom, ...sheet }
  const { assets, liabilities, funds, surplus, totals } = sheet
  const unclosed = [
    { code: '', name: 'Surplus of this year so far', amount: surplus.ofThisYear },
    { code: '', name: 'Surplus of earlier years, not yet closed', amount: surplus.ofEarlierYears },
  ].filter(({ amount }) => amount !== 0n)
  return draftStatement(ask, { name: 'balance-sheet', format, days: { to } }, [
    { heading: 'Assets', lines: assets, total: ['Total assets', totals.assets] },
    { heading: 'Liabilities', lines: liabilities, total: ['Total liabilities', totals.liabilities] },
    { heading: "Members' funds", lines: [...funds, ...unclosed], total: ["Total members' funds", totals.funds] },
    { total: ['Total liabilities and funds', totals.liabilitiesAndFunds] },
  ])
})

export const getReceiptsAndPayments = action(contract.getReceiptsAndPayments, async (ask, input) => {
  const days = await findDays(ask.tx, input, ask.now)
  const { from, to } = days
  const [cash, flows] = await Promise.all([findCash(ask.tx, days), findFlows(ask.tx, days)])
  const moved = flows.filter(({ amount }) => amount !== 0n)
  const [receipts, payments] = [moved.filter(({ isReceipt }) => isReceipt), moved.filter(({ isReceipt }) => !isReceipt)]
  const sum = (lines: readonly { amount: Kobo }[]) => sumKobo(lines.map(({ amount }) => amount))
  const [before, after] = [
    cash.map(({ opening, ...each }) => ({ ...each, amount: opening })),
    cash.map(({ closing: left, ...each }) => ({ ...each, amount: left })),
  ]
  const totals = { opening: sum(before), receipts: sum(receipts), payments: sum(payments), closing: sum(after) }
  const format = fileFormatOf(input.format)
  if (!format) {
    const balanced = totals.opening + totals.receipts - totals.payments === totals.closing
    return { from, to, cash, receipts, payments, totals, balanced }
  }
  return draftStatement(ask, { name: 'receipts-and-payments', format, days }, [
    { heading: 'Balances at the beginning', lines: before, total: ['Total at the beginning', totals.opening] },
    { heading: 'Receipts', lines: receipts, total: ['Total receipts', totals.receipts] },
    { heading: 'Payments', lines: payments, total: ['Total payments', totals.payments] },
    { heading: 'Balances at the end', lines: after, total: ['Total at the end', totals.closing] },
  ])
})

type Section = { heading?: string; lines?: readonly Omit<StatementLine, 'accountId'>[]; total: readonly [string, Kobo] }
type StatementRow = { look: RowLook; code: string | null; name: string; amount: Kobo | null }

/** Sections with their sums as a file. */
function draftStatement(
  { tx, now }: Ask,
  file: { name: ReportName; format: FileFormat; days: { from?: Day; to: Day } },
  sections: readonly Section[],
): Promise<FileDraft> {
  const rows = sections.flatMap(({ heading, lines = [], total: [name, amount] }): StatementRow[] => [
    ...(heading ? [{ look: 'heading' as const, code: null, name: heading, amount: null }] : []),
    ...lines.map((line) => ({ look: 'plain' as const, ...line })),
    { look: 'total', code: null, name, amount },
  ])
  return draftReport(tx, { ...file, now, columns: statementColumns, rows, look: ({ look }) => look })
}

const statementColumns: TableColumn<StatementRow>[] = [
  { header: 'Code', kind: 'text', width: 10, value: ({ code }) => code },
  { header: 'Account', kind: 'text', width: 50, value: ({ name }) => name },
  { header: 'Amount', kind: 'money', width: 24, value: ({ amount }) => amount },
]

/** One voucher with its postings in their order. Refuses: not_found. */
export const getEntry = action(contract.getEntry, async ({ tx }, { entryId, page, limit }) => {
  const [found, rows] = await Promise.all([findEntryHead(tx, entryId), findEntryLines(tx, entryId, page, limit)])
  if (!found) return refuse('not_found')
  const { sourceType, importId, transactions, hash, previousHash, lines: total, ...head } = found
  const summary = {
    entryId,
    ...head,
    source: { type: sourceType, transactions, importId },
    hash: hash.toString('hex'),
    previousHash: previousHash.toString('hex'),
  }
  return { rows, total, summary }
})

/** Proves the cooperative's books from their postings, one check after the other, so that each time is its own. */
export const proveBooks = action(contract.proveBooks, async ({ tx, actor, now }) => {
  const head = await tx.one<{ lastEntry: number; hash: string }>(
    sql`select last_no::int as "lastEntry", encode(hash, 'hex') as hash from ledger.head`,
  )
  const checks: Replied<typeof contract.proveBooks>['checks'] = []
  for (const check of proofChecks) {
    const { name, title, says, counts } = check
    const began = performance.now()
    const { rows, wrong } = await tx.one<ProofRow>(proofOf(check, actor.cooperativeId))
    checks.push({
      ...{ name, title, says: `${grouped(String(rows))} ${counts}. ${says}`, rows, wrong },
      holds: wrong === null,
      milliseconds: Math.round(performance.now() - began),
    })
  }
  return { at: now, holds: checks.every(({ holds }) => holds), ...head, checks }
})

/** How far the books are locked, and what of each fiscal year is closed. */
export const getBooks = action(closing.getBooks, async ({ tx, today }) => {
  const [{ first, ...state }, changes, closings, start] = await Promise.all([
    findHead(tx),
    findLockChanges(tx),
    findClosings(tx),
    findFiscalYearStart(tx),
  ])
  const years = fiscalYearsBetween(first ?? today, today, start)
  const surpluses = await findSurpluses(tx, years)
  return {
    ...state,
    years: years.map((year, index) => {
      const waits = whyWaits(year.to, { today, closings })
      return {
        ...year,
        surplus: surpluses[index] ?? zeroKobo,
        closing: closings.find(({ yearEnd }) => yearEnd === year.to) ?? null,
        waitsBecause: waits ? sentenceOf(waits) : null,
      }
    }),
    changes,
  }
})

/** Why a year may not be closed now. */
function whyWaits(end: Day, { today, closings }: { today: Day; closings: readonly Closing[] }): Refusal | undefined {
  const own = closings.find(({ yearEnd }) => yearEnd === end)
  if (own) return yearClosed({ number: own.number })
  if (end >= today) return yearNotOver({ end: dayText(end) })
  const later = closings.find(({ yearEnd }) => yearEnd > end)
  return later && yearClosedLater({ end: dayText(later.yearEnd) })
}

export type ChartAccount = Replied<typeof closing.createAccount>

/** The society's own accounts by code, with what is on each and on the accounts under it. */
export async function findAccounts(tx: Tx): Promise<ChartAccount[]> {
  const rows = await tx.many<
    Omit<ChartAccount, 'balance' | 'staysBecause'> & { /** Debits less credits. */ net: Kobo }
  >(sql`
    with stands as (
      select coalesce(a.control_id, a.account_id) as account_id, sum(b.debits - b.credits) as net
      from ledger.balance b join ledger.account a using (account_id) group by 1)
    select a.account_id as id, a.code, a.name, a.class, a.is_control, a.holds_cash, a.retired_at is not null as retired,
      coalesce(s.net, 0)::bigint as net
    from ledger.account a left join stands s using (account_id) where a.member_id is null order by a.code`)
  return rows.map(({ net, ...row }) => {
    const account = { ...row, balance: (normalSide(row.class) === 'debit' ? net : -net) as Kobo }
    const stays = whyNotRetire(account)
    return { ...account, staysBecause: stays ? sentenceOf(stays) : null }
  })
}

/** Why an account may not be retired now. */
export function whyNotRetire({
  isControl,
  code,
  name,
  balance,
}: Omit<ChartAccount, 'staysBecause'>): Refusal | undefined {
  const field = 'retired'
  if (isControl) return accountIsControl({ field })
  if (neededCodes.includes(code)) return accountIsUsed({ field, name })
  return balance === 0n ? undefined : accountHasBalance({ field, balance: moneyText(balance) })
}

/** The society's accounts by code, with what is on them now. */
export const listAccounts = shortListOf(closing.listAccounts, ['code', 'name'], ({ tx }) => findAccounts(tx))

export async function findFiscalYearStart(tx: Tx): Promise<string> {
  const { start } = await tx.one<{ start: string }>(sql`select fiscal_year_start as start from app.configuration`)
  return start
}

export type Days = FiscalYear & { /** Of the fiscal year that holds the last day. */ yearFrom: Day }

/** The period that a report is asked for: the fiscal year so far where it names none. Refuses: days_wrong_way. */
export async function findDays(
  tx: Tx,
  { from, to, asOf }: { from?: Day | undefined; to?: Day | undefined; asOf?: Day | undefined },
  now: Date,
): Promise<Days> {
  const last = to ?? asOf ?? dayIn(now)
  if (from && from > last) refuse(daysWrongWay({ field: 'from', to: dayText(last) }))
  const { from: yearFrom } = fiscalYearOf(last, await findFiscalYearStart(tx))
  return { from: from ?? yearFrom, to: last, yearFrom }
}

type SumsRow = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  openingDebits: Kobo
  openingCredits: Kobo
  debits: Kobo
  credits: Kobo
}

/**
 * What the books began with, and its reversal: a society had it before, so it is neither a receipt nor a payment but part of the
 * balance that a period opens with, on whichever of its days it was entered.
 */
export const beginsBooks = sql`(e.kind = 'opening' or e.kind = 'reversal' and exists (select from ledger.entry o where o.entry_id = e.reverses_id and o.kind = 'opening'))`

/**
 * What was posted to each account of the society and to the accounts under it, before a day and from it to another, from
 * the postings themselves. Each pair of accounts is summed once and then seen from both sides, so that half a million
 * postings pass through one aggregate. `withoutClosings` leaves out the entries that close a year, and their reversals; `onlyResult` answers income
 * and expenses alone and reads no other posting, for a look under the lock of the books. `openingFirst` counts opening balances
 * to what was before the period.
 */
export async function findSums(
  tx: Tx,
  { from, to }: FiscalYear,
  { withoutClosings = false, onlyResult = false, openingFirst = false } = {},
): Promise<AccountSums[]> {
  const kept = withoutClosings
    ? sql`e.kind <> 'closing' and not exists (select from ledger.entry c where c.entry_id = e.reverses_id and c.kind = 'closing')`
    : sql`true`
  const inside = openingFirst
    ? sql`e.effective_on >= ${from}::date and not ${beginsBooks}`
    : sql`e.effective_on >= ${from}::date`
  const result = sql`array(select n.account_id from ledger.account n where n.class in ('income', 'expense'))`
  const [ofResult, told] = onlyResult
    ? [sql`(p.debit_id = any (${result}) or p.credit_id = any (${result}))`, sql`g.class in ('income', 'expense')`]
    : [sql`true`, sql`true`]
  const rows = await tx.many<SumsRow>(sql`
    with pair as (
      select p.debit_id, p.credit_id, ${inside} as inside, sum(p.amount) as amount
      from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${to}::date and ${kept} and ${ofResult} group by 1, 2, 3),
    side as (
      select debit_id as account_id, inside, amount as debit, 0::numeric as credit from pair union all select credit_id, inside, 0, amount from pair)
    select g.account_id, g.code, g.name, g.class,
      coalesce(sum(s.debit) filter (where not inside), 0)::bigint as opening_debits, coalesce(sum(s.credit) filter (where not inside), 0)::bigint as opening_credits,
      coalesce(sum(s.debit) filter (where inside), 0)::bigint as debits, coalesce(sum(s.credit) filter (where inside), 0)::bigint as credits
    from side s
    join ledger.account a using (account_id)
    join ledger.account g on g.account_id = coalesce(a.control_id, a.account_id)
    where ${told}
    group by g.account_id, g.code, g.name, g.class order by g.code`)
  return rows.map(
    ({ openingDebits: opening_debits, openingCredits: opening_credits, debits, credits, ...account }) => ({
      ...account,
      opening: { debits: opening_debits, credits: opening_credits },
      movement: { debits, credits },
    }),
  )
}

const wordsOfKind = sql`${JSON.stringify(entryKindNames)}::jsonb ->> told.kind`

/** What every line of a ledger tells of its entry, for the few entries of one page. */
export const entryFacts = (entryId: Statement): Statement => sql`
  select told.entry_no::int as number, told.effective_on as on, told.kind,
    case when r.entry_id is not null then jsonb_build_object('entryId', r.entry_id, 'number', r.entry_no) end as reverses,
    case when b.entry_id is not null then jsonb_build_object('entryId', b.entry_id, 'number', b.entry_no) end as "reversedBy",
    case
      when told.kind in ('interest', 'dividend') then (select min(x.description) from app.transaction x where x.entry_id = told.entry_id and x.member_id is null)
      when told.kind = 'closing' then 'Year closed: surplus moved to undistributed surplus'
      when r.entry_id is not null then 'Reversal of entry No. ' || r.entry_no || coalesce(': ' || (select min(d.reason) from app.transaction_decision d where d.entry_id = told.entry_id), '')
      when told.kind in ('expense', 'income') then (select case x.type when 'expense' then 'Paid to ' else 'Received from ' end || x.party || ': ' || x.description from app.transaction x where x.entry_id = told.entry_id limit 1)
      when t.count = 1 then t.description || ', ' || t.member
      when t.count > 1 then t.count || ' payments of members'
      else ${wordsOfKind} end as description
  from ledger.entry told
  left join ledger.entry r on r.entry_id = told.reverses_id
  left join ledger.entry b on b.reverses_id = told.entry_id
  cross join lateral (
    select count(*)::int as count, min(x.description) as description, min(m.first_name || ' ' || m.last_name) as member
    from app.transaction x join app.member m using (member_id) where x.entry_id = told.entry_id) t
  where told.entry_id = ${entryId}`

/**
 * The account on the other side, where an entry touched this one with a single posting; members' accounts go by their
 * control account. Looked up by its key for each line: a join might be planned as a walk over all accounts for each.
 */
const againstOf = (entryId: Statement, line: Statement, postings: Statement, isDebit: Statement): Statement => sql`
  select (
    select coalesce((select g.name from ledger.account g where g.account_id = o.control_id), o.name)
    from ledger.account o where o.account_id = case when ${isDebit} then x.credit_id else x.debit_id end) as against
  from ledger.posting x where ${postings} = 1 and x.entry_id = ${entryId} and x.line = ${line} limit 1`

/** An account of the chart that the program itself posts to. */
export async function findAccountId(tx: Tx, code: string): Promise<AccountId> {
  const { id } = await tx.one<{ id: AccountId }>(sql`select account_id as id from ledger.account where code = ${code}`)
  return id
}

/** The account of the chart with this code, where it is in use. */
export async function findChartAccount(tx: Tx, code: string): Promise<AccountId | undefined> {
  const found = await tx.maybe<{ id: AccountId }>(
    sql`select account_id as id from ledger.account where code = ${code} and not is_control and retired_at is null`,
  )
  return found?.id
}

/** The same where what is to be done needs it. Refuses: chart_account_missing. */
export async function needChartAccount(tx: Tx, code: string): Promise<AccountId> {
  return (await findChartAccount(tx, code)) ?? refuse('chart_account_missing', { code })
}

/** How far the books are locked, and from when there is anything in them. */
export async function findHead(
  tx: Tx,
): Promise<{ booksBeginOn: Day; closedThrough: Day | null; officers: number; first: Day | null }> {
  return tx.one(sql`
    select books_begin_on, closed_through, app.officer_count() as officers,
      (select min(effective_on) from ledger.entry) as first from ledger.head`)
}

type LockChange = {
  kind: 'lock' | 'reopen'
  through: Day | null
  before: Day | null
  reason: string | null
  by: string
  at: Date
}

async function findLockChanges(tx: Tx): Promise<LockChange[]> {
  return tx.many<LockChange>(
    sql`select kind, through, before, reason, actor_name as by, changed_at as at from ledger.lock_change order by number desc limit 100`,
  )
}

type Closing = { yearEnd: Day; entryId: EntryId; number: number; surplus: Kobo; by: string; at: Date }

/** The closings that were not reversed, newest year first. */
export async function findClosings(tx: Tx): Promise<Closing[]> {
  return tx.many<Closing>(sql`
    select year_end, entry_id, entry_no::int as number, surplus, closed_by_name as by, closed_at as at
    from app.year_closing where reversed_at is null order by year_end desc`)
}

/** What each year's income exceeded its expenses by, closings left out: one pass over the entries of income and expenses. */
async function findSurpluses(tx: Tx, years: readonly FiscalYear[]): Promise<Kobo[]> {
  const rows = await tx.many<{ surplus: Kobo }>(sql`
    with nominal as (select account_id from ledger.account where class in ('income', 'expense')),
    moved as (
      select p.entry_id, p.amount from nominal n join ledger.posting p on p.credit_id = n.account_id
      union all select p.entry_id, -p.amount from nominal n join ledger.posting p on p.debit_id = n.account_id),
    daily as (
      select e.effective_on, sum(m.amount) as amount from moved m join ledger.entry e using (entry_id)
      where e.kind <> 'closing' and not exists (select from ledger.entry c where c.entry_id = e.reverses_id and c.kind = 'closing') group by 1)
    select coalesce((select sum(d.amount) from daily d where d.effective_on between y.first and y.last), 0)::bigint as surplus
    from unnest(${years.map(({ from }) => from)}::date[], ${years.map(({ to }) => to)}::date[]) with ordinality as y(first, last, o) order by y.o`)
  return rows.map(({ surplus }) => surplus)
}

/** The cash and bank accounts with what was on each before and after the period; opening balances were there before. */
export async function findCash(
  tx: Tx,
  days: FiscalYear,
): Promise<{ accountId: AccountId; code: string; name: string; opening: Kobo; closing: Kobo }[]> {
  const [accounts, sums] = await Promise.all([
    // A retired one for as long as anything was posted to it.
    tx.many<{ accountId: AccountId; code: string; name: string }>(sql`
      select account_id, code, name from ledger.account where holds_cash and (retired_at is null or account_id in (select b.account_id from ledger.balance b)) order by code`),
    findSums(tx, days, { openingFirst: true }),
  ])
  const known = new Map(sums.map((each) => [each.accountId, each]))
  return accounts.map((account) => {
    const found = known.get(account.accountId)
    return {
      ...account,
      opening: found ? netOf('asset', found.opening) : zeroKobo,
      closing: found ? netOf('asset', closingSides(found)) : zeroKobo,
    }
  })
}

type Flow = { isReceipt: boolean; accountId: AccountId; code: string; name: string; amount: Kobo }

/** What went between cash and every other account; opening balances did not. Undoing a receipt makes receipts smaller, not payments greater. */
async function findFlows(tx: Tx, { from, to }: FiscalYear): Promise<Flow[]> {
  return tx.many<Flow>(sql`
    with cash as (select account_id from ledger.account where holds_cash),
    flow as (
      select case when p.debit_id in (select account_id from cash) then p.credit_id else p.debit_id end as account_id,
        p.debit_id in (select account_id from cash) as is_in, e.reverses_id is not null as undoes, sum(p.amount) as amount
      from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id
      where e.effective_on between ${from}::date and ${to}::date and not ${beginsBooks}
        and (p.debit_id in (select account_id from cash)) <> (p.credit_id in (select account_id from cash))
      group by 1, 2, 3)
    select f.is_in <> f.undoes as "isReceipt", g.account_id, g.code, g.name,
      sum(case when f.undoes then -f.amount else f.amount end)::bigint as amount
    from flow f
    join ledger.account a using (account_id)
    join ledger.account g on g.account_id = coalesce(a.control_id, a.account_id)
    group by 1, 2, 3, 4 order by g.code`)
}

type EntryLine = Replied<typeof contract.getEntry>
type EntryHead = {
  number: number
  on: Day
  kind: EntryKind
  reverses: { entryId: EntryId; number: number } | null
  reversedBy: { entryId: EntryId; number: number } | null
  description: string
  createdAt: Date
  sourceType: string
  importId: string | null
  transactions: number
  by: string | null
  reason: string | null
  hash: Buffer
  previousHash: Buffer
  total: Kobo
  lines: number
}

/** Who made it is known from the audit line of the same request; what a job posted has its own name there too. */
async function findEntryHead(tx: Tx, entryId: EntryId): Promise<EntryHead | undefined> {
  return tx.maybe<EntryHead>(sql`
    select f.*, e.created_at, e.source_type, e.hash, e.prev_hash as "previousHash", p.total, p.lines, t.transactions,
      (select i.import_id from app.import i where i.entry_no = e.entry_no and i.kind = 'contributions' limit 1) as "importId",
      coalesce(
        (select a.actor_name from audit.event a
         where a.at between e.created_at - interval '1 minute' and e.created_at + interval '1 minute' and a.request_id = e.request_id and a.login_id = e.actor_id limit 1),
        d.decided_by_name, t.recorded_by_name) as by,
      coalesce(d.reason, (select y.reason from app.year_closing y where y.reversal_id = e.entry_id)) as reason
    from ledger.entry e
    cross join lateral (${entryFacts(sql`e.entry_id`)}) f
    cross join lateral (select sum(p.amount)::bigint as total, count(*)::int as lines from ledger.posting p where p.entry_id = e.entry_id) p
    cross join lateral (
      select count(*)::int as transactions, min(x.recorded_by_name) as recorded_by_name from app.transaction x where x.entry_id = coalesce(e.reverses_id, e.entry_id)) t
    left join lateral (select d.decided_by_name, d.reason from app.transaction_decision d where d.entry_id = e.entry_id limit 1) d on true
    where e.entry_id = ${entryId}`)
}

async function findEntryLines(tx: Tx, entryId: EntryId, page: number, limit: number): Promise<EntryLine[]> {
  const side = (account: 'd' | 'c') =>
    account === 'd'
      ? sql`jsonb_build_object('accountId', d.account_id, 'code', d.code, 'name', d.name, 'memberId', d.member_id, 'memberName', dm.first_name || ' ' || dm.last_name) as debit`
      : sql`jsonb_build_object('accountId', c.account_id, 'code', c.code, 'name', c.name, 'memberId', c.member_id, 'memberName', cm.first_name || ' ' || cm.last_name) as credit`
  return tx.many<EntryLine>(sql`
    select p.line::int as line, p.amount, ${side('d')}, ${side('c')}, t.transaction_id
    from (select * from ledger.posting p where p.entry_id = ${entryId} order by p.line limit ${limit} offset ${(page - 1) * limit}) p
    join ledger.entry e on e.entry_id = p.entry_id
    join ledger.account d on d.account_id = p.debit_id left join app.member dm on dm.member_id = d.member_id
    join ledger.account c on c.account_id = p.credit_id left join app.member cm on cm.member_id = c.member_id
    left join lateral (select x.transaction_id from app.transaction x where x.entry_id = coalesce(e.reverses_id, e.entry_id) and x.line = p.line limit 1) t on true
    order by p.line`)
}

type BalanceRow = Omit<Replied<typeof contract.getMemberBalances>, 'balances' | 'total'> & {
  types: AccountTypeId[]
  amounts: string[]
  total: bigint
}
type TypeRow = {
  id: AccountTypeId
  name: string
  controlId: AccountId
  controlCode: string
  members: bigint
  control: bigint
}

const balanceOrders: Record<string, Statement> = {
  membershipno: sql`m.membership_number`,
  '-membershipno': sql`m.membership_number desc`,
  total: sql`h.total, m.membership_number`,
  '-total': sql`h.total desc, m.membership_number`,
}

/**
 * What was on each account at the end of a day, credits positive, from the postings themselves.
 * Accounts are looked up one by one by their key, which stays quick while PostgreSQL has not counted a new table.
 */
export const standing = (day: Day) => sql`
  pair as (
    select p.debit_id, p.credit_id, sum(p.amount) as amount
    from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${day}::date group by 1, 2),
  side as (
    select account_id, sum(balance)::bigint as balance
    from (select credit_id as account_id, amount as balance from pair union all select debit_id, -amount from pair) s group by 1),
  standing as (
    select a.code, a.member_id, a.account_id, a.account_type_id, a.control_id, side.balance from side
    cross join lateral (select * from ledger.account o where o.account_id = side.account_id limit 1) a)`

export async function findHolders(
  tx: Tx,
  day: Day,
  { q, sort, page, limit }: { q?: string | undefined; sort: string; page: number; limit: number },
): Promise<{ rows: BalanceRow[]; total: number }> {
  const where = allOf(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : [])
  const holders = sql`
    with ${standing(day)},
    held as (
      select member_id, account_type_id, min(code) as code, sum(balance)::bigint as balance from standing where member_id is not null group by 1, 2),
    h as (
      select member_id, array_agg(account_type_id order by code) as types, array_agg(balance::text order by code) as amounts, sum(balance)::bigint as total
      from held where balance <> 0 group by member_id)`
  const withMembers = sql`from h cross join lateral (select * from app.member o where o.member_id = h.member_id limit 1) m where ${where}`
  const [rows, { total }] = await Promise.all([
    tx.many<BalanceRow>(sql`
      ${holders} select m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, h.types, h.amounts, h.total
      ${withMembers} order by ${balanceOrders[sort] ?? sql`m.membership_number`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`${holders} select count(*)::int as total ${withMembers}`),
  ])
  return { rows, total }
}

/** By account type: the members' accounts of that type, and beside them all that is under its control account. */
export async function findSumsByType(tx: Tx, day: Day) {
  const rows = await tx.many<TypeRow>(sql`
    with ${standing(day)},
    summed as (select account_type_id, control_id, sum(balance)::bigint as balance from standing where control_id is not null group by 1, 2)
    select t.account_type_id as id, t.name, k.account_id as "controlId", k.code as "controlCode",
      coalesce(sum(s.balance) filter (where s.account_type_id = t.account_type_id), 0)::bigint as members,
      coalesce(sum(s.balance) filter (where s.control_id = t.control_id), 0)::bigint as control
    from app.account_type t
    join ledger.account k on k.account_id = t.control_id
    left join summed s on s.account_type_id = t.account_type_id or s.control_id = t.control_id
    group by t.account_type_id, t.name, k.account_id, k.code order by k.code`)
  return rows.map(({ members, control, ...row }) => ({
    ...row,
    members: members as Kobo,
    control: control as Kobo,
    agrees: members === control,
  }))
}

type LedgerAccount = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  isControl: boolean
  memberId: MemberId | null
  memberName: string | null
}

export async function findAccount(tx: Tx, accountId: AccountId): Promise<LedgerAccount> {
  const found = await tx.maybe<LedgerAccount>(sql`
    select a.account_id, a.code, a.name, a.class, a.is_control, a.member_id, m.first_name || ' ' || m.last_name as "memberName"
    from ledger.account a left join app.member m on m.member_id = a.member_id where a.account_id = ${accountId}`)
  return found ?? refuse('not_found')
}

type LedgerLine = Replied<typeof contract.getGeneralLedger>
type Paging = { page: number; limit: number; descending: boolean }

/** What an account had before a period, what moved in it, and what it has after it, the balances on its normal side. */
type LedgerStanding = { accountId: AccountId; code: string; name: string; class: AccountClass } & Record<
  'opening' | 'debit' | 'credit' | 'closing',
  Kobo
>

const debitClasses = accountClasses.filter((each) => normalSide(each) === 'debit')

/**
 * The entries that touched an account or one under it in a period, each with the balance after it, and what the account had before
 * and after; without an account those of every account of the society, by their codes.
 */
export async function findLedger(
  tx: Tx,
  accountId: AccountId | undefined,
  { from, to }: FiscalYear,
  { page, limit, descending }: Paging,
): Promise<{ accounts: LedgerStanding[]; total: number; lines: LedgerLine[] }> {
  const of = accountId
    ? sql`select account_id, ${accountId}::uuid as of_id from ledger.account where account_id = ${accountId} or control_id = ${accountId}`
    : sql`select account_id, coalesce(control_id, account_id) as of_id from ledger.account`
  const sign = sql`case when g.class = any (${debitClasses}::text[]) then 1 else -1 end`
  // An entry is one line of an account, however many postings it has; what was before the period is only summed.
  const moved = sql`
    with of as (${of}),
    side as (
      select of.of_id, p.entry_id, p.line, p.amount as debit, 0::bigint as credit from of join ledger.posting p on p.debit_id = of.account_id
      union all select of.of_id, p.entry_id, p.line, 0, p.amount from of join ledger.posting p on p.credit_id = of.account_id),
    before as (
      select s.of_id, sum(s.debit - s.credit) as net from side s join ledger.entry e using (entry_id) where e.effective_on < ${from}::date group by 1),
    dated as (
      select s.of_id, e.effective_on, e.entry_no, s.entry_id, sum(s.debit)::bigint as debit, sum(s.credit)::bigint as credit, count(*)::int as postings, min(s.line) as line
      from side s join ledger.entry e using (entry_id) where e.effective_on between ${from}::date and ${to}::date group by 1, 2, 3, 4)`
  const order = descending ? sql`d.code, d.effective_on desc, d.entry_no desc` : sql`d.code, d.effective_on, d.entry_no`
  const [standings, lines] = await Promise.all([
    tx.many<LedgerStanding & { lines: number }>(sql`
      ${moved}, sums as (select of_id, sum(debit) as debit, sum(credit) as credit, count(*)::int as lines from dated group by 1),
      standing as (
        select coalesce(b.of_id, m.of_id) as of_id, coalesce(b.net, 0) as net, coalesce(m.debit, 0) as debit, coalesce(m.credit, 0) as credit, coalesce(m.lines, 0) as lines
        from before b full join sums m on m.of_id = b.of_id)
      select g.account_id, g.code, g.name, g.class, (${sign} * s.net)::bigint as opening, s.debit::bigint as debit, s.credit::bigint as credit,
        (${sign} * (s.net + s.debit - s.credit))::bigint as closing, s.lines
      from standing s join ledger.account g on g.account_id = s.of_id where s.net <> 0 or s.lines > 0 order by g.code`),
    tx.many<LedgerLine>(sql`
      ${moved}, running as (
        select d.*, g.code, g.name, (${sign} * (coalesce(b.net, 0) + sum(d.debit - d.credit) over (partition by d.of_id order by d.effective_on, d.entry_no)))::bigint as balance
        from dated d join ledger.account g on g.account_id = d.of_id left join before b on b.of_id = d.of_id),
      chosen as (select * from running d order by ${order} limit ${limit} offset ${(page - 1) * limit})
      select jsonb_build_object('accountId', d.of_id, 'code', d.code, 'name', d.name) as account, d.entry_id, f.*, d.debit, d.credit, d.postings, d.balance, k.against
      from chosen d cross join lateral (${entryFacts(sql`d.entry_id`)}) f
      left join lateral (${againstOf(sql`d.entry_id`, sql`d.line`, sql`d.postings`, sql`d.debit > 0`)}) k on true
      order by ${order}`),
  ])
  return {
    accounts: standings.map(({ lines: _lines, ...standing }) => standing),
    total: standings.reduce((sum, each) => sum + each.lines, 0),
    lines,
  }
}

type CashLine = Omit<Replied<typeof contract.getCashBook>, 'endOfDay'> & {
  endOfDay: { receipts: string; payments: string } | null
}

/** What came into these accounts and went out in a period, entry by entry; `opening` is what was there before. */
export async function findCashLines(
  tx: Tx,
  { accountIds, opening }: { accountIds: readonly AccountId[]; opening: Kobo },
  { from, to }: FiscalYear,
  { page, limit, descending }: Paging,
): Promise<{ sums: { receipts: Kobo; payments: Kobo; total: number }; lines: CashLine[] }> {
  const order = descending ? sql`d.on_day desc, d.entry_no desc, d.code` : sql`d.on_day, d.entry_no, d.code`
  const moved = sql`
    with of as (select a.account_id, a.code, a.name from ledger.account a where a.account_id = any (${accountIds}::uuid[])),
    side as (
      select of.code, of.name, p.entry_id, p.line, p.amount as receipt, 0::bigint as payment from of join ledger.posting p on p.debit_id = of.account_id
      union all select of.code, of.name, p.entry_id, p.line, 0, p.amount from of join ledger.posting p on p.credit_id = of.account_id),
    dated as (
      select e.effective_on as on_day, e.entry_no, s.entry_id, s.code, s.name, sum(s.receipt)::bigint as receipts, sum(s.payment)::bigint as payments, count(*)::int as postings, min(s.line) as line
      from side s join ledger.entry e using (entry_id) where e.effective_on between ${from}::date and ${to}::date and not ${beginsBooks} group by 1, 2, 3, 4, 5)`
  const [sums, lines] = await Promise.all([
    tx.one<{ receipts: Kobo; payments: Kobo; total: number }>(sql`
      ${moved} select coalesce(sum(receipts), 0)::bigint as receipts, coalesce(sum(payments), 0)::bigint as payments, count(*)::int as total from dated`),
    tx.many<CashLine>(sql`
      ${moved}, running as (
        select d.*, sum(receipts - payments) over (order by on_day, entry_no, code) as moved,
          lead(on_day) over (order by on_day, entry_no, code) is distinct from on_day as ends_day from dated d),
      day as (select on_day, sum(receipts) as receipts, sum(payments) as payments from dated group by 1),
      chosen as (select * from running d order by ${order} limit ${limit} offset ${(page - 1) * limit})
      select d.entry_id, f.*, d.name as account, d.receipts, d.payments, d.postings, (${opening}::bigint + d.moved)::bigint as balance, k.against,
        case when d.ends_day then (select jsonb_build_object('receipts', y.receipts::text, 'payments', y.payments::text) from day y where y.on_day = d.on_day) end as "endOfDay"
      from chosen d cross join lateral (${entryFacts(sql`d.entry_id`)}) f 
      left join lateral (${againstOf(sql`d.entry_id`, sql`d.line`, sql`d.postings`, sql`d.receipts > 0`)}) k on true
      order by ${order}`),
  ])
  return { sums, lines }
}
