import * as contract from '#features/payroll/returns/contract.ts'
import type { ScheduledLine, ReturnTotals } from '#features/payroll/returns/rules/variance.ts'
import type { Amounts } from '#features/payroll/employers/rules/component.ts'
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
import { sql } from '#platform/db/sql.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import { type Kobo, zeroKobo, sumKobo } from '#core/money.ts'
import type { LeftOutRow } from '#core/spreadsheets/left-out.ts'
import { isToCredit, named } from '#features/payroll/schedules/server/reads.ts'
import { refuse } from '#core/refusal.ts'
import { type VarianceKind, varianceKinds, type Decision } from '#features/payroll/returns/rules/words.ts'
import { action } from '#platform/action.ts'
import { pageOf } from '#platform/db/page-of.ts'

export type ExpectedLine = ScheduledLine & Amounts

/** What a return is compared with: who is still an active member, and whose deduction is taken as true already. */
export async function findExpected(tx: Tx, scheduleId: ScheduleId): Promise<ExpectedLine[]> {
  return tx.many<ExpectedLine>(sql`
    select l.number, l.staff_number, l.membershipno, l.name, l.loans_amount as loans, l.levy_amount as levy, l.savings_amount as savings,
      l.shares_amount as shares, l.total_amount as total, m.status = 'active' and m.removed_at is null as "isActive", d.member_id is not null as "isDeducted"
    from app.deduction_line l join app.member m on m.member_id = l.member_id
    left join app.deduction_schedule s on s.schedule_id = l.schedule_id
    left join app.deduction d on d.schedule_id = l.schedule_id and d.member_id = l.member_id and d.period = s.period
    where l.schedule_id = ${scheduleId} order by l.number`)
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

const returnColumns = sql`r.return_id as id, r.schedule_id, r.employer_id, r.file_name, r.file_hash,
  case when ${isToCredit} then 'crediting' else r.status end as status, r.occurred_on, r.employer_says_amount as "employerSays", r.progress, r.failure, r.entry_id, r.entry_no::int as "entryNumber",
  r.accepted_at, r.accepted_by_name as "acceptedBy", r.rows_left_out, r.left_out, r.created_at, r.created_by_name as "createdBy"`

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
    select r.return_id as id, p.received_on, e.actor_id as "loginId", p.recorded_by_name as name, e.request_id
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

export const getReturn = action(contract.getReturn, async ({ tx }, { returnId }) =>
  replyOf(tx, await findReturn(tx, returnId)),
)

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
  select: sql`l.number, l.file_row as row, l.staff_number, l.membershipno, l.name, l.kind, l.note, l.scheduled_amount as scheduled, l.deducted_amount as deducted,
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
    select r.number, r.member_id, r.loans_amount as loans, r.levy_amount as levy, r.savings_amount as savings, r.shares_amount as shares,
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
    select member_id from app.deduction_return_line where return_id = ${returnId} and kind = 'over' and decision in ('post', 'split')`)
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
