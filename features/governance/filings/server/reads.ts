import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import type { FilingId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import * as contract from '#features/governance/filings/contract.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const filingDone = refusal('filing_done', 409, 'This is done and stays as it is.')

export type Filing = Replied<typeof contract.listFilings>

const columns = sql`filing_id as id, kind, name, authority, due_on, every_months, remind_days, note,
  is_preset, done_on, done_by_name as "doneBy", reference`

export const listFilings = pageOf(contract.listFilings, {
  select: columns,
  from: sql`app.filing`,
  always: ({ input }) => (input.show === 'done' ? sql`done_on is not null` : sql`done_on is null`),
  where: { show: null },
  search: { text: sql`name || ' ' || coalesce(authority, '')` },
  sorts: { dueOn: sql`due_on` },
  order: ({ input }) => (input.show === 'done' ? sql`done_on desc` : 'dueOn'),
  last: sql`filing_id`,
  besides: ({ tx, today }) =>
    tx.one<{ overdue: number }>(
      sql`select count(*)::int as overdue from app.filing where done_on is null and due_on < ${today}::date`,
    ),
  summary: (_totals: object, { overdue }) => ({ overdue }),
})

/** Refuses: not_found. */
export async function findFiling(tx: Tx, id: FilingId): Promise<Filing> {
  return (await tx.maybe<Filing>(sql`select ${columns} from app.filing where filing_id = ${id}`)) ?? refuse('not_found')
}

/** One that is still to be done, locked until the transaction ends. Refuses: not_found, filing_done. */
export async function lockFiling(tx: Tx, id: FilingId): Promise<Filing> {
  const found = await tx.maybe<Filing>(sql`select ${columns} from app.filing where filing_id = ${id} for update`)
  if (!found) return refuse('not_found')
  return found.doneOn === null ? found : refuse(filingDone())
}

/** What was to be done or done in a period, for the auditor: by the day that is due. */
export async function findFilingsBetween(tx: Tx, { from, to }: FiscalYear): Promise<Filing[]> {
  return tx.many<Filing>(sql`
    select ${columns} from app.filing where due_on between ${from}::date and ${to}::date or done_on between ${from}::date and ${to}::date
    order by due_on, filing_id`)
}

/** What is still to be done, locked so that two servers don't remind of it twice. */
export async function findOpenFilings(tx: Tx): Promise<(Filing & { remindedOn: Day | null })[]> {
  return tx.many(
    sql`select ${columns}, reminded_on from app.filing where done_on is null order by due_on, filing_id for update`,
  )
}

/** Whose personal data the register holds: members and former members whose records are not erased. */
export async function countPeople(tx: Tx): Promise<number> {
  const { people } = await tx.one<{ people: number }>(
    sql`select count(*)::int as people from app.member where phone <> ''`,
  )
  return people
}
