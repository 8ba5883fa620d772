import type { Replied } from '#core/contract/endpoint.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import { addDays, addMonthsToDay, type Day, dayText, periodOf } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, EntryId, InterestRunId, MemberId, TransactionId } from '#core/ids.ts'
import {
  differenceMonths,
  type InterestPeriod,
  interestPeriodOf,
  interestPeriodsOver,
} from '#features/savings/interest/rules/interest-period.ts'
import type { InterestTerms } from '#features/savings/interest/rules/savings-interest.ts'
import type { Kobo } from '#core/money.ts'
import { pageOfRows } from '#core/paging.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/interest/contract.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const interestNotBorne = refusal(
  'interest_not_borne',
  422,
  '{name} earns no interest. Give it a rate under Configuration first.',
)
const interestPeriodUnknown = refusal(
  'interest_period_unknown',
  422,
  'Choose a period that is over. The last one ended on {to}.',
)
export const interestPosted = refusal(
  'interest_posted',
  409,
  'The interest of {name} for the period to {to} is posted or waits for approval already.',
)
const interestPostedLater = refusal(
  'interest_posted_later',
  409,
  'The interest of {name} was run through {to} already. Reverse the newest run first, or reject it if it waits for approval.',
)

export type InterestType = {
  id: AccountTypeId
  name: string
  terms: InterestTerms
  postedThrough: Day | null
  postedFrom: Day | null
}

/** The account types that earn interest, or the one that is named, with how far they are paid. */
export async function findInterestTypes(tx: Tx, id: AccountTypeId | null): Promise<InterestType[]> {
  const rows = await tx.many<
    { id: AccountTypeId; name: string; postedThrough: Day | null; postedFrom: Day | null } & InterestTerms
  >(sql`
    select t.account_type_id as id, t.name, t.interest_rate_basis_points as "rateBasisPoints", t.interest_day_count as "dayCount", t.interest_rounding as rounding,
      t.interest_method as method, t.interest_every as every, t.interest_least_balance as "leastBalance", p.last_day as "postedThrough", p.first_day as "postedFrom"
    from app.account_type t
    left join lateral (
      select r.first_day, r.last_day from app.interest_month m join app.interest_run r on r.run_id = m.run_id
      where m.account_type_id = t.account_type_id order by m.month desc limit 1) p on true
    where t.interest_method is not null and (${id}::uuid is null or t.account_type_id = ${id}::uuid) order by t.retired_at is not null, t.is_default desc, t.name`)
  return rows.map(({ id: typeId, name, postedThrough, postedFrom, ...terms }) => ({
    id: typeId,
    name,
    terms,
    postedThrough,
    postedFrom,
  }))
}

/** Refuses: account_type_not_found, interest_is_for_savings, interest_not_borne. */
export async function findInterestType(tx: Tx, id: AccountTypeId): Promise<InterestType> {
  const [found] = await findInterestTypes(tx, id)
  if (found) return found
  const type = await tx.maybe<{ name: string; kind: AccountTypeKind }>(
    sql`select name, kind from app.account_type where account_type_id = ${id}`,
  )
  if (!type) return refuse('account_type_not_found', { field: 'accountTypeId' })
  // Only savings are given a rate.
  if (type.kind !== 'savings') return refuse('interest_is_for_savings', { field: 'accountTypeId' })
  return refuse(interestNotBorne({ field: 'accountTypeId', name: type.name }))
}

/** How many periods somebody can choose from. */
const periodsOffered = 24

/** The periods of a type that are over and can be run. */
async function findPeriods(tx: Tx, type: InterestType, today: Day): Promise<InterestPeriod[]> {
  const { start, begin } = await tx.one<{ start: string; begin: Day }>(sql`
    select c.fiscal_year_start as start, h.books_begin_on as begin from app.configuration c cross join ledger.head h`)
  const over = interestPeriodsOver(today, begin, type.terms.every, { fiscalYearStart: start, most: periodsOffered })
  return over.filter(({ from }) => type.postedThrough === null || from > type.postedThrough)
}

