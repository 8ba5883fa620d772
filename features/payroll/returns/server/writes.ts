import type {
  ReturnId,
  ScheduleId,
  EmployerId,
  CooperativeId,
  MemberId,
  EntryId,
  AccountId,
  AccountTypeId,
} from '#core/ids.ts'
import { type Day, type Period, firstDayOf, periodOf } from '#core/calendar.ts'
import type { LeftOutRow } from '#core/spreadsheets/left-out.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, remove } from '#platform/db/write.ts'
import { sql, plainArray, type Statement } from '#platform/db/sql.ts'
import type { Confirmation, Decision, Purpose, RowChoice, VarianceKind } from '#features/payroll/returns/rules/words.ts'
import type { FileTotal } from '#features/payroll/returns/rules/file-totals.ts'
import type { Kobo } from '#core/money.ts'
import { said } from '#core/said.ts'
import type { Allocation } from '#features/payroll/returns/rules/allocation.ts'
import type { Amounts } from '#features/payroll/employers/rules/component.ts'
import type { Parts } from '#features/payroll/employers/rules/layout.ts'
import type { Component } from '#features/payroll/employers/rules/words.ts'
import { type FileSays, isOfSchedule, type KeptRow, storedSays } from './reads.ts'
import { missedSavings } from '#features/payroll/schedules/server/writes.ts'
import type { Posting } from '#features/accounting/books/rules/entry.ts'
import type { Author } from '#core/actor.ts'
import { numberedId, newId } from '#platform/db/id.ts'
import { hintMembers } from '#platform/live/hints.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'

export type NewReturn = {
  id: ReturnId
  scheduleId: ScheduleId
  employerId: EmployerId
  fileName: string
  fileHash: Buffer
  occurredOn: Day
  rowsLeftOut: number
  leftOut: readonly LeftOutRow[]
  fileTotals: readonly FileTotal[]
  fileSays: FileSays
  purpose: Exclude<Purpose, 'other'>
  by: string
}

/** The file that was open before is put aside: an officer who chooses another one means the newer. */
export async function insertReturn(tx: Tx, found: NewReturn): Promise<void> {
  const isOpen = sql`schedule_id = ${found.scheduleId} and status in ('checked', 'failed')`
  await tx.run(sql`
    delete from app.deduction_return_row where return_id in (select return_id from app.deduction_return where ${isOpen})`)
  await tx.run(sql`update app.deduction_return set status = 'discarded' where ${isOpen}`)
  const { id, leftOut, fileTotals, fileSays, by, purpose, ...row } = found
  await insert(tx, 'app.deduction_return', {
    returnId: id,
    ...row,
    meantFor: purpose,
    status: 'checked',
    leftOut: json(leftOut),
    fileTotals: json(fileTotals.map((total) => ({ ...total, says: total.says === null ? null : String(total.says) }))),
    fileSays: json(storedSays(fileSays)),
    createdByName: by,
  })
}

export type NewReturnLine = {
  number: number
  fileRow: number | null
  lineNumber: number | null
  /** What the file says; of a scheduled line the schedule's own words are kept. */
  staffNumber: string
  membershipno: string
  name: string
  kind: VarianceKind
  note: string | null
  scheduled: Kobo
  deducted: Kobo
  decision: Decision | null
  parts: Parts | undefined
  compared: readonly Component[]
  before: Amounts
  repeats: number | null
  namesOther: boolean
} & Allocation

/** Saves the rows of a file, so that a cell can be corrected while its return is open. */
export async function insertRows(
  tx: Tx,
  cooperativeId: CooperativeId,
  id: ReturnId,
  rows: readonly KeptRow[],
): Promise<void> {
  await tx.run(sql`
    insert into app.deduction_return_row (cooperative_id, return_id, file_row, staff_number, membershipno, name, element, deducted_amount, file_loans_amount, file_levy_amount,
      file_savings_amount, file_shares_amount, alike, problem, cell, cell_of)
    select ${cooperativeId}, ${id}, r.* from unnest(${plainArray(rows.map((r) => r.number))}::int[], ${rows.map((r) => r.staffNumber)}::text[], ${rows.map((r) => r.membershipno)}::text[],
      ${rows.map((r) => r.name)}::text[], ${rows.map((r) => r.element)}::text[], ${plainArray(rows.map((r) => r.deducted))}::bigint[], ${plainArray(rows.map((r) => r.loans))}::bigint[],
      ${plainArray(rows.map((r) => r.levy))}::bigint[], ${plainArray(rows.map((r) => r.savings))}::bigint[], ${plainArray(rows.map((r) => r.shares))}::bigint[],
      ${plainArray(rows.map((r) => r.alike))}::int[], ${plainArray(rows.map((r) => r.problem))}::text[], ${rows.map((r) => r.cell)}::text[], ${plainArray(rows.map((r) => r.cellOf))}::text[]) r`)
}

