import type { getYearClosing as contract } from '#features/surplus/year-closing/contract.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { Day } from '#domain/calendar.ts'
import { cashInHandCodes, gatewayCode, unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import type { InterestBasis } from '#features/loans/loans/rules/loan.ts'
import type { Kobo } from '#domain/money.ts'
import { sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type ClosingFacts = {
  /** What is on the accounts at the end of the year. */
  unallocated: Kobo
  clearing: Kobo
  basis: InterestBasis
  /** The newest accrual by then that is posted, or waits. */
  accruedOn: Day | null
  isAccruing: boolean
  matured: number
  maturedAmount: Kobo
  hasAssets: boolean
  hasLoans: boolean
}

/** What is on an account of this code at the end of a day, on its debit side. */
function balanceOn(code: string, day: Day): Statement {
  return sql`coalesce((
    select sum(p.amount) from ledger.account a cross join lateral (
      select p.entry_id, p.amount from ledger.posting p where p.debit_id = a.account_id
      union all select p.entry_id, -p.amount from ledger.posting p where p.credit_id = a.account_id) p
    join ledger.entry e on e.entry_id = p.entry_id where a.code = ${code} and e.effective_on <= ${day}), 0)::bigint`
}

/** What a closing looks at that needs no computing. */
export async function findClosingFacts(tx: Tx, yearEnd: Day): Promise<ClosingFacts> {
  return tx.one<ClosingFacts>(sql`
    select -${balanceOn(unallocatedCode, yearEnd)} as unallocated, ${balanceOn(gatewayCode, yearEnd)} as clearing,
      c.loan_interest_basis as basis, (
        select max(a.accrued_on) from app.loan_accrual a join app.transaction t on t.transaction_id = a.transaction_id
        where t.status in ('pending', 'approved') and a.accrued_on <= ${yearEnd}) as "accruedOn",
      exists (select from app.loan l where l.start_on <= ${yearEnd}) or exists (select from app.fixed_deposit d where d.opened_on <= ${yearEnd}) as "isAccruing",
      d.matured, d.amount as "maturedAmount", exists (select from app.fixed_asset f where f.released_at is null) as "hasAssets",
      exists (select from app.loan l where l.start_on <= ${yearEnd}) as "hasLoans"
    from app.configuration c
    cross join lateral (
      select count(*)::int as matured, coalesce(sum(d.principal), 0)::bigint as amount from app.fixed_deposit d where d.status = 'open' and d.matures_on <= ${yearEnd}) d`)
}

/** What waits for approval with a date by the end of the year. */
export async function findPending(tx: Tx, yearEnd: Day): Promise<{ pending: number; amount: Kobo }> {
  return tx.one(sql`
    select count(*)::int as pending, coalesce(sum(t.amount), 0)::bigint as amount from app.transaction t where t.status = 'pending' and t.occurred_on <= ${yearEnd}`)
}

/** Whether the books after this entry say anything of the year, or are not whole: what was looked at before may be wrong then. */
export async function findChangedSince(tx: Tx, number: bigint, yearEnd: Day): Promise<boolean> {
  const { changed } = await tx.one<{ changed: boolean }>(sql`
    select coalesce(bool_or(e.effective_on <= ${yearEnd} or not exists (select from ledger.posting p where p.entry_id = e.entry_id)), false)
      or count(*) <> (select h.last_no from ledger.head h) - ${number} as changed
    from ledger.entry e where e.entry_no > ${number}`)
  return changed
}

export type BankFacts = {
  code: string
  name: string
  /** The last day of its latest statement. */
  asOf: Day | null
  openLines: number
  proposals: number
  balance: Kobo
}

/** The bank accounts that moved by the end of the year, and how far each is reconciled by then. */
export async function findBanks(tx: Tx, yearEnd: Day): Promise<BankFacts[]> {
  return tx.many<BankFacts>(sql`
    select a.code, a.name, s.as_of, b.balance,
      (select count(*)::int from app.bank_line l where l.account_id = a.account_id and l.match_id is null and l.on_day <= ${yearEnd}) as "openLines",
      (select count(distinct m.match_id)::int from app.bank_match m join app.bank_line l on l.match_id = m.match_id
        where m.account_id = a.account_id and m.confirmed_at is null and l.on_day <= ${yearEnd}) as proposals
    from ledger.account a
    cross join lateral (select max(s.to_on) as as_of from app.bank_statement s where s.account_id = a.account_id) s
    cross join lateral (
      select coalesce(sum(p.amount), 0)::bigint as balance, count(*) as moves from (
        select p.entry_id, p.amount from ledger.posting p where p.debit_id = a.account_id
        union all select p.entry_id, -p.amount from ledger.posting p where p.credit_id = a.account_id) p
      join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${yearEnd}) b
    where a.holds_cash and not a.code = any (${cashInHandCodes}::text[]) and b.moves > 0 order by a.code`)
}

export type BelowZero = { code: string; name: string; onDay: Day; balance: Kobo; reason: string | null }

/** The cash and bank accounts that were below zero at the end of a day of the year, each with its lowest day, and the last reason that was given. */
export async function findBelowZero(tx: Tx, yearEnd: Day): Promise<BelowZero[]> {
  return tx.many<BelowZero>(sql`
    select a.code, a.name, d.effective_on as "onDay", d.balance, o.reason
    from ledger.account a
    cross join lateral (
      select r.* from (
        select e.effective_on, sum(sum(p.amount)) over (order by e.effective_on)::bigint as balance from (
          select p.entry_id, p.amount from ledger.posting p where p.debit_id = a.account_id
          union all select p.entry_id, -p.amount from ledger.posting p where p.credit_id = a.account_id) p
        join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${yearEnd} group by e.effective_on) r
      where r.effective_on > ${yearEnd}::date - interval '1 year' order by r.balance, r.effective_on limit 1) d
    left join lateral (
      select o.reason from ledger.overdrawing o join ledger.entry e on e.entry_id = o.entry_id
      where o.account_id = a.account_id and o.on_day <= ${yearEnd} order by e.entry_no desc limit 1) o on true
    where a.holds_cash and d.balance < 0 order by a.code`)
}

type Accepted = NonNullable<Replied<typeof contract>['closing']>['accepted']

/** What was open when a year was closed. */
export async function findAcceptances(tx: Tx, yearEnd: Day): Promise<Accepted> {
  return tx.many<Accepted[number]>(sql`
    select a.item, a.found, a.reason from app.closing_acceptance a join app.year_closing y on y.closing_id = a.closing_id
    where y.year_end = ${yearEnd} and y.reversed_at is null order by a.item`)
}