/** What of a type is not posted before a day, the oldest first: the periods that are over, and the days of the running one before it. */
export async function findUnposted(tx: Tx, type: InterestType, before: Day): Promise<InterestPeriod[]> {
  const { start } = await tx.one<{ start: string }>(sql`select fiscal_year_start as start from app.configuration`)
  const { from } = interestPeriodOf(periodOf(before), type.terms.every, start)
  const isOpen = from < before && (type.postedThrough === null || from > type.postedThrough)
  const over = await findPeriods(tx, type, before)
  return [...over.toReversed(), ...(isOpen ? [{ from, to: addDays(before, -1) }] : [])]
}

/** The period of a type that ends on this day. Refuses: interest_posted, interest_posted_later, interest_period_unknown. */
export async function findPeriod(tx: Tx, type: InterestType, to: Day, today: Day): Promise<InterestPeriod> {
  const { name, postedThrough, postedFrom } = type
  if (postedThrough && postedFrom && to >= postedFrom && to <= postedThrough)
    refuse(interestPosted({ field: 'to', name, to: dayText(postedThrough) }))
  if (postedThrough && to < postedThrough)
    refuse(interestPostedLater({ field: 'to', name, to: dayText(postedThrough) }))
  const periods = await findPeriods(tx, type, today)
  return (
    periods.find((period) => period.to === to) ??
    refuse(interestPeriodUnknown({ field: 'to', to: dayText(periods[0]?.to ?? postedThrough ?? today) }))
  )
}

export const listInterestTypes = action(contract.listInterestTypes, async ({ tx, today }, input) => {
  const types = await findInterestTypes(tx, null)
  const periods = await Promise.all(types.map((type) => findPeriods(tx, type, today)))
  const rows = types.map(({ id, name, terms, postedThrough }, index) => ({
    accountTypeId: id,
    name,
    annualRatePercent: terms.rateBasisPoints / 100,
    method: terms.method,
    leastBalance: terms.leastBalance,
    periods: periods[index] ?? [],
    postedThrough,
  }))
  return pageOfRows(rows, input, ['name'])
})

/** A period whose interest is worked out: the new one, or one that is posted and may have come out differently. */
export type CalculatedPeriod = InterestPeriod & { runId: InterestRunId | null; terms: InterestTerms }

/**
 * The posted periods of the last year that later entries reached: dated into or before them, or undoing what was. Interest
 * itself is no such entry.
 */
export async function findReachedPeriods(tx: Tx, typeId: AccountTypeId, before: Day): Promise<CalculatedPeriod[]> {
  const rows = await tx.many<InterestTerms & { runId: InterestRunId; from: Day; to: Day }>(sql`
    with runs as (
      select r.* from app.interest_run r join app.transaction t on t.transaction_id = r.transaction_id
      where r.account_type_id = ${typeId} and t.status = 'approved' and r.last_day < ${before} and r.last_day >= ${addMonthsToDay(before, -differenceMonths)}),
    late as (
      select e.entry_no, least(e.effective_on, o.effective_on) as on_day
      from ledger.entry e left join ledger.entry o on o.entry_id = e.reverses_id
      where e.entry_no > (select min(seen_to_no) from runs) and e.kind <> 'interest' and o.kind is distinct from 'interest'
        and least(e.effective_on, o.effective_on) <= (select max(last_day) from runs)
        and exists (select from ledger.posting p join ledger.account a on a.account_id in (p.debit_id, p.credit_id)
          where p.entry_id = e.entry_id and a.account_type_id = ${typeId}))
    select r.run_id, r.first_day as from, r.last_day as to, r.rate_basis_points, r.day_count, r.rounding,
      r.method, 'month' as every, r.least_balance
    from runs r where exists (select from late l where l.entry_no > r.seen_to_no and l.on_day <= r.last_day) order by r.first_day`)
  return rows.map(({ runId, from, to, ...terms }) => ({ runId, from, to, terms }))
}

/** What one account was at in one of the periods, and what was posted for it already. */
export type CalculatedAccount = {
  place: number
  accountId: AccountId
  memberId: MemberId
  membershipno: string
  name: string
  lowest: Kobo
  sum: bigint
  earning: bigint
  posted: Kobo
}

