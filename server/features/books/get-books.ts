import type { getBooks as contract } from '#contract/books-closing.ts'
import type { Replied } from '#contract/endpoint.ts'
import { refusalMessage } from '#contract/refusals.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import type { EntryId } from '#domain/ids.ts'
import { type FiscalYear, fiscalYearsBetween } from '#domain/ledger/fiscal-year.ts'
import type { Kobo } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import { findFiscalYearStart } from './queries.ts'

type State = Replied<typeof contract>

/** How far the books are locked, and what of each fiscal year is closed. */
export async function getBooks(tx: Tx, _actor: TenantActor, _input: unknown, { now }: Pick<Context, 'now'>): Promise<State> {
  const [head, changes, closings, start] = await Promise.all([
    tx.one<{ booksBeginOn: Day; closedThrough: Day | null; officers: number; first: Day | null }>(sql`
      select books_begin_on as "booksBeginOn", closed_through as "closedThrough", app.officer_count() as officers,
        (select min(effective_on) from ledger.entry) as first from ledger.head`),
    tx.many<State['changes'][number]>(sql`
      select kind, through, before, reason, actor_name as by, changed_at as at from ledger.lock_change order by number desc limit 100`),
    findClosings(tx),
    findFiscalYearStart(tx),
  ])
  const { first, ...state } = head
  const today = dayIn(now)
  const years = fiscalYearsBetween(first ?? today, today, start)
  const surpluses = await findSurpluses(tx, years)
  return {
    ...state,
    years: years.map((year, index) => {
      const closing = closings.find(({ yearEnd }) => yearEnd === year.to)
      return { ...year, surplus: surpluses[index] ?? (0n as Kobo), closing: closing ? told(closing) : null, waitsBecause: whyWaits(year, { today, closings }) }
    }),
    changes,
  }
}

export type Closing = { yearEnd: Day; entryId: EntryId; number: number; surplus: Kobo; by: string; at: Date }

/** The closings that stand, newest year first. */
export async function findClosings(tx: Tx): Promise<Closing[]> {
  return tx.many<Closing>(sql`
    select year_end as "yearEnd", entry_id as "entryId", entry_no::int as number, surplus, closed_by_name as by, closed_at as at
    from app.year_closing where reversed_at is null order by year_end desc`)
}

function told({ entryId, number, surplus, by, at }: Closing) {
  return { entryId, number, surplus, by, at }
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

function whyWaits(year: FiscalYear, { today, closings }: { today: Day; closings: readonly Closing[] }): string | null {
  const own = closings.find(({ yearEnd }) => yearEnd === year.to)
  if (own) return refusalMessage('year_closed', { number: own.number })
  if (year.to >= today) return refusalMessage('year_not_over', { end: dayText(year.to) })
  const later = closings.find(({ yearEnd }) => yearEnd > year.to)
  return later ? refusalMessage('year_closed_later', { end: dayText(later.yearEnd) }) : null
}
