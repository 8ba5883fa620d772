import { findEmployer } from '#features/payroll/employers/server/reads.ts'
import * as contract from '#features/payroll/returns/contract.ts'
import * as elementsContract from '#features/payroll/returns/elements.ts'
import { type ScheduledLine, strangerKey } from '#features/payroll/returns/rules/variance.ts'
import { purposeFinder } from '#features/payroll/returns/rules/element.ts'
import type { Employee } from '#features/members/members/rules/name-match.ts'
import type { Amounts } from '#features/payroll/employers/rules/component.ts'
import type { Parts } from '#features/payroll/employers/rules/layout.ts'
import { type Component, components } from '#features/payroll/employers/rules/words.ts'
import type { RowProblem } from '#features/payroll/employers/rules/return-words.ts'
import type { Tx } from '#platform/db/tx.ts'
import type {
  ScheduleId,
  ReturnId,
  EmployerId,
  EntryId,
  LoginId,
  MemberId,
  AccountTypeId,
  AccountId,
  TransactionId,
} from '#core/ids.ts'
import { identifier, sql } from '#platform/db/sql.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import { totalsThatDiffer } from '#features/payroll/returns/rules/file-totals.ts'
import { type Kobo, kobo, zeroKobo, sumKobo } from '#core/money.ts'
import type { LeftOutRow } from '#core/spreadsheets/left-out.ts'
import { isToCredit, named } from '#features/payroll/schedules/server/reads.ts'
import { refuse } from '#core/refusal.ts'
import {
  type VarianceKind,
  varianceKinds,
  type Decision,
  type Purpose,
  type RowChoice,
  type Confirmation,
} from '#features/payroll/returns/rules/words.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'

export type ExpectedLine = ScheduledLine

const isParted = sql`coalesce(r.file_loans_amount, r.file_levy_amount, r.file_savings_amount, r.file_shares_amount) is not null`

/** The lines `r` of a schedule's returns that are taken as true and brought money that was not refused. */
const broughtBefore = (
  scheduleId: ScheduleId,
) => sql`app.deduction_return_line r join app.deduction_return x using (return_id)
  where x.schedule_id = ${scheduleId} and x.status in ('deducted', 'posted') and r.decision <> 'refuse' and r.deducted_amount > 0`

/** What a return is compared with: who is still an active member, and what earlier files of the month brought for them. */
export async function findExpected(tx: Tx, scheduleId: ScheduleId): Promise<ExpectedLine[]> {
  type Row = Omit<ExpectedLine, 'earlier'> & { [said in Component as `said${Capitalize<said>}`]: Kobo | null } & {
    held: Kobo | null
    aside: Kobo | null
    isParted: boolean | null
    isHeld: boolean | null
  }
  const isAside = sql`r.kind = 'duplicate'`
  const saidOf = (
    component: Component,
  ) => sql`coalesce(sum(case when ${isParted} then coalesce(${identifier(`r.file_${component}_amount`)}, 0)
    else ${identifier(`r.${component}_amount`)} end) filter (where not ${isAside}), 0)::bigint`
  const rows = await tx.many<Row>(sql`
    select l.number, l.staff_number, l.membershipno, l.name, l.loans_amount as loans, l.levy_amount as levy, l.savings_amount as savings,
      l.shares_amount as shares, m.status = 'active' and m.removed_at is null as "isActive", e.said_loans, e.said_levy, e.said_savings, e.said_shares, e.held, e.aside,
      e.is_parted, e.is_held
    from app.deduction_line l join app.member m on m.member_id = l.member_id
    left join (select r.line_number, ${saidOf('loans')} as said_loans, ${saidOf('levy')} as said_levy, ${saidOf('savings')} as said_savings, ${saidOf('shares')} as said_shares,
        coalesce(sum(r.unallocated_amount) filter (where not ${isAside} and not ${isParted}), 0)::bigint as held,
        coalesce(sum(r.deducted_amount) filter (where ${isAside}), 0)::bigint as aside, coalesce(bool_and(${isParted}) filter (where not ${isAside}), true) as is_parted,
        bool_and(r.unallocated_amount = r.deducted_amount) as is_held
      from ${broughtBefore(scheduleId)} and r.line_number is not null group by r.line_number) e on e.line_number = l.number
    where l.schedule_id = ${scheduleId} order by l.number`)
  return rows.map(
    ({ saidLoans, saidLevy, saidSavings, saidShares, held, aside, isParted: parted, isHeld, ...line }) => ({
      ...line,
      earlier:
        saidLoans === null ||
        saidLevy === null ||
        saidSavings === null ||
        saidShares === null ||
        held === null ||
        aside === null ||
        parted === null ||
        isHeld === null
          ? null
          : {
              said: { loans: saidLoans, levy: saidLevy, savings: saidSavings, shares: saidShares },
              held,
              aside,
              isParted: parted,
              isHeld,
            },
    }),
  )
}