/**
 * What every account of a type was at, day by day, in each of these periods, by `place` from 1. An entry that was reversed
 * counts for nothing, nor does its reversal; interest counts from the day after its own period. Balances before the first
 * day come from what is there now less what moved since, so that a long history costs nothing. Without a member all are
 * looked at but those whose settlement paid their interest to the day on which they left.
 */
export async function findBalanceDays(
  tx: Tx,
  typeId: AccountTypeId,
  periods: readonly CalculatedPeriod[],
  memberId?: MemberId,
): Promise<CalculatedAccount[]> {
  const who = memberId
    ? sql`a.member_id = ${memberId}`
    : sql`not exists (select from app.leaving v where v.member_id = a.member_id and v.status = 'settled' and v.statement ? 'interest')`
  const touching = memberId
    ? sql`e.entry_id in (select p.entry_id from kept k join ledger.posting p on k.account_id in (p.debit_id, p.credit_id))`
    : sql`true`
  return tx.many<CalculatedAccount>(sql`
    with period as (
      select * from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[], ${periods.map(({ terms }) => terms.leastBalance)}::bigint[],
        ${periods.map(({ runId }) => runId)}::uuid[]) with ordinality as p(first, last, least_balance, run_id, place)),
    kept as (
      select a.account_id, a.member_id, coalesce((select sum(b.credits - b.debits) from ledger.balance b where b.account_id = a.account_id), 0) as balance,
        -- Their settlement emptied the account and paid its interest, so that it earns from their return on.
        (select max(v.readmitted_on) from app.leaving v where v.member_id = a.member_id and v.status = 'readmitted') as returned_on
      from ledger.account a where a.account_type_id = ${typeId} and a.member_id is not null and ${who}),
    recent as materialized (
      select e.entry_id, e.effective_on, o.effective_on as undoes_on, o.entry_id is not null or u.entry_id is not null as undone, r.last_day as pays_through
      from ledger.entry e
      left join ledger.entry o on o.entry_id = e.reverses_id
      left join ledger.entry u on u.reverses_id = e.entry_id
      left join app.transaction t on t.entry_id = e.entry_id and t.type = 'interest' and t.member_id is null
      left join app.interest_run r on r.transaction_id = t.transaction_id
      where e.effective_on >= (select min(first) from period) and ${touching}),
    moved as materialized (
      select k.account_id, r.effective_on, r.undoes_on, r.undone, r.pays_through, sum(s.amount) as amount
      from recent r join ledger.posting p on p.entry_id = r.entry_id
      cross join lateral (values (p.credit_id, p.amount), (p.debit_id, -p.amount)) s(account_id, amount)
      join kept k on k.account_id = s.account_id group by 1, 2, 3, 4, 5),
    step as (
      select p.place, k.account_id, p.first as on_day,
        case when k.returned_on > p.first then 0 else k.balance - coalesce((select sum(m.amount) from moved m where m.account_id = k.account_id and m.effective_on >= p.first
          and (m.undoes_on is null or m.undoes_on >= p.first)), 0) end as amount
      from period p cross join kept k
      union all
      select p.place, m.account_id, m.effective_on, m.amount from period p join moved m on m.effective_on between p.first and p.last join kept k on k.account_id = m.account_id
      where not m.undone and (k.returned_on is null or m.effective_on >= k.returned_on) and (m.pays_through is null or m.pays_through < p.last)),
    stood as (
      select s.place, s.account_id, greatest(sum(sum(s.amount)) over w, 0) as balance, coalesce(lead(s.on_day) over w, p.last + 1) - s.on_day as days, p.least_balance
      from step s join period p on p.place = s.place group by s.place, s.account_id, s.on_day, p.last, p.least_balance
      window w as (partition by s.place, s.account_id order by s.on_day)),
    counted as (
      select place, account_id, min(balance)::bigint as lowest, sum(balance * days)::bigint as sum,
        coalesce(sum(balance * days) filter (where balance >= least_balance), 0)::bigint as earning
      from stood group by place, account_id),
    paid as (
      select p.place, l.account_id, sum(l.amount)::bigint as amount
      from period p join app.interest_line l on l.of_run_id = p.run_id
      join app.interest_run r on r.run_id = l.run_id join app.transaction t on t.transaction_id = r.transaction_id and t.status = 'approved'
      group by p.place, l.account_id)
    select c.place::int as place, c.account_id, k.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, c.lowest, c.sum, c.earning, coalesce(d.amount, 0)::bigint as posted
    from counted c join kept k on k.account_id = c.account_id join app.member m on m.member_id = k.member_id
    left join paid d on d.place = c.place and d.account_id = c.account_id
    where c.sum > 0 or d.amount <> 0 order by m.membership_number, c.place`)
}

