import * as contract from '#contract/society/deductions.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn, firstDayOf, type Period, periodOf } from '#domain/calendar.ts'
import { ageBucket } from '#domain/society/deductions/ageing.ts'
import { type Amounts, scheduleState } from '#domain/society/deductions/component.ts'
import type { Layout } from '#domain/society/deductions/layout.ts'
import { differenceOf, variationOf } from '#domain/society/deductions/variation.ts'
import type { ReturnTotals, ScheduledLine } from '#domain/society/deductions/variance.ts'
import type {
  AccountId,
  AccountTypeId,
  EmployerId,
  EntryId,
  LoginId,
  MemberId,
  RemittanceId,
  ReturnId,
  ScheduleId,
  TransactionId,
} from '#domain/ids.ts'
import { type Kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import type { LeftOutRow } from '#domain/society/imports/left-out.ts'
import { refuse } from '#domain/refusal.ts'
import { pageOfRows } from '#domain/paging.ts'
import type { Context } from '#server/context.ts'
import { pageOf } from '#server/db/page-of.ts'
import { sql } from '#server/db/sql.ts'
import type { Joined, Tx } from '#server/db/tx.ts'
import { findWaits } from '#server/features/access/change-requests/queries.ts'
import type { DeductionSettings } from './store.ts'
import {
  ageBuckets,
  components,
  type Decision,
  type VarianceKind,
  varianceKinds,
  variationKinds,
} from '#domain/society/deductions/words.ts'

type Paged = { page: number; limit: number }

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
    select allocation_order as "allocationOrder", credit_on as "creditOn", levy_amount as levy, levy_code as "levyCode", arrears, missed_savings as "missedSavings" from app.deduction_settings`)
  return row ?? presets
}

export async function getDeductionSettings(tx: Tx): Promise<Replied<typeof contract.getDeductionSettings>> {
  const settings = await findSettings(tx)
  return { ...settings, allocationOrder: [...settings.allocationOrder] }
}

type EmployerRow = Omit<Replied<typeof contract.getEmployer>, 'ageing' | 'layout'> & { layout: Layout }

/** What is open of each sent schedule, and since when. */
const owedBySchedule = sql`
  select s.schedule_id, s.employer_id, r.deducted_on, greatest(r.deducted - coalesce(p.remitted, 0), 0)::bigint as owed
  from app.deduction_schedule s
  cross join lateral (select sum(r.accepted_amount) as deducted, min(r.occurred_on) as deducted_on from app.deduction_return r
    where r.schedule_id = s.schedule_id and r.status in ('deducted', 'posted')) r
  left join lateral (select sum(p.amount) as remitted from app.remittance p where p.schedule_id = s.schedule_id and p.reversed_at is null) p on true
  where r.deducted is not null`

const employerColumns = sql`e.employer_id as id, e.name, e.code, e.contact_name as "contactName", e.contact_phone as "contactPhone", e.contact_email as "contactEmail",
  e.layout, a.code as "accountCode", (select count(*)::int from app.employment m where m.employer_id = e.employer_id) as members, coalesce(o.owed, 0)::bigint as owed`
const employerTables = sql`app.employer e
  join ledger.account a on a.account_id = e.receivable_id
  left join (select employer_id, sum(owed) as owed from (${owedBySchedule}) o group by employer_id) o using (employer_id)`

type OwedRow = { employerId: EmployerId; deductedOn: Day; owed: Kobo }

async function findOwed(tx: Tx): Promise<OwedRow[]> {
  return tx.many<OwedRow>(
    sql`select employer_id as "employerId", deducted_on as "deductedOn", owed from (${owedBySchedule}) o where owed > 0`,
  )
}

function ageingOf(rows: readonly OwedRow[], today: Day): Replied<typeof contract.getEmployer>['ageing'] {
  const sums = ageBuckets.map(
    (bucket) =>
      [
        bucket,
        sumKobo(rows.filter(({ deductedOn }) => ageBucket(deductedOn, today) === bucket).map(({ owed }) => owed)),
      ] as const,
  )
  return Object.fromEntries(sums) as Replied<typeof contract.getEmployer>['ageing']
}

const employerFrom = (
  row: EmployerRow,
  owed: readonly OwedRow[],
  today: Day,
): Replied<typeof contract.getEmployer> => ({
  ...row,
  layout: [...row.layout],
  ageing: ageingOf(
    owed.filter(({ employerId }) => employerId === row.id),
    today,
  ),
})

export const listEmployers = pageOf(contract.listEmployers, {
  select: employerColumns,
  from: employerTables,
  where: {},
  search: { folded: sql`e.search_text` },
  sorts: { name: sql`e.name`, members: sql`members`, owed: sql`owed` },
  order: 'name',
  last: sql`e.name`,
  besides: ({ tx }) => findOwed(tx),
  row: (row: EmployerRow, owed, { today }) => employerFrom(row, owed, today),
  summary: (_totals: object, owed, { today }) => ({
    owed: sumKobo(owed.map((each) => each.owed)),
    ageing: ageingOf(owed, today),
  }),
})

export async function getEmployer(
  tx: Tx,
  _actor: TenantActor,
  { employerId }: { employerId: EmployerId },
  { now }: Context,
): Promise<Replied<typeof contract.getEmployer>> {
  const [row, owed] = await Promise.all([
    tx.maybe<EmployerRow>(sql`select ${employerColumns} from ${employerTables} where e.employer_id = ${employerId}`),
    findOwed(tx),
  ])
  return row ? employerFrom(row, owed, dayIn(now)) : refuse('not_found')
}

export type EmployerFacts = { id: EmployerId; name: string; layout: Layout; receivableId: AccountId }

export async function findEmployer(tx: Tx, employerId: EmployerId): Promise<EmployerFacts> {
  const row = await tx.maybe<EmployerFacts>(
    sql`select employer_id as id, name, layout, receivable_id as "receivableId" from app.employer where employer_id = ${employerId}`,
  )
  return row ?? refuse('not_found')
}

/** All employers by name and code, as lists name them. */
export async function findEmployers(tx: Tx): Promise<{ id: EmployerId; name: string; code: string }[]> {
  return tx.many(sql`select employer_id as id, name, code from app.employer order by name`)
}

/** The number of accounts of employers that there are, counted under the lock that keeps two from taking the same one. */
export async function countEmployers(tx: Tx): Promise<number> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('employer accounts ' || cooperative_id::text, 0)) from app.cooperative`,
  )
  const { count } = await tx.one<{ count: number }>(sql`select count(*)::int as count from app.employer`)
  return count
}

