import * as contract from '#features/payroll/schedules/contract.ts'
import type { DeductionSettings } from './writes.ts'
import { components } from '#features/payroll/employers/rules/words.ts'
import { zeroKobo, type Kobo, sumKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { sql } from '#platform/db/sql.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { type Day, periodOf, firstDayOf, type Period } from '#core/calendar.ts'
import { scheduleState } from '#features/payroll/schedules/rules/schedule-state.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'
import type { ScheduleId, EmployerId, AccountId, MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Layout } from '#features/payroll/employers/rules/layout.ts'
import { variationOf, differenceOf } from '#features/payroll/schedules/rules/variation.ts'
import type { Amounts } from '#features/payroll/employers/rules/component.ts'
import { variationKinds } from '#features/payroll/schedules/rules/words.ts'
import { pageOfRows } from '#core/paging.ts'

/** What a society starts with that has settled nothing yet; a welfare levy is asked of no one unasked. */
const presets: DeductionSettings = {
  allocationOrder: components,
  creditOn: 'deduction',
  levy: zeroKobo,
  levyCode: '3240',
  arrears: false,
  missedSavings: 'none',
}

export async function findSettings(tx: Tx): Promise<DeductionSettings> {
  const row = await tx.maybe<DeductionSettings>(sql`
    select allocation_order, credit_on, levy_amount as levy, levy_code, arrears, missed_savings from app.deduction_settings`)
  return row ?? presets
}

export const getDeductionSettings = action(contract.getDeductionSettings, async ({ tx }) => {
  const settings = await findSettings(tx)
  return { ...settings, allocationOrder: [...settings.allocationOrder] }
})

type Schedule = Replied<typeof contract.getSchedule>

type ScheduleRow = Omit<Schedule, 'state' | 'period' | 'deducted'> & { period: Day; deducted: Kobo | null }

/** Taken as true and paid over, so that the server's job credits its members. */
export const isToCredit = sql`r.status = 'deducted' and r.remittance_id is not null`

const scheduleTables = sql`(
  select s.*, e.name as employer, r.deducted, r.deducted_on, coalesce(p.remitted, 0)::bigint as remitted,
    greatest(coalesce(r.deducted, 0) - coalesce(p.remitted, 0), 0)::bigint as owed, coalesce(r.credited, false) as credited, c.crediting, o.return_id,
    case when s.sent_at is null then 'draft' when r.deducted is null then 'sent' when coalesce(p.remitted, 0) >= r.deducted then 'remitted'
      when p.remitted > 0 then 'part_remitted' else 'deducted' end as state
  from app.deduction_schedule s
  join app.employer e using (employer_id)
  left join lateral (select sum(r.accepted_amount)::bigint as deducted, min(r.occurred_on) as deducted_on, bool_and(r.status = 'posted') as credited
    from app.deduction_return r where r.schedule_id = s.schedule_id and r.status in ('deducted', 'posted')) r on true
  left join lateral (select sum(p.amount)::bigint as remitted from app.remittance p where p.schedule_id = s.schedule_id and p.reversed_at is null) p on true
  left join lateral (select case when count(*) > 0 then jsonb_build_object('lines', sum(l.lines), 'progress', sum(r.progress), 'failure', max(r.failure)) end as crediting
    from app.deduction_return r cross join lateral (select count(*) as lines from app.deduction_return_line l where l.return_id = r.return_id) l
    where r.schedule_id = s.schedule_id and ${isToCredit}) c on true
  left join lateral (select o.return_id from app.deduction_return o where o.schedule_id = s.schedule_id and o.status <> 'discarded'
    order by o.created_at desc limit 1) o on true) s`

const scheduleColumns = sql`s.schedule_id as id, s.employer_id, s.employer, s.period, s.members, s.loans_amount as loans, s.levy_amount as levy,
  s.savings_amount as savings, s.shares_amount as shares, s.total_amount as total, s.created_by_name as "createdBy", s.created_at, s.sent_at,
  s.sent_by_name as "sentBy", s.deducted, s.deducted_on, s.remitted, s.owed, s.credited, s.crediting, s.return_id`

const scheduleFrom = (row: ScheduleRow): Schedule => ({
  ...row,
  period: periodOf(row.period),
  state: scheduleState({ sent: row.sentAt !== null, deducted: row.deducted ?? undefined, remitted: row.remitted }),
  deducted: row.deducted ?? zeroKobo,
})

export const listSchedules = pageOf(contract.listSchedules, {
  select: scheduleColumns,
  from: scheduleTables,
  where: {
    employerId: (id) => sql`s.employer_id = ${id}`,
    period: (period) => sql`s.period = ${firstDayOf(period)}::date`,
    state: (state) => sql`s.state = ${state}`,
  },
  search: { text: sql`s.employer` },
  sorts: { period: sql`s.period`, employer: sql`s.employer`, owed: sql`s.owed` },
  order: '-period',
  last: sql`s.period desc, s.employer, s.schedule_id`,
  row: scheduleFrom,
  totals: sql`coalesce(sum(s.total_amount), 0)::bigint as total, coalesce(sum(s.deducted), 0)::bigint as deducted,
    coalesce(sum(s.remitted), 0)::bigint as remitted, coalesce(sum(s.owed), 0)::bigint as owed,
    (select count(*)::int from app.employer) as employers`,
})

export const getSchedule = action(contract.getSchedule, async ({ tx }, { scheduleId }) => {
  const row = await tx.maybe<ScheduleRow>(
    sql`select ${scheduleColumns} from ${scheduleTables} where s.schedule_id = ${scheduleId}`,
  )
  return row ? scheduleFrom(row) : refuse('not_found')
})

export type ScheduleFacts = {
  id: ScheduleId
  employerId: EmployerId
  employer: string
  period: Period
  sentBy: string | null
  members: number
  shares: Kobo
  layout: Layout
  receivableId: AccountId
}

/** The schedule with its employer; `layout` is the one it was sent with, or the employer's while it is a draft. */
export async function findSchedule(tx: Tx, scheduleId: ScheduleId, { locked = false } = {}): Promise<ScheduleFacts> {
  const row = await tx.maybe<Omit<ScheduleFacts, 'period'> & { period: Day }>(sql`
    select s.schedule_id as id, s.employer_id, e.name as employer, s.period, s.sent_by_name as "sentBy", s.members, s.shares_amount as shares,
      coalesce(s.layout, e.layout) as layout, e.receivable_id
    from app.deduction_schedule s join app.employer e using (employer_id) where s.schedule_id = ${scheduleId}`)
  if (!row) return refuse('not_found')
  // One writer at a time for a schedule and all that hangs on it; a sent one can't be locked as a row any more.
  if (locked) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('schedule ' || ${scheduleId}::text, 0))`)
  return { ...row, period: periodOf(row.period) }
}

export type Line = Replied<typeof contract.listScheduleLines>

const lineColumns = sql`l.missed_amount as missed, l.number, l.member_id, l.staff_number, l.membershipno, l.name, l.loans_amount as loans, l.levy_amount as levy,
  l.savings_amount as savings, l.shares_amount as shares, l.total_amount as total`

/** How a line names its member. */
export const named = sql`l.name || ' ' || l.staff_number || ' ' || l.membershipno`

export const listScheduleLines = pageOf(contract.listScheduleLines, {
  select: lineColumns,
  from: sql`app.deduction_line l`,
  where: { scheduleId: (id) => sql`l.schedule_id = ${id}` },
  search: { text: named },
  sorts: { number: sql`l.number`, name: sql`l.name`, total: sql`l.total_amount` },
  order: 'number',
  last: sql`l.number`,
  besides: ({ tx, input }) => findSchedule(tx, input.scheduleId),
})

export async function findLines(tx: Tx, scheduleId: ScheduleId): Promise<Line[]> {
  return tx.many<Line>(
    sql`select ${lineColumns} from app.deduction_line l where l.schedule_id = ${scheduleId} order by l.number`,
  )
}

export type Variation = Replied<typeof contract.listVariations>

type TwoLines = {
  memberId: MemberId
  staffNumber: string
  membershipno: string
  name: string
  before: Line | null
  now: Line | null
}

/** The differences from the schedule that was sent to the same employer before this one, in the order of the members. */
export async function findVariations(
  tx: Tx,
  { id, employerId, period }: ScheduleFacts,
): Promise<{ against: Period | null; variations: Variation[] }> {
  const earlier = await tx.maybe<{ id: ScheduleId; period: Day }>(sql`
    select schedule_id as id, period from app.deduction_schedule
    where employer_id = ${employerId} and period < ${firstDayOf(period)}::date and sent_at is not null order by period desc limit 1`)
  const [old, current] = await Promise.all([earlier ? findLines(tx, earlier.id) : [], findLines(tx, id)])
  const before = new Map(old.map((line) => [line.memberId, line]))
  const now = new Map(current.map((line) => [line.memberId, line]))
  const pairs: TwoLines[] = [
    ...current.map((line) => ({ ...line, before: before.get(line.memberId) ?? null, now: line })),
    ...old.filter(({ memberId }) => !now.has(memberId)).map((line) => ({ ...line, before: line, now: null })),
  ]
  const variations = pairs.flatMap((pair) => {
    const months = { before: amountsOf(pair.before), now: amountsOf(pair.now) }
    const kind = variationOf(months)
    return kind ? [{ ...pair, kind, difference: differenceOf(months) }] : []
  })
  return {
    against: earlier ? periodOf(earlier.period) : null,
    variations: variations.toSorted((a, b) => a.membershipno.localeCompare(b.membershipno)),
  }
}

export function amountsOf(line: Amounts | null): Amounts | undefined {
  return line ? { loans: line.loans, levy: line.levy, savings: line.savings, shares: line.shares } : undefined
}

export const listVariations = action(contract.listVariations, async ({ tx }, { scheduleId, kind, ...asked }) => {
  const { against, variations } = await findVariations(tx, await findSchedule(tx, scheduleId))
  const counts = Object.fromEntries(
    variationKinds.map((each) => [each, variations.filter((variation) => variation.kind === each).length]),
  )
  return {
    ...pageOfRows(
      variations.filter((each) => !kind || each.kind === kind),
      asked,
      ['name', 'staffNumber', 'membershipno'],
    ),
    summary: { against, ...counts, difference: sumKobo(variations.map(({ difference }) => difference)) },
  }
})