/** What earlier files of a month brought for those whom no one knows, and is held, by how their rows name them. */
export async function findHeldBefore(tx: Tx, scheduleId: ScheduleId): Promise<Map<string, Kobo>> {
  const rows = await tx.many<{ staffNumber: string; membershipno: string; name: string; amount: Kobo }>(sql`
    select r.staff_number, r.membershipno, r.name, sum(r.deducted_amount)::bigint as amount from ${broughtBefore(scheduleId)} and r.line_number is null
    group by r.staff_number, r.membershipno, r.name`)
  const held = new Map<string, Kobo>()
  for (const { amount, ...row } of rows)
    held.set(strangerKey(row), ((held.get(strangerKey(row)) ?? 0n) + amount) as Kobo)
  return held
}

/** The members who work at an employer, by their names and numbers. */
export async function findEmployeesOf(tx: Tx, employerId: EmployerId): Promise<Employee[]> {
  return tx.many<Employee>(sql`
    select e.staff_number, m.membershipno, m.first_name || ' ' || m.last_name as name
    from app.employment e join app.member m using (member_id) where e.employer_id = ${employerId} and m.removed_at is null`)
}

/** A row of a return that is still open, as its file has it and as an officer decided about it. */
export type KeptRow = {
  number: number
  staffNumber: string | null
  membershipno: string | null
  name: string
  element: string | null
  deducted: Kobo
  loans: Kobo | null
  levy: Kobo | null
  savings: Kobo | null
  shares: Kobo | null
  alike: number | null
  problem: RowProblem | null
  cell: string | null
  cellOf: Component | null
  choice: RowChoice | null
  corrected: Kobo | null
  confirmed: Confirmation | null
}

const rowColumns = sql`w.file_row as number, w.staff_number, w.membershipno, w.name, w.element, w.deducted_amount as deducted, w.file_loans_amount as loans,
  w.file_levy_amount as levy, w.file_savings_amount as savings, w.file_shares_amount as shares, w.alike, w.problem, w.cell, w.cell_of, w.choice, w.corrected_amount as corrected, w.confirmed`

export async function findRows(tx: Tx, returnId: ReturnId): Promise<KeptRow[]> {
  return tx.many<KeptRow>(
    sql`select ${rowColumns} from app.deduction_return_row w where w.return_id = ${returnId} order by w.file_row`,
  )
}

/** What an employer's elements are, where an officer said it. */
export async function findElements(tx: Tx, employerId: EmployerId): Promise<Map<string, Purpose>> {
  const rows = await tx.many<{ element: string; purpose: Purpose }>(
    sql`select element, meant_for as purpose from app.deduction_element where employer_id = ${employerId} order by element`,
  )
  return new Map(rows.map(({ element, purpose }) => [element, purpose]))
}

export const listElements = action(elementsContract.listElements, async ({ tx }, { employerId }) => {
  await findEmployer(tx, employerId)
  return [...(await findElements(tx, employerId))].map(([element, purpose]) => ({ element, purpose }))
})

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
  /** What a file that names no element is for. */
  purpose: Exclude<Purpose, 'other'>
  /** Rows that an officer left out, or that are not the society's. */
  rowsSetAside: number
  setAside: Kobo
  /** The newest of its schedule that was taken as true when this was compared. */
  afterReturnId: ReturnId | null
  /** What its members had paid already when an officer said what becomes of it. */
  paidBeforeAccepted: Kobo | null
  /** What the file's own totals say, in kobo. */
  fileTotals: { row: number; says: string | null; cell?: string | null }[]
  /** Amounts in kobo; null for files of before it was read. */
  fileSays: StoredSays | null
  createdAt: Date
  createdBy: string
}

/** What a file says that no row of it posts. */
export type FileSays = Pick<Replied<typeof contract.getReturn>, 'columnsUnread' | 'otherMonth' | 'sumsApart'>

type StoredSays = ReturnType<typeof storedSays>