export async function isEmployerNameTaken(tx: Tx, name: string, besides: EmployerId | null): Promise<boolean> {
  const rows = await tx.many(
    sql`select from app.employer where lower(name) = lower(${name}) and employer_id is distinct from ${besides}::uuid`,
  )
  return rows.length > 0
}

export const listEmployees = pageOf(contract.listEmployees, {
  select: sql`m.member_id as "memberId", m.membershipno, m.first_name || ' ' || m.last_name as name, e.staff_number as "staffNumber", e.from_on as "from",
    coalesce(p.monthly, 0)::bigint as savings, e.shares_amount as shares`,
  from: ({ today }) => sql`app.employment e join app.member m using (member_id)
    left join lateral (select cp.monthly from app.contribution_plan cp where cp.member_id = m.member_id and cp.effective_from <= ${firstDayOf(periodOf(today))}::date
      order by cp.effective_from desc limit 1) p on true`,
  where: { employerId: (id) => sql`e.employer_id = ${id}` },
  search: { folded: sql`m.search_text`, text: sql`e.staff_number` },
  sorts: {
    membershipno: sql`m.membership_number`,
    name: [sql`m.last_name`, sql`m.first_name`],
    staffNumber: sql`e.staff_number`,
  },
  order: 'membershipno',
  last: sql`m.membership_number`,
  besides: ({ tx, input }) => findEmployer(tx, input.employerId),
})

