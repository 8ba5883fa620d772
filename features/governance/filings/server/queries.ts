import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { listFilings as contract } from '#features/governance/filings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { FilingId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Filing = Replied<typeof contract>

const columns = sql`filing_id as id, kind, name, authority, due_on, every_months, remind_days, note,
  is_preset, done_on, done_by_name as "doneBy", reference`

export async function listFilings(
  tx: Tx,
  _actor: TenantActor,
  { show = 'due', q, sort, page, limit }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Filing>> {
  const isDone = show === 'done'
  const where = allOf([
    isDone ? sql`done_on is not null` : sql`done_on is null`,
    ...(q ? [mentions(sql`name || ' ' || coalesce(authority, '')`, q)] : []),
  ])
  const usual = isDone ? sql`done_on desc, filing_id` : sql`due_on, filing_id`
  const order = { dueOn: sql`due_on, filing_id`, '-dueOn': sql`due_on desc, filing_id` }
  const [rows, { total, overdue }] = await Promise.all([
    tx.many<Filing>(
      sql`select ${columns} from app.filing where ${where} order by ${sort ? order[sort] : usual} limit ${limit} offset ${(page - 1) * limit}`,
    ),
    tx.one<{ total: number; overdue: number }>(sql`
      select count(*) filter (where ${where})::int as total,
        count(*) filter (where done_on is null and due_on < ${dayIn(now)}::date)::int as overdue from app.filing`),
  ])
  return { rows, total, summary: { overdue } }
}

/** Refuses: not_found. */
export async function findFiling(tx: Tx, id: FilingId): Promise<Filing> {
  return (await tx.maybe<Filing>(sql`select ${columns} from app.filing where filing_id = ${id}`)) ?? refuse('not_found')
}

/** One that is still to be done, locked until the transaction ends. Refuses: not_found, filing_done. */
export async function lockFiling(tx: Tx, id: FilingId): Promise<Filing> {
  const found = await tx.maybe<Filing>(sql`select ${columns} from app.filing where filing_id = ${id} for update`)
  if (!found) return refuse('not_found')
  return found.doneOn === null ? found : refuse('filing_done')
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
