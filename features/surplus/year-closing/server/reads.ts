import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import {
  addDays,
  addMonths,
  type Day,
  dayIn,
  dayText,
  lastDayOf,
  type Period,
  periodName,
  periodOf,
} from '#core/calendar.ts'
import { type Kobo, kobo, moneyText, sumKobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { cashInHandCodes, gatewayCode, unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import { getBooks } from '#features/accounting/books/server/reads.ts'
import { calculateDepreciation } from '#features/accounting/fixed-assets/server/reads.ts'
import type { InterestBasis } from '#features/loans/loans/rules/loan.ts'
import { missingOn } from '#features/loans/reports/server/reads.ts'
import { findInterestTypes, findUnposted } from '#features/savings/interest/server/reads.ts'
import * as contract from '#features/surplus/year-closing/contract.ts'
import type { ClosingItem, ClosingKind, ClosingState } from '#features/surplus/year-closing/rules/closing-items.ts'
import { action, type Ask } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { proofChecks, proofOf, type ProofRow } from '#platform/ledger/proof.ts'

/** What is missing before a year can be closed, or what was accepted when it was. Refuses: year_unknown. */
export const getYearClosing = action(contract.getYearClosing, async (ask, { yearEnd }) => {
  const { tx, today } = ask
  const { officers, years } = await getBooks(ask, {})
  const year =
    years.find(({ to }) => to === yearEnd) ??
    refuse('year_unknown', { field: 'yearEnd', end: dayText(years.at(-1)?.to ?? yearEnd) })
  const { from, surplus, waitsBecause, closing } = year
  const isOver = yearEnd < today
  return {
    ...{ from, yearEnd, surplus, officers, waitsBecause },
    closing: closing && {
      number: closing.number,
      by: closing.by,
      at: closing.at,
      accepted: await findAcceptances(tx, yearEnd),
    },
    items: isOver ? await findClosingItems(ask, { to: yearEnd, unclosedBefore: unclosedBefore(years, yearEnd) }) : [],
  }
})

/** Earlier years that left something on income and expenses, the newest first. */
export function unclosedBefore(
  years: readonly { to: Day; surplus: bigint; closing: unknown }[],
  yearEnd: Day,
): { to: Day }[] {
  return years.filter(({ to, surplus, closing }) => to < yearEnd && surplus !== 0n && closing === null)
}

/** Whether the books after this entry say anything of the year, or are not whole: what was looked at before may be wrong then. */
export async function findChangedSince(tx: Tx, number: bigint, yearEnd: Day): Promise<boolean> {
  const { changed } = await tx.one<{ changed: boolean }>(sql`
    select coalesce(bool_or(e.effective_on <= ${yearEnd} or not exists (select from ledger.posting p where p.entry_id = e.entry_id)), false)
      or count(*) <> (select h.last_no from ledger.head h) - ${number} as changed
    from ledger.entry e where e.entry_no > ${number}`)
  return changed
}

type Accepted = NonNullable<Replied<typeof contract.getYearClosing>['closing']>['accepted']

/** What was open when a year was closed. */
async function findAcceptances(tx: Tx, yearEnd: Day): Promise<Accepted> {
  return tx.many<Accepted[number]>(sql`
    select a.item, a.found, a.reason from app.closing_acceptance a join app.year_closing y on y.closing_id = a.closing_id
    where y.year_end = ${yearEnd} and y.reversed_at is null order by a.item`)
}

/** What a trial balance rests on. The hashes of all entries are computed again on the page of the proof: that takes longer than a list may. */
const quickChecks = proofChecks.filter(({ name }) => ['numbers', 'balances', 'controls'].includes(name))

const names: Readonly<Record<ClosingKind, string>> = {
  earlier_year: 'Earlier years',
  bank: 'Bank reconciliation',
  below_zero: 'Cash and bank below zero',
  unallocated: 'Unallocated receipts',
  clearing: 'Gateway clearing',
  savings_interest: 'Interest on savings',
  deposits: 'Matured fixed deposits',
  accruals: 'Accrued interest',
  depreciation: 'Depreciation',
  provision: 'Provision for loan losses',
  approvals: 'Pending approvals',
  proof: 'Proof of the books',
}

function item(kind: ClosingKind, state: ClosingState, found: string, amount: Kobo | null = null): ClosingItem {
  return { key: kind, kind, name: names[kind], state, found, amount }
}

type Year = { to: Day; unclosedBefore: readonly { to: Day }[] }

/** Everything that is looked at before a year that is over is closed. */
export async function findClosingItems({ tx, actor, context }: Ask, year: Year): Promise<ClosingItem[]> {
  const [facts, banks] = await Promise.all([findClosingFacts(tx, year.to), findBanks(tx, year.to)])
  return [
    ...earlierYears(year),
    ...banks.map((bank) => bankItem(bank, year.to)),
    belowZeroItem(await findBelowZero(tx, year.to)),
    receiptsItem(facts),
    clearingItem(facts),
    await savingsItem(tx, year.to),
    depositsItem(facts),
    accrualsItem(facts, year.to),
    await depreciationItem(tx, facts, year.to),
    await provisionItem(tx, facts, year.to, context),
    await findApprovalsItem(tx, year.to),
    await proofItem(tx, actor),
  ]
}

function earlierYears({ unclosedBefore }: Year): ClosingItem[] {
  const [last] = unclosedBefore
  return last ? [item('earlier_year', 'open', `The year to ${dayText(last.to)} is not closed`)] : []
}

function bankItem(
  { code, name, asOf, openLines, proposals, asideLines, aside, balance }: BankFacts,
  yearEnd: Day,
): ClosingItem {
  const left = openLines + proposals
  const found =
    asOf === null
      ? 'No statement of this bank was read'
      : asOf < yearEnd
        ? `Read to ${dayText(asOf)} only`
        : left > 0
          ? `${left} ${left === 1 ? 'line is' : 'lines are'} not matched`
          : `Reconciled to ${dayText(asOf)}`
  // What an officer says that the bank has taken back is read by who closes the year.
  const setAside =
    asideLines === 0
      ? ''
      : `; ${asideLines} ${asideLines === 1 ? 'line' : 'lines'} set aside, ${moneyText(aside)} in all`
  const isDone = asOf !== null && asOf >= yearEnd && left === 0
  return {
    ...item('bank', isDone ? 'done' : 'open', found + setAside, balance),
    key: `bank:${code}`,
    name: `${names.bank}: ${name}`,
  }
}

/** A cash box that held less than nothing is a mistake of the books; an overdrawn bank has to be agreed with the bank. */
function belowZeroItem(accounts: readonly BelowZero[]): ClosingItem {
  if (accounts.length === 0) return item('below_zero', 'done', 'No cash or bank account was below zero on any day')
  const found = accounts.map(
    ({ code, name, onDay, balance, reason }) =>
      `${code} ${name}: ${moneyText(balance)} on ${dayText(onDay)}${reason === null ? '' : ` (${reason})`}`,
  )
  return item('below_zero', 'open', found.join('; '))
}

function receiptsItem({ unallocated }: ClosingFacts): ClosingItem {
  return unallocated === zeroKobo
    ? item('unallocated', 'done', 'All receipts allocated')
    : item('unallocated', 'open', `${moneyText(unallocated)} was received and is not allocated`, unallocated)
}

function clearingItem({ clearing }: ClosingFacts): ClosingItem {
  return clearing === zeroKobo
    ? item('clearing', 'done', 'Nothing is with a payment provider')
    : item('clearing', 'open', `${moneyText(clearing)} is with a payment provider`, clearing)
}

async function savingsItem(tx: Tx, yearEnd: Day): Promise<ClosingItem> {
  const types = await findInterestTypes(tx, null)
  const earning = types.filter(({ terms }) => terms.rateBasisPoints > 0)
  if (earning.length === 0) return item('savings_interest', 'not_needed', 'No account type earns interest')
  // One read a type; a society has a handful.
  const unposted = await Promise.all(earning.map((type) => findUnposted(tx, type, addDays(yearEnd, 1))))
  const open = earning.filter((_, index) => unposted[index]?.some(({ to }) => to <= yearEnd))
  return open.length === 0
    ? item('savings_interest', 'done', 'Posted to the end of the year')
    : item('savings_interest', 'open', `Not posted to the end of the year: ${open.map(({ name }) => name).join(', ')}`)
}

function depositsItem({ matured, maturedAmount }: ClosingFacts): ClosingItem {
  return matured === 0
    ? item('deposits', 'done', 'No matured deposit waits')
    : item(
        'deposits',
        'open',
        `${matured} ${matured === 1 ? 'waits' : 'wait'} to be paid out or renewed`,
        maturedAmount,
      )
}

function accrualsItem({ basis, accruedOn, isAccruing }: ClosingFacts, yearEnd: Day): ClosingItem {
  if (basis === 'cash') return item('accruals', 'not_needed', 'Interest is counted when it is paid')
  if (!isAccruing) return item('accruals', 'not_needed', 'No loan or deposit to accrue')
  const last = lastDayOf(lastWholeMonth(yearEnd))
  return accruedOn !== null && accruedOn >= last
    ? item('accruals', 'done', `Posted on ${dayText(accruedOn)}`)
    : item('accruals', 'open', accruedOn === null ? 'Not posted yet' : `Posted on ${dayText(accruedOn)} last`)
}

/** The last month that is over by the end of a year, which may end in the middle of one. */
function lastWholeMonth(yearEnd: Day): Period {
  const month = periodOf(yearEnd)
  return lastDayOf(month) === yearEnd ? month : addMonths(month, -1)
}

async function depreciationItem(tx: Tx, { hasAssets }: ClosingFacts, yearEnd: Day): Promise<ClosingItem> {
  if (!hasAssets) return item('depreciation', 'not_needed', 'No asset is on the register')
  const through = lastWholeMonth(yearEnd)
  const amount = sumKobo((await calculateDepreciation(tx, through)).map((asset) => asset.amount))
  return amount === zeroKobo
    ? item('depreciation', 'done', `Posted through ${periodName(through)}`)
    : item('depreciation', 'open', `${moneyText(amount)} is not posted`, amount)
}

async function provisionItem(
  tx: Tx,
  { hasLoans }: ClosingFacts,
  yearEnd: Day,
  context: Pick<Context, 'now'>,
): Promise<ClosingItem> {
  if (!hasLoans) return item('provision', 'not_needed', 'No loan was paid out')
  const missing = await missingOn(tx, yearEnd, dayIn(context.now))
  if (missing === 0n) return item('provision', 'done', `Posted on ${dayText(yearEnd)}`)
  return missing > 0n
    ? item('provision', 'open', `${moneyText(kobo(missing))} is still to be set aside`, kobo(missing))
    : item('provision', 'open', `${moneyText(kobo(-missing))} more than needed is set aside`, kobo(missing))
}

/** The one of them that changes without an entry and blocks. */
export async function findApprovalsItem(tx: Tx, yearEnd: Day): Promise<ClosingItem> {
  const { pending, amount } = await findPending(tx, yearEnd)
  return pending === 0
    ? item('approvals', 'done', 'Nothing dated in the year waits')
    : item(
        'approvals',
        'blocks',
        `${pending} dated in the year or before ${pending === 1 ? 'waits' : 'wait'}; approve or reject ${pending === 1 ? 'it' : 'them'} first`,
        amount,
      )
}

async function proofItem(tx: Tx, actor: TenantActor): Promise<ClosingItem> {
  const rows = await Promise.all(quickChecks.map((check) => tx.one<ProofRow>(proofOf(check, actor.cooperativeId))))
  const wrong = rows.find((row) => row.wrong !== null)?.wrong
  return wrong
    ? item('proof', 'blocks', wrong.slice(0, 300))
    : item('proof', 'done', 'Trial balance, balances and control accounts agree')
}

type ClosingFacts = {
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
async function findClosingFacts(tx: Tx, yearEnd: Day): Promise<ClosingFacts> {
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
async function findPending(tx: Tx, yearEnd: Day): Promise<{ pending: number; amount: Kobo }> {
  return tx.one(sql`
    select count(*)::int as pending, coalesce(sum(t.amount), 0)::bigint as amount from app.transaction t where t.status = 'pending' and t.occurred_on <= ${yearEnd}`)
}

type BankFacts = {
  code: string
  name: string
  /** The last day of its latest statement. */
  asOf: Day | null
  openLines: number
  proposals: number
  asideLines: number
  /** Of what came in and went out, each without its sign. */
  aside: Kobo
  balance: Kobo
}

/** The bank accounts that moved by the end of the year, and how far each is reconciled by then. */
async function findBanks(tx: Tx, yearEnd: Day): Promise<BankFacts[]> {
  return tx.many<BankFacts>(sql`
    select a.code, a.name, s.as_of, b.balance, o.lines as "asideLines", o.amount as aside,
      (select count(*)::int from app.bank_line l where l.account_id = a.account_id and l.match_id is null and l.set_aside_at is null and l.on_day <= ${yearEnd}) as "openLines",
      (select count(distinct m.match_id)::int from app.bank_match m join app.bank_line l on l.match_id = m.match_id
        where m.account_id = a.account_id and m.confirmed_at is null and l.on_day <= ${yearEnd}) as proposals
    from ledger.account a
    cross join lateral (select count(*)::int as lines, coalesce(sum(abs(l.amount)), 0)::bigint as amount from app.bank_line l
      where l.account_id = a.account_id and l.set_aside_at is not null and l.on_day <= ${yearEnd}) o
    cross join lateral (select max(s.to_on) as as_of from app.bank_statement s where s.account_id = a.account_id) s
    cross join lateral (
      select coalesce(sum(p.amount), 0)::bigint as balance, count(*) as moves from (
        select p.entry_id, p.amount from ledger.posting p where p.debit_id = a.account_id
        union all select p.entry_id, -p.amount from ledger.posting p where p.credit_id = a.account_id) p
      join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${yearEnd}) b
    where a.holds_cash and not a.code = any (${cashInHandCodes}::text[]) and b.moves > 0 order by a.code`)
}

type BelowZero = { code: string; name: string; onDay: Day; balance: Kobo; reason: string | null }

/** The cash and bank accounts that were below zero at the end of a day of the year, each with its lowest day, and the last reason that was given. */
async function findBelowZero(tx: Tx, yearEnd: Day): Promise<BelowZero[]> {
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