export async function getMemberEmployer(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: { memberId: MemberId },
): Promise<Replied<typeof contract.getMemberEmployer>> {
  const row = await tx.maybe<
    Joined<{ employerId: EmployerId; employer: string; staffNumber: string; from: Day; shares: Kobo }>
  >(sql`
    select e.employer_id as "employerId", p.name as employer, e.staff_number as "staffNumber", e.from_on as "from", e.shares_amount as shares
    from app.member m left join app.employment e using (member_id) left join app.employer p on p.employer_id = e.employer_id
    where m.member_id = ${memberId} and m.removed_at is null`)
  if (!row) return refuse('not_found')
  return row.employerId === null ? null : row
}

export type NamedMember = { memberId: MemberId; membershipno: string; number: number; name: string; joinedOn: Day }

/** The members behind running numbers; who was removed is no one. */
export async function findMembersByNumber(tx: Tx, numbers: readonly number[]): Promise<NamedMember[]> {
  return tx.many<NamedMember>(sql`
    select member_id as "memberId", membershipno, membership_number as number, first_name || ' ' || last_name as name, registration_date as "joinedOn"
    from app.member where removed_at is null and membership_number = any(${numbers}::int[])`)
}

/** Who already has one of these staff numbers at this employer. */
export async function findStaffNumbers(
  tx: Tx,
  employerId: EmployerId,
  numbers: readonly string[],
): Promise<{ memberId: MemberId; staffNumber: string; name: string }[]> {
  return tx.many(sql`
    select m.member_id as "memberId", e.staff_number as "staffNumber", m.first_name || ' ' || m.last_name as name
    from app.employment e join app.member m using (member_id) where e.employer_id = ${employerId} and e.staff_number = any(${numbers}::text[])`)
}

type Schedule = Replied<typeof contract.getSchedule>
type ScheduleRow = Omit<Schedule, 'state' | 'period' | 'deducted'> & { period: Day; deducted: Kobo | null }

/** Taken as true and paid over, so that the server's job credits its members. */
const isToCredit = sql`r.status = 'deducted' and r.remittance_id is not null`

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