export function storedSays({ columnsUnread, otherMonth, sumsApart }: FileSays) {
  return {
    otherMonth,
    columnsUnread: columnsUnread.map((column) => ({ ...column, total: String(column.total) })),
    sumsApart: sumsApart && { ...sumsApart, says: String(sumsApart.says), sum: String(sumsApart.sum) },
  }
}

function fileSaysFrom(stored: StoredSays | null): FileSays {
  const { columnsUnread, otherMonth, sumsApart } = stored ?? { columnsUnread: [], otherMonth: null, sumsApart: null }
  return {
    otherMonth,
    columnsUnread: columnsUnread.map((column) => ({ ...column, total: kobo(column.total) })),
    sumsApart: sumsApart && { ...sumsApart, says: kobo(sumsApart.says), sum: kobo(sumsApart.sum) },
  }
}

const returnColumns = sql`r.return_id as id, r.schedule_id, r.employer_id, r.file_name, r.file_hash,
  case when ${isToCredit} then 'crediting' else r.status end as status, r.occurred_on, r.employer_says_amount as "employerSays", r.progress, r.failure, r.entry_id, r.entry_no::int as "entryNumber",
  r.accepted_at, r.accepted_by_name as "acceptedBy", r.rows_left_out, r.left_out, r.meant_for as purpose, r.rows_set_aside, r.set_aside_amount as "setAside", r.after_return_id, r.paid_before_accepted_amount as "paidBeforeAccepted", r.file_totals, r.file_says, r.created_at, r.created_by_name as "createdBy"`

export async function findReturn(tx: Tx, returnId: ReturnId, { locked = false } = {}): Promise<Return> {
  const lock = locked ? sql`for no key update` : sql``
  const row = await tx.maybe<Return>(
    sql`select ${returnColumns} from app.deduction_return r where r.return_id = ${returnId} ${lock}`,
  )
  return row ?? refuse('not_found')
}

/** The returns of a schedule that are taken as true, or on their way to it, the newest last. */
export async function findLiveReturns(tx: Tx, scheduleId: ScheduleId): Promise<Return[]> {
  return tx.many<Return>(sql`
    select ${returnColumns} from app.deduction_return r where r.schedule_id = ${scheduleId} and r.status in ('posting', 'deducted', 'posted') order by r.accepted_at`)
}

/** The returns of an employer that are not posted yet, locked. */
export async function findOpenReturns(tx: Tx, employerId: EmployerId): Promise<Return[]> {
  return tx.many<Return>(sql`
    select ${returnColumns} from app.deduction_return r where r.employer_id = ${employerId} and r.status in ('checked', 'failed') order by r.return_id for no key update`)
}

/** A return to be credited: the day of the remittance that paid it, and who recorded that with which request. */
export type PaidReturn = { id: ReturnId; receivedOn: Day; loginId: LoginId; name: string; requestId: string }

export async function findPaidReturns(tx: Tx, returnId: ReturnId | null = null): Promise<PaidReturn[]> {
  return tx.many<PaidReturn>(sql`
    select r.return_id as id, p.received_on, e.actor_id as "loginId", p.recorded_by_name as name, e.request_id
    from app.deduction_return r join app.remittance p on p.remittance_id = r.remittance_id join ledger.entry e on e.entry_id = p.entry_id
    where ${isToCredit} and (${returnId}::uuid is null or r.return_id = ${returnId}::uuid) order by r.created_at`)
}

type KindRow = {
  kind: VarianceKind
  lines: number
  otherNames: number
  scheduled: Kobo
  deducted: Kobo
  posted: Kobo
  unallocated: Kobo
  refused: Kobo
  open: Kobo
}

export const getReturn = action(contract.getReturn, async ({ tx }, { returnId }) =>
  replyOf(tx, await findReturn(tx, returnId)),
)