/** What an officer decided about rows; null takes it back, and what was confirmed of them. */
export async function updateRows(
  tx: Tx,
  returnId: ReturnId,
  rows: readonly { row: number; choice: RowChoice | null; corrected: Kobo | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    update app.deduction_return_row w set choice = c.choice, corrected_amount = c.corrected, confirmed = case when c.choice is not null then w.confirmed end
    from unnest(${plainArray(rows.map(({ row }) => row))}::int[], ${plainArray(rows.map(({ choice }) => choice))}::text[],
      ${plainArray(rows.map(({ corrected }) => corrected))}::bigint[]) c(row, choice, corrected)
    where w.return_id = ${returnId} and w.file_row = c.row`)
}

export type ConfirmedRow = { row: number; confirmed: Confirmation }

/** What an officer confirmed of rows. */
export async function confirmRows(tx: Tx, returnId: ReturnId, rows: readonly ConfirmedRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    update app.deduction_return_row w set confirmed = c.confirmed
    from unnest(${plainArray(rows.map(({ row }) => row))}::int[], ${plainArray(rows.map(({ confirmed }) => confirmed))}::text[]) c(row, confirmed)
    where w.return_id = ${returnId} and w.file_row = c.row`)
}

export async function insertReturnLines(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, scheduleId }: Pick<NewReturn, 'id' | 'scheduleId'>,
  rows: readonly NewReturnLine[],
): Promise<void> {
  const unless = (text: (row: NewReturnLine) => string) => rows.map((r) => (r.lineNumber === null ? text(r) : null))
  const part = (component: Component) => plainArray(rows.map(({ parts }) => parts?.[component] ?? null))
  const before = (component: Component) => plainArray(rows.map((r) => r.before[component]))
  await overMany(tx, () =>
    tx.run(sql`
    insert into app.deduction_return_line (cooperative_id, return_id, number, file_row, line_number, member_id, staff_number, membershipno, name, kind, note,
      scheduled_amount, deducted_amount, decision, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount,
      file_loans_amount, file_levy_amount, file_savings_amount, file_shares_amount, before_loans_amount, before_levy_amount, before_savings_amount, before_shares_amount,
      compared, repeats, names_other)
    select ${cooperativeId}, ${id}, l.number, l.file_row, l.line_number, d.member_id, coalesce(d.staff_number, l.staff_number), coalesce(d.membershipno, l.membershipno),
      coalesce(d.name, l.name), l.kind, l.note, l.scheduled, l.deducted, l.decision, l.loans, l.levy, l.savings, l.shares, l.unallocated,
      l.file_loans, l.file_levy, l.file_savings, l.file_shares, l.before_loans, l.before_levy, l.before_savings, l.before_shares, string_to_array(l.compared, '.'), l.repeats, l.names_other
    from unnest(
      ${plainArray(rows.map((r) => r.number))}::int[], ${plainArray(rows.map((r) => r.fileRow))}::int[], ${plainArray(rows.map((r) => r.lineNumber))}::int[],
      ${unless((r) => r.staffNumber)}::text[], ${unless((r) => r.membershipno)}::text[], ${unless((r) => r.name)}::text[], ${plainArray(rows.map((r) => r.kind))}::text[],
      ${rows.map((r) => r.note)}::text[], ${plainArray(rows.map((r) => r.scheduled))}::bigint[], ${plainArray(rows.map((r) => r.deducted))}::bigint[],
      ${plainArray(rows.map((r) => r.decision))}::text[], ${plainArray(rows.map((r) => r.amounts.loans))}::bigint[], ${plainArray(rows.map((r) => r.amounts.levy))}::bigint[],
      ${plainArray(rows.map((r) => r.amounts.savings))}::bigint[], ${plainArray(rows.map((r) => r.amounts.shares))}::bigint[],
      ${plainArray(rows.map((r) => r.unallocated))}::bigint[], ${part('loans')}::bigint[], ${part('levy')}::bigint[], ${part('savings')}::bigint[], ${part('shares')}::bigint[],
      ${before('loans')}::bigint[], ${before('levy')}::bigint[], ${before('savings')}::bigint[], ${before('shares')}::bigint[],
      ${rows.map((r) => r.compared.join('.'))}::text[], ${plainArray(rows.map((r) => r.repeats))}::int[], ${rows.map((r) => r.namesOther)}::boolean[])
      as l(number, file_row, line_number, staff_number, membershipno, name, kind, note, scheduled, deducted, decision, loans, levy, savings, shares, unallocated,
        file_loans, file_levy, file_savings, file_shares, before_loans, before_levy, before_savings, before_shares, compared, repeats, names_other)
    left join app.deduction_line d on d.schedule_id = ${scheduleId} and d.number = l.line_number
    order by l.number`),
  )
}