/** The last entry of the books; money's writers are held by the caller. */
export async function findLastEntry(tx: Tx): Promise<number> {
  const { last } = await tx.one<{ last: number }>(sql`select last_no::int as last from ledger.head`)
  return last
}

type Run = Replied<typeof contract.listInterestRuns>

const runColumns = sql`r.run_id, r.transaction_id, r.account_type_id, a.name, r.rate_basis_points::float8 / 100 as "annualRatePercent",
  r.method, r.least_balance, r.first_day as from, r.last_day as to, t.status, r.members, r.total, t.occurred_on, t.entry_no::int as "entryNumber",
  t.recorded_by_name as "recordedBy", t.created_at`
const runTables = sql`app.interest_run r join app.transaction t on t.transaction_id = r.transaction_id join app.account_type a on a.account_type_id = r.account_type_id`

export const listInterestRuns = pageOf(contract.listInterestRuns, {
  select: runColumns,
  from: runTables,
  where: { accountTypeId: (id) => sql`r.account_type_id = ${id}` },
  search: { text: sql`a.name` },
  sorts: { to: [sql`r.last_day`, sql`t.created_at`] },
  order: '-to',
  last: sql`r.run_id`,
})

export async function findRun(tx: Tx, by: { runId: InterestRunId } | { transactionId: TransactionId }): Promise<Run> {
  const which = 'runId' in by ? sql`r.run_id = ${by.runId}` : sql`r.transaction_id = ${by.transactionId}`
  const run = await tx.maybe<Run>(sql`select ${runColumns} from ${runTables} where ${which}`)
  return run ?? refuse('not_found')
}

type PaidLine = Replied<typeof contract.listInterestLines>

/** What a run pays each account: its own period's interest, and what it settles of earlier ones. */
export async function findPaidLines(tx: Tx, runId: InterestRunId): Promise<PaidLine[]> {
  return tx.many<PaidLine>(sql`
    select l.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name,
      coalesce(sum(l.basis) filter (where l.of_run_id = l.run_id), 0)::bigint as basis, coalesce(sum(l.amount) filter (where l.of_run_id = l.run_id), 0)::bigint as interest,
      coalesce(sum(l.amount) filter (where l.of_run_id <> l.run_id), 0)::bigint as difference, sum(l.amount)::bigint as amount
    from app.interest_line l join app.member m on m.member_id = l.member_id where l.run_id = ${runId}
    group by l.account_id, l.member_id, m.membershipno, m.membership_number, m.first_name, m.last_name order by m.membership_number`)
}

/** A member who is paid by this run and has been deleted since. */
export async function findGoneMember(tx: Tx, runId: InterestRunId): Promise<{ name: string } | undefined> {
  return tx.maybe(sql`
    select m.first_name || ' ' || m.last_name as name from app.interest_line l join app.member m on m.member_id = l.member_id
    where l.run_id = ${runId} and m.removed_at is not null order by m.membership_number limit 1`)
}

/** Refuses the reversal of an interest run after a later one of the same account type: interest_posted_later. */
export async function refuseLaterRun(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const later = await tx.maybe<{ name: string; to: Day }>(sql`
    select a.name, max(o.last_day) as to from app.transaction t join app.interest_run r on r.transaction_id = t.transaction_id
    join app.interest_month m on m.account_type_id = r.account_type_id and m.month > r.last_day join app.interest_run o on o.run_id = m.run_id
    join app.account_type a on a.account_type_id = r.account_type_id
    where t.entry_id = ${entryId} and t.type = 'interest' and t.member_id is null group by a.name`)
  if (later) refuse(interestPostedLater({ name: later.name, to: dayText(later.to) }))
}