export async function replyOf(tx: Tx, found: Return): Promise<Replied<typeof contract.getReturn>> {
  const {
    fileHash: _hash,
    employerId,
    entryId: _entry,
    rowsSetAside,
    setAside,
    afterReturnId: _after,
    paidBeforeAccepted,
    fileTotals: _totals,
    fileSays,
    ...shown
  } = found
  const rows = await findKinds(tx, found.id)
  const isOpen = found.status === 'checked' || found.status === 'failed'
  const before = isOpen ? await findPaidBefore(tx, found) : null
  const none = { lines: 0, scheduled: zeroKobo, deducted: zeroKobo }
  const kinds = Object.fromEntries(
    varianceKinds.map((kind) => [kind, rows.find((row) => row.kind === kind) ?? none]),
  ) as Replied<typeof contract.getReturn>['kinds']
  const elements = await findElementsOfFile(tx, found.id, employerId)
  const { problems, decided } = await countRows(tx, found.id)
  const asked = elements.filter(({ purpose }) => purpose === null)
  const unnamed = sumKobo(asked.map(({ amount }) => amount))
  const sumOf = (name: 'deducted' | 'posted' | 'unallocated' | 'refused' | 'open') =>
    sumKobo(rows.map((row) => row[name]))
  return {
    ...shown,
    ...fileSaysFrom(fileSays),
    rowsLeftOut: shown.rowsLeftOut + rowsSetAside,
    scheduled: sumKobo(rows.map(({ scheduled }) => scheduled)),
    totals: {
      file: (sumOf('deducted') + setAside + unnamed) as Kobo,
      posted: sumOf('posted'),
      unallocated: sumOf('unallocated'),
      refused: sumOf('refused'),
      leftOut: setAside,
      open: (sumOf('open') + unnamed) as Kobo,
    },
    totalsThatDiffer: await findTotalsThatDiffer(tx, found),
    paidBefore: before && {
      members: before.lines.length,
      paid: before.paid,
      savings: sumKobo(before.lines.map(({ savings }) => savings)),
      named: before.lines.slice(0, membersNamedMax).map(({ name, paid }) => ({ name, paid })),
      files: before.files,
      accepted: before.paid === paidBeforeAccepted,
    },
    kinds,
    otherNames: rows.reduce((sum, { otherNames }) => sum + otherNames, 0),
    elements,
    problems,
    decided,
    rows: rows.reduce((sum, { lines }) => sum + lines, 0),
  }
}

const membersNamedMax = 10

export type PaidBefore = {
  paid: Kobo
  lines: { number: number; name: string; savings: Kobo; paid: Kobo }[]
  files: string[]
}

/**
 * The lines of a return that credit savings of a month for which their members have paid otherwise: by hand or by a month's sheet.
 * Null where there are none. What payrolls brought is another deduction, or compared already (`findExpected`); `own` is the return's voucher.
 */
export async function findPaidBefore(
  tx: Tx,
  { id, scheduleId }: Pick<Return, 'id' | 'scheduleId'>,
  own: EntryId | null = null,
): Promise<PaidBefore | null> {
  const rows = await tx.many<{ number: number; name: string; savings: Kobo; paid: Kobo; files: string[] }>(sql`
    with paid as materialized (
      select coalesce(m.merged_into, m.member_id) as member_id, sum(t.amount)::bigint as amount,
        array_agg(distinct i.file_name) filter (where i.file_name is not null) as files
      from app.transaction t join app.member m on m.member_id = t.member_id
      left join app.import i on i.kind = 'contributions' and i.status = 'posted' and i.entry_no = t.entry_no
      where t.period = (select s.period from app.deduction_schedule s where s.schedule_id = ${scheduleId}) and t.type = 'contribution' and t.status = 'approved'
        and t.account_type_id = (select account_type_id from app.account_type where is_default and retired_at is null)
        and t.entry_id is distinct from ${own}::uuid
        and not exists (select from app.deduction_return r where r.entry_id = t.entry_id)
      group by 1)
    select l.number, l.name, l.savings_amount as savings, p.amount as paid, coalesce(p.files, '{}') as files
    from app.deduction_return_line l join paid p on p.member_id = l.member_id
    where l.return_id = ${id} and ${isOfSchedule} and l.decision in ('post', 'split') and l.savings_amount > 0 order by l.number`)
  if (rows.length === 0) return null
  return {
    paid: sumKobo(rows.map(({ paid }) => paid)),
    lines: rows.map(({ files: _files, ...line }) => line),
    files: [...new Set(rows.flatMap(({ files }) => files))],
  }
}

/** What a row `w` of a return comes to, with its corrected cell. */
const rowAmount = sql`case when w.corrected_amount is null then w.deducted_amount when w.cell_of is null then w.corrected_amount else w.deducted_amount + w.corrected_amount end`