export type DecidedLine = { number: number; decision: Decision } & Allocation

export async function updateReturnLines(tx: Tx, returnId: ReturnId, rows: readonly DecidedLine[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    update app.deduction_return_line l set decision = d.decision, loans_amount = d.loans, levy_amount = d.levy, savings_amount = d.savings, shares_amount = d.shares,
      unallocated_amount = d.unallocated
    from unnest(${rows.map((r) => r.number)}::int[], ${rows.map((r) => r.decision)}::text[], ${rows.map((r) => r.amounts.loans)}::bigint[],
      ${rows.map((r) => r.amounts.levy)}::bigint[], ${rows.map((r) => r.amounts.savings)}::bigint[], ${rows.map((r) => r.amounts.shares)}::bigint[],
      ${rows.map((r) => r.unallocated)}::bigint[]) as d(number, decision, loans, levy, savings, shares, unallocated)
    where l.return_id = ${returnId} and l.number = d.number`)
}

/** Holds of the savings of these lines what their members have paid already. */
export async function holdSavings(
  tx: Tx,
  returnId: ReturnId,
  lines: readonly { number: number; paid: Kobo }[],
): Promise<void> {
  await tx.run(sql`
    update app.deduction_return_line l set savings_amount = l.savings_amount - least(l.savings_amount, p.paid),
      unallocated_amount = l.unallocated_amount + least(l.savings_amount, p.paid)
    from unnest(${lines.map(({ number }) => number)}::int[], ${lines.map(({ paid }) => paid)}::bigint[]) as p(number, paid)
    where l.return_id = ${returnId} and l.number = p.number`)
}

/** What a line and a member's deduction come to is as it was; what they are for is not. */
export async function updateAmounts(
  tx: Tx,
  { id, scheduleId }: { id: ReturnId; scheduleId: ScheduleId },
  rows: readonly { number: number; memberId: MemberId; amounts: Amounts }[],
): Promise<void> {
  const changed = sql`unnest(${rows.map((r) => r.number)}::int[], ${rows.map((r) => r.memberId)}::uuid[], ${rows.map((r) => r.amounts.loans)}::bigint[],
    ${rows.map((r) => r.amounts.levy)}::bigint[], ${rows.map((r) => r.amounts.savings)}::bigint[], ${rows.map((r) => r.amounts.shares)}::bigint[])
    as c(number, member_id, loans, levy, savings, shares)`
  // What is missed of earlier months has rows of its own; the month's own row takes the change.
  await tx.run(sql`
    update app.deduction d set loans_amount = c.loans, levy_amount = c.levy, savings_amount = d.savings_amount + c.savings - l.savings_amount, shares_amount = c.shares
    from ${changed} join app.deduction_return_line l on l.return_id = ${id} and l.number = c.number, app.deduction_schedule s
    where d.schedule_id = ${scheduleId} and d.return_id = ${id} and d.member_id = c.member_id and s.schedule_id = d.schedule_id and d.period = s.period`)
  await tx.run(sql`
    update app.deduction_return_line l set loans_amount = c.loans, levy_amount = c.levy, savings_amount = c.savings, shares_amount = c.shares
    from ${changed} where l.return_id = ${id} and l.number = c.number`)
}

export type OwedLine = { number: number; memberId: MemberId }

/**
 * What was deducted of former members is all held for them, in the return and in what was deducted; answers whose lines they are.
 * One who is not on the schedule is found by the staff number at this employer, or by the membership number.
 */
export async function holdPartsOfFormer(
  tx: Tx,
  { id, employerId }: { id: ReturnId; employerId: EmployerId },
): Promise<OwedLine[]> {
  const rows = await tx.many<OwedLine & { isScheduled: boolean }>(sql`
    with former as materialized (
      select m.member_id, m.membershipno, e.staff_number from app.member m
      left join app.employment e on e.member_id = m.member_id and e.employer_id = ${employerId} where m.left_on is not null and m.removed_at is null)
    update app.deduction_return_line l set unallocated_amount = l.unallocated_amount + l.loans_amount + l.levy_amount + l.savings_amount + l.shares_amount,
      loans_amount = 0, levy_amount = 0, savings_amount = 0, shares_amount = 0, owed_to = f.member_id
    from former f
    where l.return_id = ${id} and l.decision <> 'refuse' and l.deducted_amount > 0 and f.member_id = coalesce(l.member_id,
      case when l.kind = 'unknown' then (select o.member_id from former o where lower(o.staff_number) = lower(l.staff_number) or lower(o.membershipno) = lower(l.membershipno)
        order by lower(o.membershipno) = lower(l.membershipno) desc limit 1) end)
    returning l.number, f.member_id, ${isOfSchedule} as "isScheduled"`)
  const scheduled = rows.filter(({ isScheduled }) => isScheduled).map(({ memberId }) => memberId)
  if (scheduled.length > 0)
    await tx.run(sql`
      update app.deduction d set unallocated_amount = d.unallocated_amount + d.loans_amount + d.levy_amount + d.savings_amount + d.shares_amount,
        loans_amount = 0, levy_amount = 0, savings_amount = 0, shares_amount = 0
      where d.return_id = ${id} and d.member_id = any(${scheduled}::uuid[])`)
  return rows
}

/** Whether this transaction has the return to itself until it ends; false where another credits or posts it at this moment, or takes it back. */
export async function tryHoldReturn(tx: Tx, returnId: ReturnId): Promise<boolean> {
  const { held } = await tx.one<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${returnId}, 0)) as held`,
  )
  return held
}