const scheduleColumns = sql`s.schedule_id as id, s.employer_id as "employerId", s.employer, s.period, s.members, s.loans_amount as loans, s.levy_amount as levy,
  s.savings_amount as savings, s.shares_amount as shares, s.total_amount as total, s.created_by_name as "createdBy", s.created_at as "createdAt", s.sent_at as "sentAt",
  s.sent_by_name as "sentBy", s.deducted, s.deducted_on as "deductedOn", s.remitted, s.owed, s.credited, s.crediting, s.return_id as "returnId"`

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
    coalesce(sum(s.remitted), 0)::bigint as remitted, coalesce(sum(s.owed), 0)::bigint as owed`,
})

export async function getSchedule(
  tx: Tx,
  _actor: TenantActor,
  { scheduleId }: { scheduleId: ScheduleId },
): Promise<Schedule> {
  const row = await tx.maybe<ScheduleRow>(
    sql`select ${scheduleColumns} from ${scheduleTables} where s.schedule_id = ${scheduleId}`,
  )
  return row ? scheduleFrom(row) : refuse('not_found')
}

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
    select s.schedule_id as id, s.employer_id as "employerId", e.name as employer, s.period, s.sent_by_name as "sentBy", s.members, s.shares_amount as shares,
      coalesce(s.layout, e.layout) as layout, e.receivable_id as "receivableId"
    from app.deduction_schedule s join app.employer e using (employer_id) where s.schedule_id = ${scheduleId}`)
  if (!row) return refuse('not_found')
  // One writer at a time for a schedule and all that hangs on it; a sent one can't be locked as a row any more.
  if (locked) await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('schedule ' || ${scheduleId}::text, 0))`)
  return { ...row, period: periodOf(row.period) }
}

export type Line = Replied<typeof contract.listScheduleLines>
const lineColumns = sql`l.missed_amount as missed, l.number, l.member_id as "memberId", l.staff_number as "staffNumber", l.membershipno, l.name, l.loans_amount as loans, l.levy_amount as levy,
  l.savings_amount as savings, l.shares_amount as shares, l.total_amount as total`
/** How a line names its member. */
const named = sql`l.name || ' ' || l.staff_number || ' ' || l.membershipno`

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

export type ExpectedLine = ScheduledLine & Amounts

/** What a return is compared with: who is still an active member, and whose deduction is taken as true already. */
export async function findExpected(tx: Tx, scheduleId: ScheduleId): Promise<ExpectedLine[]> {
  return tx.many<ExpectedLine>(sql`
    select l.number, l.staff_number as "staffNumber", l.membershipno, l.name, l.loans_amount as loans, l.levy_amount as levy, l.savings_amount as savings,
      l.shares_amount as shares, l.total_amount as total, m.status = 'active' and m.removed_at is null as "isActive", d.member_id is not null as "isDeducted"
    from app.deduction_line l join app.member m on m.member_id = l.member_id
    left join app.deduction_schedule s on s.schedule_id = l.schedule_id
    left join app.deduction d on d.schedule_id = l.schedule_id and d.member_id = l.member_id and d.period = s.period
    where l.schedule_id = ${scheduleId} order by l.number`)
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

export async function listVariations(
  tx: Tx,
  _actor: TenantActor,
  { scheduleId, kind, ...asked }: Parsed<typeof contract.listVariations> & Paged,
): Promise<PageOf<Variation>> {
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
}

export type Return = {
  id: ReturnId
  scheduleId: ScheduleId
  employerId: EmployerId
  fileName: string
  fileHash: Buffer
  status: Replied<typeof contract.getReturn>['status']
  occurredOn: Day
  employerSays: Kobo | null
  progress: number
  failure: string | null
  entryId: EntryId | null
  entryNumber: number | null
  acceptedAt: Date | null
  acceptedBy: string | null
  rowsLeftOut: number
  leftOut: LeftOutRow[]
  createdAt: Date
  createdBy: string
}

const returnColumns = sql`r.return_id as id, r.schedule_id as "scheduleId", r.employer_id as "employerId", r.file_name as "fileName", r.file_hash as "fileHash",
  case when ${isToCredit} then 'crediting' else r.status end as status, r.occurred_on as "occurredOn", r.employer_says_amount as "employerSays", r.progress, r.failure, r.entry_id as "entryId", r.entry_no::int as "entryNumber",
  r.accepted_at as "acceptedAt", r.accepted_by_name as "acceptedBy", r.rows_left_out as "rowsLeftOut", r.left_out as "leftOut", r.created_at as "createdAt", r.created_by_name as "createdBy"`

export async function findReturn(tx: Tx, returnId: ReturnId, { locked = false } = {}): Promise<Return> {
  const lock = locked ? sql`for no key update` : sql``
  const row = await tx.maybe<Return>(
    sql`select ${returnColumns} from app.deduction_return r where r.return_id = ${returnId} ${lock}`,
  )
  return row ?? refuse('not_found')
}

/** The returns of a schedule that are taken as true, or on their way to it. */
export async function findLiveReturns(tx: Tx, scheduleId: ScheduleId): Promise<Return[]> {
  return tx.many<Return>(sql`
    select ${returnColumns} from app.deduction_return r where r.schedule_id = ${scheduleId} and r.status in ('posting', 'deducted', 'posted') order by r.created_at`)
}

/** A return to be credited: the day of the remittance that paid it, and who recorded that with which request. */
export type PaidReturn = { id: ReturnId; receivedOn: Day; loginId: LoginId; name: string; requestId: string }

export async function findPaidReturns(tx: Tx, returnId: ReturnId | null = null): Promise<PaidReturn[]> {
  return tx.many<PaidReturn>(sql`
    select r.return_id as id, p.received_on as "receivedOn", e.actor_id as "loginId", p.recorded_by_name as name, e.request_id as "requestId"
    from app.deduction_return r join app.remittance p on p.remittance_id = r.remittance_id join ledger.entry e on e.entry_id = p.entry_id
    where ${isToCredit} and (${returnId}::uuid is null or r.return_id = ${returnId}::uuid) order by r.created_at`)
}

type KindRow = {
  kind: VarianceKind
  lines: number
  scheduled: Kobo
  deducted: Kobo
  posted: Kobo
  unallocated: Kobo
  refused: Kobo
}

export async function getReturn(
  tx: Tx,
  _actor: TenantActor,
  { returnId }: { returnId: ReturnId },
): Promise<Replied<typeof contract.getReturn>> {
  return replyOf(tx, await findReturn(tx, returnId))
}

export async function replyOf(tx: Tx, found: Return): Promise<Replied<typeof contract.getReturn>> {
  const { fileHash: _hash, employerId: _employer, entryId: _entry, ...shown } = found
  const rows = await findKinds(tx, found.id)
  const none = { lines: 0, scheduled: zeroKobo, deducted: zeroKobo }
  const kinds = Object.fromEntries(
    varianceKinds.map((kind) => [kind, rows.find((row) => row.kind === kind) ?? none]),
  ) as Replied<typeof contract.getReturn>['kinds']
  return {
    ...shown,
    scheduled: sumKobo(rows.map(({ scheduled }) => scheduled)),
    totals: totalsOf(rows),
    kinds,
    rows: rows.reduce((sum, { lines }) => sum + lines, 0),
  }
}

function totalsOf(rows: readonly KindRow[]): ReturnTotals {
  const sumOf = (name: 'deducted' | 'posted' | 'unallocated' | 'refused') => sumKobo(rows.map((row) => row[name]))
  return {
    file: sumOf('deducted'),
    posted: sumOf('posted'),
    unallocated: sumOf('unallocated'),
    refused: sumOf('refused'),
  }
}

async function findKinds(tx: Tx, returnId: ReturnId): Promise<KindRow[]> {
  return tx.many<KindRow>(sql`
    select kind, count(*)::int as lines, sum(scheduled_amount)::bigint as scheduled, sum(deducted_amount)::bigint as deducted,
      sum(loans_amount + levy_amount + savings_amount + shares_amount)::bigint as posted, sum(unallocated_amount)::bigint as unallocated,
      coalesce(sum(deducted_amount) filter (where decision = 'refuse'), 0)::bigint as refused
    from app.deduction_return_line where return_id = ${returnId} group by kind`)
}

/** What differs from the schedule is what an officer has to look at. */
const exceptionsFirst = sql`array_position(array['unknown', 'duplicate', 'missing', 'short', 'over', 'exact'], l.kind)`

export const listReturnLines = pageOf(contract.listReturnLines, {
  select: sql`l.number, l.file_row as row, l.staff_number as "staffNumber", l.membershipno, l.name, l.kind, l.note, l.scheduled_amount as scheduled, l.deducted_amount as deducted,
    l.deducted_amount - l.scheduled_amount as difference, l.decision, l.loans_amount as loans, l.levy_amount as levy, l.savings_amount as savings,
    l.shares_amount as shares, l.unallocated_amount as unallocated`,
  from: sql`app.deduction_return_line l`,
  where: { returnId: (id) => sql`l.return_id = ${id}`, kind: (kind) => sql`l.kind = ${kind}` },
  search: { text: named },
  sorts: { number: sql`l.number`, name: sql`l.name`, difference: sql`l.deducted_amount - l.scheduled_amount` },
  order: exceptionsFirst,
  last: sql`l.number`,
  besides: ({ tx, input }) => findReturn(tx, input.returnId),
})

export type LineToDecide = { number: number; kind: VarianceKind; deducted: Kobo; decision: Decision } & Amounts

/** Lines by kind or number, with what was scheduled by component, for a new decision. */
export async function findLinesToDecide(
  tx: Tx,
  found: Return,
  { kinds, numbers }: { kinds: readonly VarianceKind[]; numbers: readonly number[] },
): Promise<LineToDecide[]> {
  return tx.many<LineToDecide>(sql`
    select r.number, r.kind, r.deducted_amount as deducted, r.decision, coalesce(l.loans_amount, 0)::bigint as loans, coalesce(l.levy_amount, 0)::bigint as levy,
      coalesce(l.savings_amount, 0)::bigint as savings, coalesce(l.shares_amount, 0)::bigint as shares
    from app.deduction_return_line r left join app.deduction_line l on l.schedule_id = ${found.scheduleId} and l.number = r.line_number
    where r.return_id = ${found.id} and (r.kind = any(${kinds}::text[]) or r.number = any(${numbers}::int[]))`)
}

export type LoanLine = { number: number; memberId: MemberId; amounts: Amounts; due: Amounts }

/** The lines of which something is for loans, each with what was scheduled. */
export async function findLoanLines(tx: Tx, found: Return): Promise<LoanLine[]> {
  type Row = {
    number: number
    memberId: MemberId
    dueLoans: Kobo
    dueLevy: Kobo
    dueSavings: Kobo
    dueShares: Kobo
  } & Amounts
  const rows = await tx.many<Row>(sql`
    select r.number, r.member_id as "memberId", r.loans_amount as loans, r.levy_amount as levy, r.savings_amount as savings, r.shares_amount as shares,
      l.loans_amount as "dueLoans", l.levy_amount as "dueLevy", l.savings_amount as "dueSavings", l.shares_amount as "dueShares"
    from app.deduction_return_line r join app.deduction_line l on l.schedule_id = ${found.scheduleId} and l.number = r.line_number
    where r.return_id = ${found.id} and r.loans_amount > 0 order by r.number`)
  return rows.map(({ number, memberId, dueLoans, dueLevy, dueSavings, dueShares, loans, levy, savings, shares }) => ({
    number,
    memberId,
    amounts: { loans, levy, savings, shares },
    due: { loans: dueLoans, levy: dueLevy, savings: dueSavings, shares: dueShares },
  }))
}

/** The members whom this return would credit with more than was scheduled. */
export async function listAboveSchedule(tx: Tx, returnId: ReturnId): Promise<(MemberId | null)[]> {
  const lines = await tx.many<{ memberId: MemberId | null }>(sql`
    select member_id as "memberId" from app.deduction_return_line where return_id = ${returnId} and kind = 'over' and decision in ('post', 'split')`)
  return lines.map(({ memberId }) => memberId)
}

/** The first scheduled member who can't be credited by these returns on that day, and why; what was deducted of former members is owed to them. */
export async function findUncreditable(
  tx: Tx,
  returnIds: readonly ReturnId[],
  on: Day,
): Promise<{ name: string; why: string } | undefined> {
  return tx.maybe<{ name: string; why: string }>(sql`
    select l.name, case when m.removed_at is not null or m.status <> 'active' then 'is no longer an active member' else 'joined after ' || ${on}::text end as why
    from app.deduction_return_line l join app.member m on m.member_id = l.member_id
    where l.return_id = any(${returnIds}::uuid[]) and l.kind in ('exact', 'short', 'over') and l.decision in ('post', 'split')
      and (m.removed_at is not null or m.left_on is null and (m.status <> 'active' or m.registration_date > ${on}::date))
    order by l.number limit 1`)
}

export type VoucherAccounts = {
  savings: AccountTypeId
  shares: AccountTypeId | null
  levy: AccountId
  unallocated: AccountId
}

/** The society's accounts and account types that a voucher of deductions credits. */
export async function findVoucherAccounts(tx: Tx, levyCode: string, unallocatedCode: string): Promise<VoucherAccounts> {
  return tx.one<VoucherAccounts>(sql`
    select (select account_type_id from app.account_type where is_default and retired_at is null) as savings,
      (select account_type_id from app.account_type where kind = 'shares' and retired_at is null order by code <> 'shares', code limit 1) as shares,
      (select account_id from ledger.account where code = ${levyCode}) as levy, (select account_id from ledger.account where code = ${unallocatedCode}) as unallocated`)
}

export type AccountMissing = {
  memberId: MemberId
  membershipNumber: number
  accountTypeId: AccountTypeId
  typeName: string
  typeKind: 'savings' | 'shares'
  controlId: AccountId
  controlCode: string
}

/** The members' accounts that a return credits and that no one has opened yet. */
export async function findMissingAccounts(
  tx: Tx,
  returnId: ReturnId,
  { savings, shares }: VoucherAccounts,
): Promise<AccountMissing[]> {
  return tx.many<AccountMissing>(sql`
    select m.member_id as "memberId", m.membership_number as "membershipNumber", t.account_type_id as "accountTypeId", t.name as "typeName", t.kind as "typeKind",
      t.control_id as "controlId", k.code as "controlCode"
    from app.deduction_return_line l
    join app.account_type t on (t.account_type_id = ${savings} and l.savings_amount > 0) or (t.account_type_id = ${shares}::uuid and l.shares_amount > 0)
    join ledger.account k on k.account_id = t.control_id
    join app.member m on m.member_id = l.member_id
    where l.return_id = ${returnId} and not exists (select from ledger.account a where a.member_id = l.member_id and a.account_type_id = t.account_type_id)`)
}

/** A transaction of a voucher, by which it is reversed as a whole; undefined where it credits no member. */
export async function findVoucherTransaction(tx: Tx, entryId: EntryId): Promise<{ id: TransactionId } | undefined> {
  return tx.maybe<{ id: TransactionId }>(sql`
    select transaction_id as id from app.transaction where entry_id = ${entryId} order by transaction_id limit 1`)
}

export const listRemittances = pageOf(contract.listRemittances, {
  select: sql`r.remittance_id as id, r.amount, r.received_on as "receivedOn", jsonb_build_object('code', r.account_code, 'name', (select a.name from ledger.account a where a.code = r.account_code)) as "paidThrough",
    r.reference, r.entry_no::int as "entryNumber", r.recorded_by_name as "recordedBy", r.recorded_at as "recordedAt", r.reversed_at as "reversedAt"`,
  from: sql`app.remittance r`,
  where: { scheduleId: (id) => sql`r.schedule_id = ${id}` },
  search: { text: sql`r.reference` },
  sorts: { receivedOn: [sql`r.received_on`, sql`r.recorded_at`] },
  order: '-receivedOn',
  last: sql`r.remittance_id`,
  besides: async ({ tx, actor, input }) => {
    await findSchedule(tx, input.scheduleId)
    return findWaits(tx, actor)
  },
  summary: (_totals: object, { reversalsWaitFrom }) => ({ reversalsWaitFrom }),
})

export async function findRemittance(
  tx: Tx,
  id: RemittanceId,
): Promise<{ scheduleId: ScheduleId; entryId: EntryId; amount: Kobo; receivedOn: Day; reversedAt: Date | null }> {
  const row = await tx.maybe<{
    scheduleId: ScheduleId
    entryId: EntryId
    amount: Kobo
    receivedOn: Day
    reversedAt: Date | null
  }>(sql`
    select schedule_id as "scheduleId", entry_id as "entryId", amount, received_on as "receivedOn", reversed_at as "reversedAt" from app.remittance where remittance_id = ${id}`)
  return row ?? refuse('not_found')
}