/** The totals of a file that is still open which its rows do not come to. */
async function findTotalsThatDiffer(
  tx: Tx,
  { id, status, fileTotals }: Return,
): Promise<Replied<typeof contract.getReturn>['totalsThatDiffer']> {
  if (fileTotals.length === 0 || (status !== 'checked' && status !== 'failed')) return []
  const sums = await tx.many<{ place: number; sum: Kobo }>(sql`
    select width_bucket(w.file_row, ${fileTotals.map(({ row }) => row)}::int[]) as place, sum(${rowAmount})::bigint as sum
    from app.deduction_return_row w where w.return_id = ${id} group by 1`)
  const sumAt = new Map(sums.map(({ place, sum }) => [place, sum]))
  return totalsThatDiffer(
    fileTotals.map(({ row, says, cell = null }) => ({ row, says: says === null ? null : kobo(says), cell })),
    [...Array(fileTotals.length + 1).keys()].map((place) => sumAt.get(place) ?? zeroKobo),
  )
}

/** What the element column of a file that is still open says, and what each of it is taken for. */
async function findElementsOfFile(
  tx: Tx,
  returnId: ReturnId,
  employerId: EmployerId,
): Promise<Replied<typeof contract.getReturn>['elements']> {
  const rows = await tx.many<{ element: string; rows: number; amount: Kobo }>(sql`
    select element, count(*)::int as rows, sum(${rowAmount})::bigint as amount from app.deduction_return_row w
    where return_id = ${returnId} and element is not null and choice is distinct from 'left_out' group by element order by min(file_row)`)
  if (rows.length === 0) return []
  const purpose = purposeFinder(await findElements(tx, employerId))
  return rows.map((row) => ({ ...row, purpose: purpose(row.element) ?? null }))
}

/** The rows whose amount is still to be corrected, and those about which an officer decided. */
async function countRows(tx: Tx, returnId: ReturnId): Promise<{ problems: number; decided: number }> {
  return tx.one<{ problems: number; decided: number }>(sql`
    select count(*) filter (where problem is not null and choice is null)::int as problems, count(coalesce(choice, confirmed))::int as decided
    from app.deduction_return_row where return_id = ${returnId} and (problem is not null or choice is not null or confirmed is not null)`)
}

async function findKinds(tx: Tx, returnId: ReturnId): Promise<KindRow[]> {
  return tx.many<KindRow>(sql`
    select kind, count(*)::int as lines, count(*) filter (where names_other)::int as other_names, sum(scheduled_amount)::bigint as scheduled, sum(deducted_amount)::bigint as deducted,
      sum(loans_amount + levy_amount + savings_amount + shares_amount)::bigint as posted, sum(unallocated_amount)::bigint as unallocated,
      coalesce(sum(deducted_amount) filter (where decision = 'refuse'), 0)::bigint as refused,
      coalesce(sum(deducted_amount) filter (where decision is null), 0)::bigint as open
    from app.deduction_return_line where return_id = ${returnId} group by kind`)
}

/** What names somebody else, and what differs from the schedule, is what an officer has to look at. */
const exceptionsFirst = sql`l.kind <> 'fell', not l.names_other, array_position(array['fell', 'unknown', 'rose', 'duplicate', 'missing', 'mixed', 'short', 'over', 'exact'], l.kind)`

export const listReturnLines = pageOf(contract.listReturnLines, {
  select: sql`l.number, l.file_row as row, l.staff_number, l.membershipno, l.name, l.kind, l.note, l.scheduled_amount as scheduled, l.deducted_amount as deducted,
    l.deducted_amount - l.scheduled_amount as difference, l.decision, l.loans_amount as loans, l.levy_amount as levy, l.savings_amount as savings,
    l.shares_amount as shares, l.unallocated_amount as unallocated, l.repeats`,
  from: sql`app.deduction_return_line l`,
  where: { returnId: (id) => sql`l.return_id = ${id}`, kind: (kind) => sql`l.kind = ${kind}` },
  search: { text: named },
  sorts: { number: sql`l.number`, name: sql`l.name`, difference: sql`l.deducted_amount - l.scheduled_amount` },
  order: exceptionsFirst,
  last: sql`l.number`,
  besides: ({ tx, input }) => findReturn(tx, input.returnId),
})