/** The same for all returns of a schedule that are to be credited; one suffices to say no. */
export async function tryHoldPaidReturns(tx: Tx, scheduleId: ScheduleId): Promise<boolean> {
  const { held } = await tx.one<{ held: boolean }>(sql`
    select coalesce(bool_and(pg_try_advisory_xact_lock(hashtextextended(return_id::text, 0))), true) as held
    from app.deduction_return where schedule_id = ${scheduleId} and status = 'deducted' and remittance_id is not null`)
  return held
}

export async function setProgress(tx: Tx, returnId: ReturnId, progress: number): Promise<void> {
  await tx.run(
    sql`update app.deduction_return set progress = ${progress} where return_id = ${returnId} and (status = 'posting' or (status = 'deducted' and remittance_id is not null))`,
  )
}

/** The lines `l` of a return that are of a scheduled member and taken as true, one of each. */
const isTaken = (returnId: ReturnId) => sql`l.return_id = ${returnId} and ${isOfSchedule} and l.decision <> 'refuse'`

/**
 * Saves what was deducted of each scheduled member; the key of the table lets that happen once for a return. Savings that were asked for
 * earlier months are kept for those of them that are still not saved, the oldest first, as far as no earlier file of the month brought them.
 */
export async function insertDeductions(
  tx: Tx,
  cooperativeId: CooperativeId,
  found: { id: ReturnId; scheduleId: ScheduleId; employerId: EmployerId },
  period: Period,
  credited: boolean,
): Promise<void> {
  const own = isTaken(found.id)
  const asked = sql`select member_id from app.deduction_line where schedule_id = ${found.scheduleId} and missed_amount > 0`
  const { isAsked } = await tx.one<{ isAsked: boolean }>(sql`select exists (${asked}) as "isAsked"`)
  const earlier = isAsked
    ? sql`
      select l.member_id, f.month, least(f.amount, least(x.missed_amount - coalesce(b.amount, 0), l.savings_amount) - f.before)::bigint as amount
      from app.deduction_return_line l join app.deduction_line x on x.schedule_id = ${found.scheduleId} and x.number = l.line_number
      left join (select d.member_id, sum(d.savings_amount) as amount from app.deduction d where d.schedule_id = ${found.scheduleId} and d.period < ${firstDayOf(period)}::date
        group by d.member_id) b on b.member_id = l.member_id
      join (select m.*, sum(m.amount) over (partition by m.member_id order by m.month) - m.amount as before from (${missedSavings(asked, found.employerId, firstDayOf(period))}) m) f on f.member_id = l.member_id
      where ${own} and f.before < least(x.missed_amount - coalesce(b.amount, 0), l.savings_amount)`
    : sql`select null::uuid as member_id, null::date as month, 0::bigint as amount where false`
  await tx.run(sql`
    with earlier as materialized (${earlier})
    insert into app.deduction (cooperative_id, schedule_id, member_id, period, return_id, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount, credited)
    select ${cooperativeId}::uuid, ${found.scheduleId}::uuid, l.member_id, ${firstDayOf(period)}::date, l.return_id, l.loans_amount, l.levy_amount,
      (l.savings_amount - coalesce(e.amount, 0))::bigint, l.shares_amount, l.unallocated_amount, ${credited}::boolean
    from app.deduction_return_line l left join (select member_id, sum(amount) as amount from earlier group by member_id) e on e.member_id = l.member_id
    where ${own}
    union all select ${cooperativeId}::uuid, ${found.scheduleId}::uuid, e.member_id, e.month, ${found.id}::uuid, 0, 0, e.amount, 0, 0, ${credited}::boolean from earlier e
    order by 3, 4`)
}

