import * as contract from '#features/surplus/appropriation/contract.ts'
import * as reports from '#features/surplus/appropriation/surplus-reports.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import { surplusCode } from '#features/accounting/books/rules/chart.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import type {
  AccountId,
  AccountTypeId,
  AppropriationId,
  DividendRunId,
  EntryId,
  MeetingId,
  MemberId,
  TransactionId,
} from '#core/ids.ts'
import { type Kobo, subtract, sumKobo, zeroKobo } from '#core/money.ts'
import type { AccountTypeKind, SocietyKind } from '#features/accounting/books/rules/account-kinds.ts'
import { refuse } from '#core/refusal.ts'
import { foldQuery } from '#core/searching.ts'
import {
  destinationOf,
  type DividendDestination,
  dividendDestinationNames,
  type DividendSettings,
  usualDividendSettings,
} from '#features/surplus/appropriation/rules/destination.ts'
import type {
  DividendClauses,
  DividendRules,
  PatronageRule,
} from '#features/surplus/appropriation/rules/dividend-rules.ts'
import type { DividendExclusion, ExclusionRule, Standings } from '#features/surplus/appropriation/rules/exclusion.ts'
import { namedAmountsMax, postMax } from '#features/surplus/appropriation/rules/named-amounts.ts'
import { averageOf, countedDays } from '#features/surplus/appropriation/rules/dividend.ts'
import { appropriated } from '#features/surplus/appropriation/rules/appropriation.ts'
import { type DividendBasis, type DividendMethod, sharedByText } from '#features/surplus/appropriation/rules/words.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { allOf, containing, sql, type Statement } from '#platform/db/sql.ts'
import type { Joined, Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import { findDays } from '#features/accounting/books/server/reads.ts'
import { lateOn } from '#features/savings/arrears/server/reads.ts'
import { accountTypes, type PaidType } from '#features/savings/transactions/server/reads.ts'

type HeadRow = {
  accountId: AccountId
  code: string
  name: string
  basisPoints: number
  isLeast: boolean
  clause: string
}

export async function findHeads(tx: Tx): Promise<HeadRow[]> {
  return tx.many<HeadRow>(sql`
    select h.account_id, a.code, a.name, h.basis_points, h.is_least, h.clause
    from app.surplus_head h join ledger.account a on a.account_id = h.account_id order by h.place`)
}

export async function findDirectorApproves(tx: Tx): Promise<boolean> {
  const found = await tx.maybe<{ approves: boolean }>(sql`select director_approves as approves from app.surplus_rules`)
  return found?.approves ?? false
}

export const getSurplusRules = action(contract.getSurplusRules, async ({ tx }) => {
  const [heads, directorApproves, accounts, { societyKind }] = await Promise.all([
    findHeads(tx),
    findDirectorApproves(tx),
    findTakers(tx),
    tx.one<{ societyKind: SocietyKind }>(sql`select society_kind from app.configuration`),
  ])
  return {
    heads: heads.map(({ basisPoints, ...head }) => ({ ...head, percent: basisPoints / 100 })),
    directorApproves,
    accounts,
    societyKind,
  }
})

/** What the bye-laws make of a closed year's surplus, and what is decided. Refuses: year_not_closed. */
export const getSurplus = action(contract.getSurplus, async ({ tx }, { yearEnd }) => {
  const year = await findClosedYear(tx, yearEnd)
  const [heads, directorApproves, { balance }, resolutions, accounts, appropriation, officers] = await Promise.all([
    findHeads(tx),
    findDirectorApproves(tx),
    findSurplusAccount(tx),
    findResolutions(tx, yearEnd),
    findTakers(tx),
    findAppropriation(tx, year),
    findOfficersOf(tx, year),
  ])
  const { amounts, carriedForward } = appropriated(year.surplus > 0n ? year.surplus : zeroKobo, heads)
  return {
    from: year.from,
    yearEnd,
    surplus: year.surplus,
    available: balance > 0n ? balance : zeroKobo,
    proposed: heads.map(({ basisPoints, ...head }, index) => ({
      ...head,
      percent: basisPoints / 100,
      amount: amounts[index] ?? zeroKobo,
    })),
    carriedForward,
    directorApproves,
    resolutions,
    accounts,
    appropriation: appropriation ?? null,
    officers,
  }
})

/** Accounts of the society's own that a surplus can be given to. */
export async function findTakers(tx: Tx): Promise<Replied<typeof contract.getSurplus>['accounts']> {
  return tx.many(sql`
    select account_id, code, name from ledger.account
    where class in ('liability', 'equity') and not is_control and member_id is null and control_id is null and retired_at is null and code <> ${surplusCode} order by code`)
}

type ClosedYear = FiscalYear & { closingId: string; surplus: Kobo }

/** The closing of a year that is not reversed. Refuses: year_not_closed. */
export async function findClosedYear(tx: Tx, yearEnd: Day): Promise<ClosedYear> {
  const found = await tx.maybe<ClosedYear>(sql`
    select closing_id, year_from as from, year_end as to, surplus from app.year_closing where year_end = ${yearEnd} and reversed_at is null`)
  return found ?? refuse('year_not_closed', { field: 'yearEnd' })
}

/** What is on undistributed surplus, less what waits to be appropriated of any year, with the account. */
export async function findSurplusAccount(tx: Tx): Promise<{ id: AccountId; balance: Kobo }> {
  return tx.one(sql`
    select a.account_id as id, coalesce((select sum(b.credits - b.debits) from ledger.balance b where b.account_id = a.account_id), 0)::bigint
      - coalesce((select sum(t.amount) from app.appropriation p join app.transaction t on t.transaction_id = p.transaction_id and t.status = 'pending'
        where p.released_at is null), 0)::bigint as balance
    from ledger.account a where a.code = ${surplusCode}`)
}

/** Resolutions of general meetings that were held after a day and not lost in a vote, the newest meeting first. */
export async function findResolutions(tx: Tx, after: Day): Promise<Replied<typeof contract.getSurplus>['resolutions']> {
  return tx.many<{ meetingId: MeetingId; meeting: string; text: string }>(sql`
    select m.meeting_id, m.title as meeting, r.value->>'text' as text
    from app.meeting m cross join lateral jsonb_array_elements(m.resolutions) with ordinality r(value, place)
    where m.kind in ('general', 'annual_general', 'special_general') and m.status = 'held' and m.meets_on > ${after}
      and r.value->>'outcome' is distinct from 'lost'
    order by m.meets_on desc, m.meeting_id, r.place limit 200`)
}

/** Who held a post on some day of a year, by membership number, with all that they held; those who left are not among them. */
export async function findOfficersOf(
  tx: Tx,
  { from, to }: FiscalYear,
): Promise<Replied<typeof contract.getSurplus>['officers']> {
  return tx.many(sql`
    select m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, left(string_agg(distinct h.post, ', '), ${postMax}) as post
    from (
      select t.member_id, p.name || coalesce(', ' || p.committee, '') as post from app.post_term t join app.post p on p.post_id = t.post_id
      where t.started_on <= ${to} and coalesce(t.ended_on, ${from}) >= ${from}) h
    join app.member m on m.member_id = h.member_id and m.removed_at is null
    group by m.member_id, m.membershipno, m.membership_number, m.first_name, m.last_name order by m.membership_number limit ${namedAmountsMax}`)
}

type Appropriation = NonNullable<Replied<typeof contract.getSurplus>['appropriation']>

/** The appropriation that is in force, or that waits; of a closing, or by its own identifier or that of its transaction. */
export async function findAppropriation(
  tx: Tx,
  by: { closingId: string } | { id: AppropriationId },
): Promise<Appropriation | undefined> {
  const which =
    'id' in by ? sql`p.appropriation_id = ${by.id}` : sql`p.closing_id = ${by.closingId} and p.released_at is null`
  const found = await tx.maybe<Omit<Appropriation, 'lines'>>(sql`
    select p.appropriation_id as id, p.transaction_id, t.status, t.occurred_on, t.entry_no::int as "entryNumber", m.title as meeting,
      p.resolution, p.director_reference, t.recorded_by_name as "recordedBy"
    from app.appropriation p join app.transaction t on t.transaction_id = p.transaction_id join app.meeting m on m.meeting_id = p.meeting_id where ${which}`)
  if (!found) return undefined
  const lines = await tx.many<Appropriation['lines'][number]>(sql`
    select j.account_id, a.code, a.name, j.credit as amount, a.class = 'liability' as "isPayable", r.run_id
    from app.journal_line j join ledger.account a on a.account_id = j.account_id
    left join app.dividend_run r on r.appropriation_id = ${found.id} and r.account_id = j.account_id and r.released_at is null
    where j.transaction_id = ${found.transactionId} and j.credit > 0 order by j.line`)
  return { ...found, lines }
}

export async function findYearOf(tx: Tx, id: AppropriationId): Promise<FiscalYear> {
  const found = await tx.maybe<FiscalYear>(sql`
    select y.year_from as from, y.year_end as to from app.appropriation p join app.year_closing y on y.closing_id = p.closing_id where p.appropriation_id = ${id}`)
  return found ?? refuse('not_found')
}

/** An account type of one of these kinds. Refuses: account_type_not_found. */
export async function findType(
  tx: Tx,
  id: AccountTypeId,
  { field, kinds }: { field: string; kinds: readonly AccountTypeKind[] },
): Promise<PaidType> {
  const found = await tx.maybe<PaidType>(sql`
    ${accountTypes} where t.account_type_id = ${id} and t.kind = any(${kinds}::text[])`)
  return found ?? refuse('account_type_not_found', { field })
}

export type MemberRow = { memberId: MemberId; membershipno: string; number: number; name: string }
type BalanceRow = MemberRow & { opening: bigint; changes: string | null }

const who = sql`m.member_id, m.membershipno, m.membership_number as number, m.first_name || ' ' || m.last_name as name`

/**
 * What each member had on an account type before a year, and what each of its days changed, by membership number. Balances
 * before it come from what is there now less what moved since, so that a long history costs nothing. What a merged record had
 * counts for the record that stays.
 */
export async function findYearBalances(tx: Tx, typeId: AccountTypeId, { from, to }: FiscalYear): Promise<BalanceRow[]> {
  // A year of 50,000 members is 600,000 movements, which are sorted and joined in memory where there is room.
  await tx.run(sql`set local work_mem = '128MB'`)
  return tx.many<BalanceRow>(sql`
    with kept as (
      select a.account_id, coalesce(o.merged_into, o.member_id) as member_id, coalesce((select sum(b.credits - b.debits) from ledger.balance b where b.account_id = a.account_id), 0) as balance
      from ledger.account a join app.member o on o.member_id = a.member_id where a.account_type_id = ${typeId}),
    recent as materialized (select e.entry_id, e.effective_on from ledger.entry e where e.effective_on >= ${from}),
    moved as (
      select k.member_id, r.effective_on, sum(s.amount) as amount
      from recent r join ledger.posting p on p.entry_id = r.entry_id
      cross join lateral (values (p.credit_id, p.amount), (p.debit_id, -p.amount)) s(account_id, amount)
      join kept k on k.account_id = s.account_id group by 1, 2),
    since as (
      select member_id, sum(amount) as amount, string_agg(effective_on::text || ':' || amount, ',' order by effective_on) filter (where effective_on <= ${to}) as changes
      from moved group by 1)
    select ${who}, (k.balance - coalesce(s.amount, 0))::bigint as opening, s.changes
    from (select member_id, sum(balance) as balance from kept group by 1) k join app.member m on m.member_id = k.member_id left join since s on s.member_id = k.member_id
    where m.removed_at is null order by m.membership_number`)
}

/** Those of these members who have not left, by membership number. */
export async function findMembers(tx: Tx, ids: readonly MemberId[]): Promise<MemberRow[]> {
  return tx.many<MemberRow>(sql`
    select ${who} from app.member m where m.member_id = any(${ids}::uuid[]) and m.removed_at is null order by m.membership_number`)
}

/** The interest in kobo that each member paid on loans in a year, by membership number; that of a merged record for the one that stays. */
export async function findInterestPaid(tx: Tx, { from, to }: FiscalYear): Promise<(MemberRow & { basis: Kobo })[]> {
  return tx.many(sql`
    select ${who}, p.interest as basis from (
      select coalesce(o.merged_into, v.member_id) as member_id, sum(v.interest)::bigint as interest from app.loan_movement v join app.member o on o.member_id = v.member_id
      where v.kind = 'repayment' and v.status = 'posted' and v.occurred_on between ${from} and ${to} group by 1 having sum(v.interest) > 0) p
    join app.member m on m.member_id = p.member_id where m.removed_at is null order by m.membership_number`)
}

/**
 * What the goods cost in kobo, without what is earned on their credit, that each member received in a year, by membership
 * number; that of a merged record for the one that stays.
 */
export async function findGoodsReceived(tx: Tx, { from, to }: FiscalYear): Promise<(MemberRow & { basis: Kobo })[]> {
  return tx.many(sql`
    select ${who}, p.cost as basis from (
      select coalesce(o.merged_into, d.member_id) as member_id, sum(g.price * g.quantity)::bigint as cost from app.loan_delivery d join app.member o on o.member_id = d.member_id join app.loan_good g on g.loan_id = d.loan_id
      where d.undone_at is null and d.delivered_on between ${from} and ${to} group by 1) p
    join app.member m on m.member_id = p.member_id where m.removed_at is null order by m.membership_number`)
}

/** Members who are not active, or in arrears with a loan on this day. Without those who left. */
export async function findStandings(tx: Tx, today: Day): Promise<Standings> {
  const rows = await tx.many<{ memberId: MemberId; isActive: boolean; isInArrears: boolean }>(sql`
    with late as (select distinct l.member_id from (${lateOn(today)}) o join app.loan l on l.loan_id = o.loan_id where o.in_arrears)
    select m.member_id, m.status = 'active' as "isActive", late.member_id is not null as "isInArrears"
    from app.member m left join late on late.member_id = m.member_id
    where m.removed_at is null and (m.status <> 'active' or late.member_id is not null)`)
  return new Map(rows.map(({ memberId, ...standing }) => [memberId, standing]))
}

export type RunTerms = {
  basis: DividendBasis
  heldMonths: number
  excluding: ExclusionRule
  taxBasisPoints: number
} & Joined<{ accountTypeId: AccountTypeId; accountType: string; method: DividendMethod }>

export type Run = FiscalYear &
  RunTerms & {
    runId: DividendRunId
    transactionId: TransactionId
    appropriationId: AppropriationId
    accountId: AccountId
    name: string
    paidTo: string
    basisTotal: bigint
    pool: Kobo
    tax: Kobo
    members: number
    excludedMembers: number
    excludedByName: number
    departure: string | null
    status: Replied<typeof contract.listDividends>['status']
    occurredOn: Day
    entryNumber: number | null
    recordedBy: string
  }

const termColumns = sql`r.basis, r.account_type_id, r.account_type_name as "accountType", r.method, r.held_months, r.excluding,
  r.tax_basis_points`
const runColumns = sql`r.run_id, r.transaction_id, r.appropriation_id, r.account_id, r.name,
  r.year_from as from, r.year_end as to, ${termColumns}, p.name as "paidTo", r.basis_total, r.pool, r.tax, r.members, r.departure,
  (select count(*) from app.dividend_exclusion x where x.run_id = r.run_id)::int as "excludedMembers",
  (select count(*) from app.dividend_exclusion x where x.run_id = r.run_id and x.reason = 'by_name')::int as "excludedByName", t.status, t.occurred_on,
  t.entry_no::int as "entryNumber", t.recorded_by_name as "recordedBy"`
const runJoins = sql`join app.transaction t on t.transaction_id = r.transaction_id join app.account_type p on p.account_type_id = r.paid_to`

export async function findRun(tx: Tx, by: { runId: DividendRunId } | { transactionId: TransactionId }): Promise<Run> {
  const which = 'runId' in by ? sql`r.run_id = ${by.runId}` : sql`r.transaction_id = ${by.transactionId}`
  const found = await tx.maybe<Run>(sql`select ${runColumns} from app.dividend_run r ${runJoins} where ${which}`)
  return found ?? refuse('not_found')
}

/** What is said of a run, in lists and beside its lines. */
export function toldOf({
  basis,
  accountType,
  method,
  heldMonths,
  excluding,
  taxBasisPoints,
  name,
  from,
  to,
  members,
  excludedMembers,
  excludedByName,
  departure,
  pool,
  tax,
}: Run) {
  return {
    ...{ basis, accountType, method, heldMonths, excluding, taxPercent: taxBasisPoints / 100 },
    ...{
      name,
      from,
      yearEnd: to,
      members,
      excludedMembers,
      excludedByName,
      departure,
      gross: pool,
      tax,
      net: (pool - tax) as Kobo,
    },
  }
}

export const listDividends = pageOf(contract.listDividends, {
  select: runColumns,
  from: sql`app.dividend_run r ${runJoins}`,
  where: {},
  search: { text: sql`r.name` },
  sorts: { yearEnd: [sql`r.year_end`, sql`t.created_at`] },
  order: '-yearEnd',
  last: sql`r.run_id`,
  row: (run: Run) => {
    const { runId, transactionId, status, paidTo, occurredOn, entryNumber, recordedBy } = run
    return { runId, transactionId, status, ...toldOf(run), paidTo, occurredOn, entryNumber, recordedBy }
  },
})

/** `post`: what an amount by name is for. */
export type LineRow = MemberRow & { basis: bigint; post: string | null; gross: Kobo; tax: Kobo; net: Kobo }

export type SpentRow = { paidTo: DividendDestination; spent: Kobo; keptBecause: string | null }

export async function findLines(tx: Tx, runId: DividendRunId): Promise<(LineRow & SpentRow)[]> {
  return tx.many<LineRow & SpentRow>(sql`
    select ${who}, l.basis, l.post, l.gross, l.tax, l.gross - l.tax as net, l.paid_to, l.spent, l.kept_because
    from app.dividend_line l join app.member m on m.member_id = l.member_id where l.run_id = ${runId} order by m.membership_number`)
}

/** `reason` is the officer's own, of one who is excluded by name. */
export type ExcludedRow = MemberRow & { basis: bigint; exclusion: DividendExclusion; reason: string | null }

/** Who was excluded from a run, by membership number. */
export async function findExcluded(tx: Tx, runId: DividendRunId): Promise<ExcludedRow[]> {
  return tx.many<ExcludedRow>(sql`
    select ${who}, x.basis, x.reason as exclusion, x.note as reason
    from app.dividend_exclusion x join app.member m on m.member_id = x.member_id where x.run_id = ${runId} order by m.membership_number`)
}

/** A member who gets something of this run and has been deleted since. */
export async function findGoneMember(tx: Tx, runId: DividendRunId): Promise<{ name: string } | undefined> {
  return tx.maybe(sql`
    select m.first_name || ' ' || m.last_name as name from app.dividend_line l join app.member m on m.member_id = l.member_id
    where l.run_id = ${runId} and m.removed_at is not null order by m.membership_number limit 1`)
}

type OwnRow = RunTerms &
  FiscalYear & {
    runId: DividendRunId
    name: string
    paidOn: Day
    pool: Kobo
    basisTotal: bigint
    ownBasis: bigint
    post: string | null
    balances: Kobo[]
    gross: Kobo
    tax: Kobo
    paidTo: DividendDestination | null
    exclusion: DividendExclusion | null
    exclusionReason: string | null
  } & Omit<SpentRow, 'paidTo'>

/** What the member got of each posted dividend, with the balances that counted, and from which the member was excluded; what is searched for is left aside. */
export const listOwnDividends = action(contract.listOwnDividends, async ({ tx, actor }, { sort, page, limit }) => {
  const memberId = actor.memberId ?? refuse('not_found')
  const from = sql`
    from (
      select run_id, basis, post, balances, gross, tax, paid_to, spent, kept_because, null as exclusion, null as exclusion_reason from app.dividend_line where member_id = ${memberId}
      union all
      select run_id, basis, null, '{}', 0, 0, null, 0, null, reason, note from app.dividend_exclusion where member_id = ${memberId}) l
    join app.dividend_run r on r.run_id = l.run_id where r.posted_on is not null and r.released_at is null`
  const order = sort === 'yearEnd' ? sql`r.year_end, r.run_id` : sql`r.year_end desc, r.run_id`
  const [rows, { total }] = await Promise.all([
    tx.many<OwnRow>(sql`
      select r.run_id, r.name, ${termColumns}, r.year_from as from, r.year_end as to, r.posted_on as "paidOn", r.pool, r.basis_total,
        l.basis as "ownBasis", l.post, l.balances, l.gross, l.tax, l.paid_to, l.spent, l.kept_because, l.exclusion, l.exclusion_reason ${from} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return {
    rows: rows.map((row) => {
      const days = row.method === null ? [] : countedDays(row.method, row)
      const { runId, name, basis, accountType, method, heldMonths, excluding, paidOn, pool, gross, tax } = row
      const { post, paidTo, exclusion, exclusionReason, spent, keptBecause } = row
      return {
        ...{ runId, name, basis, accountType, method, heldMonths, excluding, paidOn, pool, gross, tax },
        ...{ post, paidTo, exclusion, exclusionReason, spent, keptBecause },
        yearEnd: row.to,
        taxPercent: row.taxBasisPoints / 100,
        net: subtract(gross, tax),
        sharePercent: exclusion ? 0 : Number((row.ownBasis * 100_000_000n) / row.basisTotal) / 1_000_000,
        counted: averageOf(row.ownBasis, row, row),
        balances: row.balances.map((balance, day) => ({ on: days[day] ?? row.to, balance })),
      }
    }),
    total,
  }
})

/** The name of a line of this voucher's appropriation that is paid out to members, or waits for that. */
export async function findPaidOut(tx: Tx, entryId: EntryId): Promise<string | undefined> {
  const found = await tx.maybe<{ name: string }>(sql`
    select r.name from app.transaction t join app.appropriation p on p.transaction_id = t.transaction_id
    join app.dividend_run r on r.appropriation_id = p.appropriation_id and r.released_at is null where t.entry_id = ${entryId} limit 1`)
  return found?.name
}

/** A line with how it was worked out. */
type PaidRow = Omit<Replied<typeof reports.dividendsReport>, 'by' | 'paidTo'> &
  Pick<RunTerms, 'basis' | 'accountType' | 'method'> & {
    post: string | null
    departure: string | null
    destination: DividendDestination
    savings: string
  }

/** On average over the counted days, as many as `countedDays` has, rounded down to kobo; interest that was paid is no balance of days. */
const counted = sql`l.basis / case r.method when 'daily' then r.year_end - r.year_from + 1 when 'month_counted' then 12 when 'month_excluded' then 12 else 1 end`

const lineOrders: Record<string, Statement> = {
  '-membershipno': sql`m.membership_number desc, r.posted_on`,
  name: sql`m.last_name, m.first_name, m.membership_number, r.posted_on`,
  '-name': sql`m.last_name desc, m.first_name desc, m.membership_number, r.posted_on`,
  gross: sql`l.gross, m.membership_number, r.posted_on`,
  '-gross': sql`l.gross desc, m.membership_number, r.posted_on`,
  net: sql`l.gross - l.tax, m.membership_number, r.posted_on`,
  '-net': sql`l.gross - l.tax desc, m.membership_number, r.posted_on`,
}

/** What members got of the dividends that were posted in a period and are not reversed. Refuses: days_wrong_way, file_rows_too_many. */
export const getDividendsReport = action(reports.dividendsReport, async ({ tx, now }, input) => {
  const days = await findDays(tx, input, now)
  const { q, sort, page, limit } = pagingOf(reports.dividendsReport, input)
  const where = allOf([
    sql`r.posted_on between ${days.from} and ${days.to} and r.released_at is null`,
    ...(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : []),
  ])
  const found = sql`
    from app.dividend_line l join app.dividend_run r on r.run_id = l.run_id join app.member m on m.member_id = l.member_id join app.account_type p on p.account_type_id = r.paid_to where ${where}`
  const [rows, { total, ...totals }] = await Promise.all([
    tx.many<PaidRow>(sql`
      select m.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, r.name as dividend, r.year_end, r.account_type_name as "accountType", r.method, r.basis, l.post, r.departure, ${counted} as counted,
        l.gross, l.tax, l.gross - l.tax as net, l.paid_to as destination, p.name as savings, r.posted_on as "paidOn" ${found}
      order by ${lineOrders[sort] ?? sql`m.membership_number, r.posted_on`}, r.run_id limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; counted: Kobo; gross: Kobo; tax: Kobo; net: Kobo }>(sql`
      select count(*)::int as total, coalesce(sum(${counted}), 0)::bigint as counted, coalesce(sum(l.gross), 0)::bigint as gross, coalesce(sum(l.tax), 0)::bigint as tax, coalesce(sum(l.gross - l.tax), 0)::bigint as net ${found}`),
  ])
  const shown = { rows: rows.map(reportedOf), total, totals }
  return answerReport(tx, reports.dividendsReport, shown, { format: input.format, now, days })
})

function reportedOf({
  basis,
  accountType,
  method,
  post,
  departure,
  destination,
  savings,
  ...line
}: PaidRow): Replied<typeof reports.dividendsReport> {
  return {
    ...line,
    by: `${post ?? sharedByText({ basis, accountType, method })}${departure ? `; not as in the bye-laws: ${departure}` : ''}`,
    paidTo: destination === 'savings' ? savings : dividendDestinationNames[destination],
  }
}

/**
 * What general meetings made of surpluses: the lines of the appropriations that were posted in a period and are not reversed, with
 * the bye-laws as they are now. Refuses: days_wrong_way, file_rows_too_many.
 */
export const getAppropriationReport = action(reports.appropriationReport, async ({ tx, now }, input) => {
  const days = await findDays(tx, input, now)
  const rows = await tx.many<Replied<typeof reports.appropriationReport>>(sql`
    select j.account_id, a.code || ' ' || a.name as account, y.year_end,
      case when h.basis_points is not null then case when h.is_least then 'at least ' else '' end || trim_scale(h.basis_points / 100.0) || ' %' end as rule, h.clause,
      round(j.credit * 100.0 / p.surplus, 2)::float8 as percent, j.credit as amount, m.title || ': ' || p.resolution as resolution, t.occurred_on as "postedOn", t.entry_no::int as "entryNumber"
    from app.appropriation p
    join app.year_closing y on y.closing_id = p.closing_id
    join app.transaction t on t.transaction_id = p.transaction_id and t.status = 'approved'
    join app.meeting m on m.meeting_id = p.meeting_id
    join app.journal_line j on j.transaction_id = p.transaction_id and j.credit > 0
    join ledger.account a on a.account_id = j.account_id
    left join app.surplus_head h on h.account_id = j.account_id
    where p.released_at is null and t.occurred_on between ${days.from} and ${days.to} order by y.year_end, j.line`)
  const page = pageOfRows(reports.appropriationReport, rows, input)
  return answerReport(tx, reports.appropriationReport, page, { format: input.format, now, days })
})

export async function findDividendSettings(tx: Tx): Promise<DividendSettings> {
  const found = await tx.maybe<DividendSettings>(sql`select paid_to, members_choose from app.dividend_settings`)
  return found ?? usualDividendSettings
}

export const getDividendSettings = action(contract.getDividendSettings, ({ tx }) => findDividendSettings(tx))

export type StoredDividendRules = DividendRules & PatronageRule & DividendClauses & { accountType: string | null }

export async function findDividendRules(tx: Tx): Promise<StoredDividendRules> {
  const found = await tx.maybe<StoredDividendRules>(sql`
    select r.basis, r.account_type_id, t.name as "accountType", r.basis_clause, r.method, r.method_clause,
      r.held_months, r.held_clause, r.cap_basis_points, r.cap_clause,
      r.patronage_basis, r.patronage_clause
    from app.dividend_rules r left join app.account_type t on t.account_type_id = r.account_type_id`)
  return (
    found ?? {
      ...{ basis: null, accountTypeId: null, accountType: null, method: null, heldMonths: null, capBasisPoints: null },
      ...{ basisClause: '', methodClause: '', heldClause: '', capClause: '' },
      ...{ patronageBasis: null, patronageClause: '' },
    }
  )
}

export const getDividendRules = action(contract.getDividendRules, async ({ tx }) => {
  const { capBasisPoints, ...rules } = await findDividendRules(tx)
  return { ...rules, capPercent: capBasisPoints === null ? null : capBasisPoints / 100 }
})

/** What each member chose who has chosen; a member's session finds the member's own. */
export async function findDividendChoices(tx: Tx): Promise<Map<MemberId, DividendDestination>> {
  const rows = await tx.many<{ memberId: MemberId; paidTo: DividendDestination }>(
    sql`select member_id, paid_to from app.dividend_choice`,
  )
  return new Map(rows.map(({ memberId, paidTo }) => [memberId, paidTo]))
}

/** Where the member's next dividend goes. */
export const getDividendChoice = action(contract.getDividendChoice, async ({ tx, actor }) => {
  const memberId = actor.memberId ?? refuse('not_found')
  const [settings, choices] = await Promise.all([findDividendSettings(tx), findDividendChoices(tx)])
  return { paidTo: destinationOf(settings, choices.get(memberId)), membersChoose: settings.membersChoose }
})

/** The society's usual savings, from which loans are repaid. Refuses: account_type_not_found. */
export async function findUsualSavings(tx: Tx): Promise<PaidType> {
  const found = await tx.maybe<PaidType>(sql`${accountTypes} where t.is_default`)
  return found ?? refuse('account_type_not_found', { field: 'paidTo' })
}

export type PayableDividend = {
  memberId: MemberId
  number: number
  type: PaidType
  accountId: AccountId
  amount: Kobo
  hasAccount: boolean
}

/** What is to be paid to members' banks, or is owed to former members, and does not wait to be withdrawn already, by membership number. */
export async function findPayableDividends(tx: Tx): Promise<PayableDividend[]> {
  return tx.many<PayableDividend>(sql`
    select * from (
      select m.member_id, m.membership_number as number, jsonb_build_object('id', k.account_type_id, 'name', k.name, 'kind', k.kind, 'controlId', k.control_id, 'controlCode', c.code) as type, a.account_id,
        (coalesce((select sum(b.credits - b.debits) from ledger.balance b where b.account_id = a.account_id), 0)
          - coalesce((select sum(t.amount) from app.transaction t where t.member_id = m.member_id and t.account_type_id = a.account_type_id
            and t.status = 'pending' and t.direction = 'out'), 0))::bigint as amount,
        exists (select from app.member_bank_details d where d.member_id = m.member_id) as "hasAccount"
      from app.account_type k join ledger.account c on c.account_id = k.control_id join ledger.account a on a.account_type_id = k.account_type_id and a.member_id is not null
      join app.member m on m.member_id = a.member_id and m.removed_at is null where k.is_payable) p
    where p.amount > 0 order by p.number`)
}

export const totalOfPayable = (payable: readonly PayableDividend[]) => ({
  members: payable.length,
  amount: sumKobo(payable.map(({ amount }) => amount)),
})

/** What is to be paid to members' banks now. */
export const getDividendsPayable = action(contract.getDividendsPayable, async ({ tx }) => {
  const payable = await findPayableDividends(tx)
  return {
    ...totalOfPayable(payable.filter(({ hasAccount }) => hasAccount)),
    withoutAccount: totalOfPayable(payable.filter(({ hasAccount }) => !hasAccount)),
  }
})

export type UnspentLine = {
  memberId: MemberId
  name: string
  net: Kobo
  paidTo: 'shares' | 'loan'
  /** The savings on which it is. */
  accountTypeId: AccountTypeId
}

/** The members of a posted run whose part is for shares or loans and was not used yet, by membership number. */
export async function findUnspent(tx: Tx, runId: DividendRunId): Promise<UnspentLine[]> {
  return tx.many<UnspentLine>(sql`${unspent(runId)} order by m.membership_number`)
}

/** One of them, locked with its run until this transaction ends; undefined where it was used meanwhile, or the run reversed. */
export async function lockUnspent(tx: Tx, runId: DividendRunId, memberId: MemberId): Promise<UnspentLine | undefined> {
  return tx.maybe<UnspentLine>(sql`${unspent(runId)} and l.member_id = ${memberId} for update of l for share of r`)
}

const unspent = (runId: DividendRunId) => sql`
  select l.member_id, m.first_name || ' ' || m.last_name as name, l.gross - l.tax as net, l.paid_to, a.account_type_id
  from app.dividend_line l join app.dividend_run r on r.run_id = l.run_id and r.posted_on is not null and r.released_at is null
  join app.member m on m.member_id = l.member_id join ledger.account a on a.account_id = l.account_id
  where l.run_id = ${runId} and l.paid_to in ('shares', 'loan') and l.spent_at is null and l.gross > l.tax`

/** Locks the run of this voucher, so that nothing of it is used until this transaction ends. */
export async function lockRunOf(tx: Tx, entryId: EntryId): Promise<void> {
  await tx.run(sql`
    select from app.dividend_run r where r.transaction_id in (select t.transaction_id from app.transaction t where t.entry_id = ${entryId} and t.type = 'dividend')
    for update`)
}

/** Members whose part of the run of this voucher is no longer where the run put it: paid to the bank, or used for shares or a loan and not reversed. */
export async function findPassedOn(tx: Tx, entryId: EntryId): Promise<{ name: string; why: 'paid' | 'spent' }[]> {
  return tx.many(sql`
    select m.first_name || ' ' || m.last_name as name, case when l.paid_to = 'bank' then 'paid' else 'spent' end as why
    from app.transaction t join app.dividend_run r on r.transaction_id = t.transaction_id and r.released_at is null
    join app.dividend_line l on l.run_id = r.run_id join app.member m on m.member_id = l.member_id
    where t.entry_id = ${entryId} and t.type = 'dividend' and t.member_id is null
      and (l.paid_to = 'bank' and coalesce((select sum(b.credits - b.debits) from ledger.balance b where b.account_id = l.account_id), 0) < l.gross - l.tax
        or exists (select from ledger.entry e where e.entry_no = any (l.spent_entries)
          and not exists (select from ledger.entry o where o.reverses_id = e.entry_id)))
    order by m.membership_number limit 500`)
}