export const listReturnRows = pageOf(contract.listReturnRows, {
  select: sql`w.file_row as row, coalesce(w.staff_number, '') as "staffNumber", coalesce(w.membershipno, '') as membershipno, w.name, w.element, w.problem, w.cell, w.cell_of,
    w.choice, w.confirmed, coalesce(w.corrected_amount, w.deducted_amount) as amount`,
  from: sql`app.deduction_return_row w`,
  where: { returnId: (id) => sql`w.return_id = ${id}` },
  always: sql`(w.problem is not null or w.choice is not null or w.confirmed is not null)`,
  search: { text: sql`w.name || ' ' || coalesce(w.staff_number, '') || ' ' || coalesce(w.membershipno, '')` },
  sorts: { row: sql`w.file_row`, name: sql`w.name` },
  order: sql`(w.problem is null or w.choice is not null), w.file_row`,
  last: sql`w.file_row`,
  besides: ({ tx, input }) => findReturn(tx, input.returnId),
})

/** The lines `l` that are compared with what was scheduled of a member. */
export const isOfSchedule = sql`l.kind in ('exact', 'short', 'over', 'mixed', 'rose')`

/** How many figures fell since an earlier file, and wait for a decision. */
export async function countUndecided(tx: Tx, returnId: ReturnId): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::int as count from app.deduction_return_line where return_id = ${returnId} and kind = 'fell' and decision is null`,
  )
  return count
}

export type LineToDecide = {
  number: number
  kind: VarianceKind
  fileRow: number | null
  lineNumber: number | null
  repeats: number | null
  deducted: Kobo
  decision: Decision | null
  due: Amounts
  parts: Parts | undefined
  compared: Component[]
}

/** What was still open of a component with which a line `r` is compared, of its line `l` of the schedule. */
const dueIn = (component: Component) =>
  sql`(case when ${component}::text = any(r.compared) then coalesce(${identifier(`l.${component}_amount`)} - ${identifier(`r.before_${component}_amount`)}, 0) else 0 end)::bigint`

/** Lines by kind or number, with what was scheduled by component, for a new decision; all of them where nothing is asked for. */
export async function findLinesToDecide(
  tx: Tx,
  found: Return,
  { kinds, numbers }: { kinds: readonly VarianceKind[]; numbers: readonly number[] },
): Promise<LineToDecide[]> {
  type Row = Omit<LineToDecide, 'due' | 'parts'> &
    Amounts & { fileLoans: Kobo | null; fileLevy: Kobo | null; fileSavings: Kobo | null; fileShares: Kobo | null }
  const rows = await tx.many<Row>(sql`
    select r.number, r.kind, r.file_row, r.line_number, r.repeats, r.deducted_amount as deducted, r.decision, r.compared, ${dueIn('loans')} as loans, ${dueIn('levy')} as levy,
      ${dueIn('savings')} as savings, ${dueIn('shares')} as shares, r.file_loans_amount as "fileLoans", r.file_levy_amount as "fileLevy",
      r.file_savings_amount as "fileSavings", r.file_shares_amount as "fileShares"
    from app.deduction_return_line r left join app.deduction_line l on l.schedule_id = ${found.scheduleId} and l.number = r.line_number
    where r.return_id = ${found.id} and (r.kind = any(${kinds}::text[]) or r.number = any(${numbers}::int[]))`)
  return rows.map(({ loans, levy, savings, shares, fileLoans, fileLevy, fileSavings, fileShares, ...row }) => ({
    ...row,
    due: { loans, levy, savings, shares },
    parts: partsFrom({ loans: fileLoans, levy: fileLevy, savings: fileSavings, shares: fileShares }),
  }))
}

/** The parts that are said; undefined where none is. */
export function partsFrom(said: Readonly<Record<Component, Kobo | null>>): Parts | undefined {
  const named = components.filter((component) => said[component] !== null)
  return named.length > 0 ? Object.fromEntries(named.map((component) => [component, said[component]])) : undefined
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
    select r.number, r.member_id, r.loans_amount as loans, r.levy_amount as levy, r.savings_amount as savings, r.shares_amount as shares,
      ${dueIn('loans')} as "dueLoans", ${dueIn('levy')} as "dueLevy", ${dueIn('savings')} as "dueSavings", ${dueIn('shares')} as "dueShares"
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
    select member_id from app.deduction_return_line where return_id = ${returnId} and kind in ('over', 'rose') and deducted_amount > scheduled_amount and decision in ('post', 'split')`)
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
    where l.return_id = any(${returnIds}::uuid[]) and ${isOfSchedule} and l.decision in ('post', 'split')
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
    select m.member_id, m.membership_number, t.account_type_id, t.name as "typeName", t.kind as "typeKind",
      t.control_id, k.code as "controlCode"
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