/** The months for which a return has savings: the schedule's own, and earlier ones that were missed. */
export async function findSavedMonths(tx: Tx, returnId: ReturnId): Promise<Period[]> {
  const rows = await tx.many<{ period: Day }>(
    sql`select distinct period from app.deduction where return_id = ${returnId} and savings_amount > 0`,
  )
  return rows.map(({ period }) => periodOf(period))
}

/** Taken as true; with its voucher where the members are credited at once. */
export async function markAccepted(
  tx: Tx,
  returnId: ReturnId,
  by: string,
  posted: { entryId: EntryId; number: number } | null,
): Promise<void> {
  await tx.run(sql`
    update app.deduction_return set status = ${posted ? 'posted' : 'deducted'}, entry_id = ${posted?.entryId ?? null}, entry_no = ${posted?.number ?? null},
      members_notified = ${posted === null}, accepted_at = now(), accepted_by_name = ${by}, progress = 0, failure = null,
      accepted_amount = (select coalesce(sum(l.deducted_amount), 0) from app.deduction_return_line l where l.return_id = ${returnId} and l.decision <> 'refuse')
    where return_id = ${returnId} and status = 'posting'`)
  await remove(tx, 'app.deduction_return_row', { returnId })
}

/**
 * Where all that a schedule's returns come to is paid over, marks those that wait for it as to be credited, by the
 * remittance that came last. Says whether there are any.
 */
export async function markPaidReturns(tx: Tx, scheduleId: ScheduleId): Promise<boolean> {
  const count = await tx.run(sql`
    update app.deduction_return r set remittance_id = last.remittance_id, progress = 0, failure = null
    from (select p.remittance_id from app.remittance p where p.schedule_id = ${scheduleId} and p.reversed_at is null order by p.entry_no desc limit 1) last
    where r.schedule_id = ${scheduleId} and r.status = 'deducted' and r.remittance_id is null
      and (select sum(p.amount) from app.remittance p where p.schedule_id = ${scheduleId} and p.reversed_at is null)
        >= (select sum(a.accepted_amount) from app.deduction_return a where a.schedule_id = ${scheduleId} and a.status in ('deducted', 'posted'))`)
  return count > 0
}

/** The returns of a schedule that were to be credited wait for the employer's money again. */
export async function unmarkPaidReturns(tx: Tx, scheduleId: ScheduleId): Promise<void> {
  await tx.run(sql`
    update app.deduction_return set remittance_id = null, progress = 0, failure = null
    where schedule_id = ${scheduleId} and status = 'deducted' and remittance_id is not null`)
}

/** Why its members could not be credited yet; the job tries again. */
export async function markCreditFailed(tx: Tx, returnId: ReturnId, failure: string): Promise<void> {
  await tx.run(sql`
    update app.deduction_return set progress = 0, failure = ${failure} where return_id = ${returnId} and status = 'deducted' and remittance_id is not null`)
}

/** The voucher's lines: each member's savings and shares, what repays loans, then the levy and what is held, each in one sum. */
export function voucherLines(
  returnId: ReturnId,
  accounts: {
    receivable: AccountId
    savings: AccountTypeId
    shares: AccountTypeId | null
    levy: AccountId
    unallocated: AccountId
  },
  repayments: readonly Posting[],
  /** The lines of former members, with the account that each is credited to. */
  owed: readonly { number: number; accountId: AccountId }[],
): Statement {
  const ofMembers = (rank: Statement, amount: Statement, type: AccountTypeId | null) => sql`
    select l.number * 100000::bigint + ${rank} as place, ${accounts.receivable}::uuid as debit_id, a.account_id as credit_id, ${amount} as amount
    from app.deduction_return_line l join ledger.account a on a.member_id = l.member_id and a.account_type_id = ${type}
    join app.deduction d on d.return_id = l.return_id and d.member_id = l.member_id
    where ${isTaken(returnId)} and ${amount} > 0`
  const [numbers, credited] = [owed.map(({ number }) => number), owed.map(({ accountId }) => accountId)]
  const inOneSum = (rank: number, amount: Statement, account: AccountId) => sql`
    select (9000000000000000 + ${rank}::int)::bigint, ${accounts.receivable}::uuid, ${account}::uuid, sum(${amount})::bigint from app.deduction_return_line l
    where l.return_id = ${returnId} and l.number <> all (${numbers}::int[]) having sum(${amount}) > 0`
  return sql`
    select v.place, v.debit_id, v.credit_id, v.amount from (
      ${ofMembers(sql`(d.period - date '1970-01-01')`, sql`d.savings_amount`, accounts.savings)}
      union all ${ofMembers(sql`99999`, sql`d.shares_amount`, accounts.shares)}
      union all select 8000000000000000 + o, debit_id, credit_id, amount
        from unnest(${repayments.map(({ debit }) => debit)}::uuid[], ${repayments.map(({ credit }) => credit)}::uuid[], ${repayments.map(({ amount }) => amount)}::bigint[])
          with ordinality as r(debit_id, credit_id, amount, o)
      union all select l.number * 100000::bigint + 99998, ${accounts.receivable}::uuid, o.account_id, l.unallocated_amount
        from unnest(${numbers}::int[], ${credited}::uuid[]) as o(number, account_id) join app.deduction_return_line l on l.return_id = ${returnId} and l.number = o.number
        where l.unallocated_amount > 0
      union all ${inOneSum(1, sql`l.levy_amount`, accounts.levy)}
      union all ${inOneSum(2, sql`l.unallocated_amount`, accounts.unallocated)}) v`
}

/**
 * The members' side of a voucher as they speak of it, written from its postings so that both agree: savings in the order of
 * the months that they are for, as `voucherLines` has them. Each is called after its entry and line: identifiers that grow share pages of their indexes.
 */
export async function insertVoucherTransactions(
  tx: Tx,
  actor: Author,
  entryId: EntryId,
  {
    returnId,
    number,
    on,
    months,
    shares,
    owed,
  }: {
    returnId: ReturnId
    number: number
    on: Day
    months: readonly { period: Period; description: string }[]
    shares: string
    owed: string
  },
): Promise<void> {
  await tx.run(sql`
    insert into app.transaction (cooperative_id, status, transaction_id, type, member_id, account_type_id, amount, direction, occurred_on, period, description,
      entry_id, entry_no, line, recorded_by, recorded_by_name)
    select ${actor.cooperativeId}, 'approved', ${numberedId(entryId, sql`p.line`)},
      case when t.kind = 'shares' then 'share_purchase' when m.period is null then 'deposit' else 'contribution' end, a.member_id, a.account_type_id,
      p.amount, 'in', ${on}::date, m.period, case when t.kind = 'shares' then ${shares}::text else coalesce(m.description, ${owed}::text) end,
      ${entryId}, ${number}::bigint, p.line, ${actor.loginId}::uuid, ${actor.name}::text
    from (select p.line, p.amount, p.credit_id, row_number() over (partition by p.credit_id order by p.line) as nth from ledger.posting p where p.entry_id = ${entryId}) p
    join ledger.account a on a.account_id = p.credit_id
    join app.account_type t on t.account_type_id = a.account_type_id
    left join (
      select d.member_id, d.period, w.description, row_number() over (partition by d.member_id order by d.period) as nth
      from app.deduction d join unnest(${months.map(({ period }) => firstDayOf(period))}::date[], ${months.map(({ description }) => description)}::text[]) as w(period, description) using (period)
      where d.return_id = ${returnId} and d.savings_amount > 0) m on t.kind <> 'shares' and m.member_id = a.member_id and m.nth = p.nth
    order by p.line`)
}

const inNaira = (sum: Statement) => sql`'₦' || to_char(${sum} / 100.0, 'FM999,999,999,999,990.00')`

export type UnnotifiedReturn = { id: ReturnId; entryId: EntryId; period: Day }

/** The returns whose voucher is in the books and whose members are not notified yet, locked until this transaction ends; what another notifies of is left to it. */
export async function lockUnnotified(tx: Tx): Promise<UnnotifiedReturn[]> {
  return tx.many<UnnotifiedReturn>(sql`
    select r.return_id as id, r.entry_id, s.period from app.deduction_return r join app.deduction_schedule s using (schedule_id)
    where not r.members_notified and r.status = 'posted' order by r.return_id for no key update of r skip locked`)
}

/** Notifies each member of what these vouchers credited to them; the amount is said as the contribution notice says it. */
export async function insertCreditNotices(
  tx: Tx,
  cooperativeId: CooperativeId,
  vouchers: readonly { id: ReturnId; entryId: EntryId; month: string }[],
): Promise<void> {
  hintMembers(tx, cooperativeId, 'all')
  await tx.run(sql`
    insert into app.notification (cooperative_id, notification_id, member_id, type, message, link)
    select ${cooperativeId}, ${numberedId(newId(), sql`row_number() over ()`)}, t.member_id, 'success',
      replace(replace(replace(case
        when sum(t.loan) = 0 then ${said('{amount} was deducted from your salary for {month} and is on your account.')}::text
        when sum(t.loan) = sum(t.amount) then ${said('{amount} was deducted from your salary for {month} and repaid your loan.')}::text
        else ${said('{amount} was deducted from your salary for {month}: {loan} repaid your loan, the rest is on your account.')}::text end,
        '{amount}', ${inNaira(sql`sum(t.amount)`)}), '{loan}', ${inNaira(sql`sum(t.loan)`)}), '{month}', v.month),
      case when sum(t.loan) = sum(t.amount) then '/member/loans' else '/member/transactions' end
    from unnest(${vouchers.map(({ entryId }) => entryId)}::uuid[], ${vouchers.map(({ month }) => month)}::text[]) as v(entry_id, month)
    join (
      select t.entry_id, t.member_id, t.amount, 0 as loan from app.transaction t
      union all select m.entry_id, m.member_id, m.amount, m.amount from app.loan_movement m) t on t.entry_id = v.entry_id
    join app.member m on m.member_id = t.member_id and not ${hasLeftOrDied}
    group by v.entry_id, v.month, t.member_id`)
  await tx.run(
    sql`update app.deduction_return set members_notified = true where return_id = any(${vouchers.map(({ id }) => id)}::uuid[])`,
  )
}

/**
 * For one statement over a whole return: of rows that its transaction wrote PostgreSQL expects one, and would look up each
 * of 50,000 by itself, or walk all accounts for it.
 */
export async function overMany<T>(tx: Tx, statement: () => Promise<T>): Promise<T> {
  tx.send(sql`set local enable_nestloop = off`)
  const result = await statement()
  tx.send(sql`set local enable_nestloop = on`)
  return result
}
