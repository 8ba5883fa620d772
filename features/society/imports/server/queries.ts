import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { getImport as getContract, listImportRows as listContract } from '#features/society/imports/contract.ts'
import { may, type MemberRole, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn, firstDayOf, type Period, periodOf } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, ImportId, MemberId } from '#core/ids.ts'
import { cellText, optionalCell } from '#core/spreadsheets/cell.ts'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import { type PartDayChoice, partDayFromCell } from '#features/society/imports/rules/part-day.ts'
import { amountIn } from '#features/society/imports/rules/contribution-row.ts'
import { sumsOfMonth } from '#features/society/imports/rules/sums-of-month.ts'
import { basisOf, type PaidInPart, recordedOf } from '#features/society/imports/rules/recorded-of.ts'
import { isOfMonth, monthNamedIn } from '#core/spreadsheets/named-month.ts'
import { amountOf, sumOfParts, unreadColumns } from '#core/spreadsheets/unread-columns.ts'
import { importFields, missingFields } from '#features/society/imports/rules/fields.ts'
import { monthTotalsThatDiffer } from '#features/society/imports/rules/month-totals.ts'
import { dayFields, hasShortYear } from '#features/society/imports/rules/short-year.ts'
import {
  type ImportKind,
  importPermissions,
  type ImportStatus,
  type Recording,
  type RowDouble,
} from '#features/society/imports/rules/import.ts'
import { accountNumberFrom, fitsBank } from '#features/members/members/rules/bank-details.ts'
import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findEmployers } from '#features/payroll/employers/server/reads.ts'
import type { notPaid, StoredRow } from './store.ts'

export type Import = {
  id: ImportId
  kind: ImportKind
  fileName: string
  status: ImportStatus
  columns: string[]
  mapping: (string | null)[]
  /** Whether the mapping is that of the last file with these headings. */
  columnsRemembered: boolean
  occurredOn: Day | null
  period: Period | null
  accountTypeId: AccountTypeId | null
  paidThrough: AccountId | null
  joinedOn: Day | null
  /** Which day is used for dates known to the year or month. */
  partDays: PartDayChoice | null
  createsEmployers: boolean
  /** What an officer said is recorded of members who have paid for the month already. */
  records: Recording | null
  /** The title, sheet or file name that says which month it is. */
  namesMonth: string | null
  progress: number
  failure: string | null
  entryNumber: number | null
  codesSent: number
  codesSentAt: Date | null
  createdAt: Date
}

type ImportRow = Omit<Import, 'mapping' | 'period' | 'entryNumber'> & {
  mapping: string[]
  period: Day | null
  entryNumber: bigint | null
}

const columns = sql`i.import_id as id, i.kind, i.file_name, i.status, i.columns, i.mapping, i.columns_remembered, i.occurred_on, i.period,
  i.account_type_id, i.through_account_id as "paidThrough", i.joined_on, i.part_days, i.creates_employers, i.names_month,
  case when i.another_payment then 'all' else i.only_more_than end as records, i.progress, i.failure, i.entry_no as "entryNumber", i.codes_sent, i.codes_sent_at, i.created_at`

export async function findImport(tx: Tx, importId: ImportId): Promise<Import> {
  return readImport(tx, importId, sql``)
}

/** Members and money share these endpoints, and an office may have only one of the two. Refuses: not_permitted. */
export function refuseOthersKind(actor: TenantActor, { kind }: Import): void {
  if (!may(actor, importPermissions[kind])) refuse('not_permitted')
}

/** The import, for this transaction alone to change. */
export async function lockImport(tx: Tx, importId: ImportId): Promise<Import> {
  return readImport(tx, importId, sql`for no key update`)
}

async function readImport(tx: Tx, importId: ImportId, lock: Statement): Promise<Import> {
  const row = await tx.maybe<ImportRow>(
    sql`select ${columns} from app.import i where i.import_id = ${importId} ${lock}`,
  )
  return row ? importFrom(row) : refuse('not_found')
}

function importFrom(row: ImportRow): Import {
  return {
    ...row,
    mapping: row.mapping.map((name) => name || null),
    period: row.period && periodOf(row.period),
    entryNumber: row.entryNumber === null ? null : Number(row.entryNumber),
  }
}

/** How the columns of the newest file with these headings were matched, confirmed or not: its rows come back corrected. */
export async function findLatestMapping(
  tx: Tx,
  kind: ImportKind,
  headings: readonly string[],
): Promise<(string | null)[] | undefined> {
  const found = await tx.maybe<{ mapping: string[] }>(sql`
    select i.mapping from app.import i where i.kind = ${kind} and i.columns = ${headings}::text[] order by i.created_at desc limit 1`)
  return found?.mapping.map((name) => name || null)
}

export async function getImport(
  tx: Tx,
  actor: TenantActor,
  { importId }: Parsed<typeof getContract>,
): Promise<Replied<typeof getContract>> {
  const found = await findImport(tx, importId)
  refuseOthersKind(actor, found)
  return summaryOf(tx, found)
}

/** Rows that are right but for who they may be already. */
const inDoubt = sql`not skipped and problems = '[]' and doubles <> '[]'`

/** Rows to look at because the name is another’s. */
const hasOtherName = sql`(names_other and not skipped)`

const isPaidBefore = sql`not skipped and problems = '[]' and paid_before_amount > 0`

/** Rows without a member, as long as no officer takes them back. */
const isLeftOut = sql`(skipped and left_out is not null)`

/** The summary as the contract has it: counts and total are those of the rows as they are. */
export async function summaryOf(tx: Tx, found: Import): Promise<Replied<typeof getContract>> {
  const counts = await tx.one<{
    rows: number
    rowsSkipped: number
    rowsLeftOut: number
    rowsWithProblems: number
    rowsWithDoubles: number
    rowsWithSamePhone: number
    rowsWithOtherNames: number
  }>(sql`
    select count(*) filter (where not ${isLeftOut})::int as rows, count(*) filter (where skipped and not ${isLeftOut})::int as "rowsSkipped",
      count(*) filter (where ${isLeftOut})::int as "rowsLeftOut",
      count(*) filter (where not skipped and problems <> '[]')::int as "rowsWithProblems",
      count(*) filter (where ${inDoubt} and not is_another)::int as "rowsWithDoubles",
      count(*) filter (where not skipped and problems @> '[{"isSamePhone": true}]')::int as "rowsWithSamePhone",
      count(*) filter (where ${hasOtherName})::int as "rowsWithOtherNames"
    from app.import_row where import_id = ${found.id}`)
  return {
    ...found,
    ...counts,
    namedMonth: namedMonthOf(found),
    fields: [...importFields(found.kind)],
    missingFields: missingFields(found.kind, found.mapping),
    ...(await figuresOf(tx, found)),
    rowsWithoutJoining: found.kind === 'members' ? await countWithoutJoining(tx, found) : 0,
    ...(found.kind === 'members' ? await countDays(tx, found) : { rowsWithPartDays: 0, rowsWithShortYears: 0 }),
    ...(await readExtras(tx, found)),
  }
}

async function countWithoutJoining(tx: Tx, { id, mapping }: Import): Promise<number> {
  const column = mapping.indexOf('registrationDate')
  const rows = await tx.many<{ cell: string | null }>(
    sql`select cells[${column + 1}::int] as cell from app.import_row where import_id = ${id} and not skipped`,
  )
  return rows.filter(({ cell }) => optionalCell(cell ?? '') === '').length
}

/** Rows in which a date is a year or a month alone, and those in which its year has two digits. */
async function countDays(
  tx: Tx,
  { id, mapping }: Import,
): Promise<{ rowsWithPartDays: number; rowsWithShortYears: number }> {
  const [first, second] = dayFields.map((field) => mapping.indexOf(field) + 1)
  if (first === 0 && second === 0) return { rowsWithPartDays: 0, rowsWithShortYears: 0 }
  const rows = await tx.many<{ first: string | null; second: string | null }>(
    sql`select cells[${first}::int] as first, cells[${second}::int] as second from app.import_row where import_id = ${id} and not skipped`,
  )
  const count = (isMeant: (text: string) => boolean) =>
    rows.filter((row) => [row.first, row.second].some((cell) => isMeant(cellText(cell ?? '')))).length
  return {
    rowsWithPartDays: count((text) => partDayFromCell(text) !== undefined),
    rowsWithShortYears: count(hasShortYear),
  }
}

/** What an officer is to see of employers and account numbers before members are registered. */
async function readExtras(
  tx: Tx,
  { id, kind, mapping }: Import,
): Promise<Pick<Replied<typeof getContract>, 'employersUnknown' | 'doubtfulAccounts'>> {
  const columns = ['employer', 'staffNumber', 'bankName', 'bankAccountNumber'].map(
    (field) => mapping.indexOf(field) + 1,
  )
  if (kind !== 'members' || columns.every((column) => column === 0))
    return { employersUnknown: [], doubtfulAccounts: [] }
  const [employer, staffNumber, bank, account] = columns
  const [rows, employers] = await Promise.all([
    tx.many<{ number: number } & Record<'employer' | 'staffNumber' | 'bank' | 'account', string | null>>(sql`
      select number, cells[${employer}::int] as employer, cells[${staffNumber}::int] as "staffNumber", cells[${bank}::int] as bank, cells[${account}::int] as account
      from app.import_row where import_id = ${id} and not skipped order by number`),
    findEmployers(tx),
  ])
  const known = new Set(employers.flatMap(({ name, code }) => [foldForSearch(name), foldForSearch(code)]))
  const named = rows
    .filter((row) => optionalCell(row.staffNumber ?? '') !== '')
    .map((row) => optionalCell(row.employer ?? ''))
    .filter((name) => name !== '' && !known.has(foldForSearch(name)))
  const doubtful = rows.filter(({ bank: bankCell, account: accountCell }) => {
    const accountNumber = accountNumberFrom(optionalCell(accountCell ?? ''))
    return /^\d{10}$/.test(accountNumber) && !fitsBank({ bankName: optionalCell(bankCell ?? ''), accountNumber })
  })
  return {
    employersUnknown: firstSpellings(named).slice(0, 50),
    doubtfulAccounts: doubtful.map(({ number }) => number).slice(0, 50),
  }
}

/** Each name once, as the file writes it first. */
function firstSpellings(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const name of names) if (!seen.has(foldForSearch(name))) seen.set(foldForSearch(name), name)
  return [...seen.values()]
}

/** The month that the file names: in the heading of its amounts, which may be one of twelve, else as it was found when it was read. */
function namedMonthOf({
  columns: headings,
  mapping,
  namesMonth,
  period,
  createdAt,
}: Import): Replied<typeof getContract>['namedMonth'] {
  const read = (text: string | null | undefined) => (text ? monthNamedIn(text, dayIn(createdAt)) : undefined)
  const named = read(headings[mapping.indexOf('amount')]) ?? read(namesMonth)
  if (!named || period === null) return null
  return { text: named.text, period: named.period, isOther: !isOfMonth(named, period) }
}

type Figures = Pick<
  Replied<typeof getContract>,
  'total' | 'payments' | 'rowsUnpaid' | 'paidBefore' | 'totalsThatDiffer' | 'columnsUnread' | 'sumsThatDiffer'
>

/** What is in the columns of money: what will be recorded, to which rows that are skipped or have problems add nothing, and what the file says besides. */
async function figuresOf(tx: Tx, found: Import): Promise<Figures> {
  const { id, kind, mapping, status, columns: headings, records } = found
  const column = mapping.indexOf('amount')
  const isOpen = status !== 'posting' && status !== 'posted'
  const none = { total: null, payments: 0, rowsUnpaid: 0, paidBefore: null }
  if (kind === 'members' && !isOpen) return { ...none, totalsThatDiffer: [], columnsUnread: [], sumsThatDiffer: [] }
  const rows = await tx.many<FigureRow>(sql`
    select number, coalesce(cells[${column + 1}::int], '') as amount, ${isOpen ? sql`cells` : sql`'{}'::text[] as cells`},
      case when ${isLeftOut} then left_out end as left_out, skipped, not skipped and not pays_nothing and problems = '[]' as "isReady", not skipped and pays_nothing as "isUnpaid",
      paid_before_amount as "paidBefore", paid_in_files_amount as "paidInFiles", paid_before_entry_no::int as voucher, deducted_before_amount as deducted, deducted_by
    from app.import_row where import_id = ${id} order by number`)
  const listed = rows.flatMap(({ cells, skipped }) => (skipped ? [] : [cells]))
  if (kind === 'members')
    return {
      ...none,
      totalsThatDiffer: [],
      columnsUnread: unreadColumns(headings, mapping, listed),
      sumsThatDiffer: [],
    }
  const sums = isOpen ? sumsOfMonth(found, rows) : undefined
  const ready = rows.flatMap((row) => {
    const amount = row.isReady ? (amountIn(row.amount) ?? zeroKobo) : zeroKobo
    return amount > 0n ? [{ ...row, amount, recorded: recordedOf({ ...row, amount }, records) }] : []
  })
  return {
    total: sumKobo(ready.map(({ recorded }) => recorded)),
    payments: ready.filter(({ recorded }) => recorded > 0n).length,
    rowsUnpaid: rows.filter(({ isUnpaid }) => isUnpaid).length,
    paidBefore: await paidBeforeOf(tx, ready, found),
    totalsThatDiffer: monthTotalsThatDiffer(rows, amountIn),
    columnsUnread: isOpen ? unreadColumns(headings, mapping, listed, sums) : [],
    // Of who paid nothing too: a total beside an empty amount is an amount that was forgotten.
    sumsThatDiffer: rows
      .flatMap(({ number, cells, isReady, isUnpaid }) => {
        if (!sums || !(isReady || isUnpaid)) return []
        const [says, sum] = [amountOf(cells[sums.sum]), sumOfParts(cells, sums.parts)]
        return says === sum || (sum === 0n && !isUnpaid)
          ? []
          : [{ row: number, heading: headings[sums.sum] ?? '', says, sum }]
      })
      .slice(0, rowsNamedMax),
  }
}

type FigureRow = {
  number: number
  amount: string
  cells: string[]
  leftOut: LeftOut | null
  skipped: boolean
  isReady: boolean
  isUnpaid: boolean
  paidBefore: Kobo
  paidInFiles: Kobo
  voucher: number | null
  deducted: Kobo
  deductedBy: string | null
}

const rowsNamedMax = 50

type Before = PaidInPart & Pick<FigureRow, 'voucher' | 'deducted' | 'deductedBy'>

/** What the members of these payments have paid for the month already. */
async function paidBeforeOf(tx: Tx, payments: readonly Before[], found: Import): Promise<Figures['paidBefore']> {
  const { records } = found
  const before = payments.filter(({ paidBefore }) => paidBefore > 0n)
  if (before.length === 0) return null
  const voucher = commonest(before.map((each) => each.voucher))
  const file = await tx.maybe<{ fileName: string }>(
    sql`select file_name from app.import where kind = 'contributions' and status = 'posted' and entry_no = ${voucher}`,
  )
  return {
    payments: before.length,
    paid: sumKobo(before.map(({ paidBefore }) => paidBefore)),
    inFiles: sumKobo(before.map(({ paidInFiles }) => paidInFiles)),
    deducted: sumKobo(before.map(({ deducted }) => deducted)),
    deductedBy: [...new Set(before.flatMap(({ deductedBy }) => employersIn(deductedBy)))],
    all: sumKobo(before.map(({ amount }) => amount)),
    difference: sumKobo(before.map((each) => recordedOf(each, records === 'files' ? 'files' : 'paid'))),
    less: before.filter((each) => each.amount < basisOf(each, records)).length,
    voucher,
    fileName: file?.fileName ?? null,
    lastChoice: await findLastChoice(tx, found),
  }
}

/** The employers who deducted of a member, as a row keeps them. */
export function employersIn(deductedBy: string | null): string[] {
  return deductedBy?.split('\n') ?? []
}

function commonest(vouchers: readonly (number | null)[]): number | null {
  const known = vouchers.filter((each) => each !== null)
  const [most] = [...Map.groupBy(known, (each) => each)].toSorted(([, a], [, b]) => b.length - a.length)
  return most?.[0] ?? null
}

/** What was chosen for the last file of the month that was asked about and is not reversed: a society whose members pay by the week answers it each time. */
async function findLastChoice(
  tx: Tx,
  { id, period, accountTypeId }: Import,
): Promise<NonNullable<Figures['paidBefore']>['lastChoice']> {
  const row = await tx.maybe<{ records: Recording; fileName: string }>(sql`
    select case when i.another_payment then 'all' else i.only_more_than end as records, i.file_name
    from app.import i where i.kind = 'contributions' and i.status = 'posted' and i.import_id <> ${id} and i.period = ${period && firstDayOf(period)}
      and i.account_type_id is not distinct from ${accountTypeId}::uuid and (i.another_payment or i.only_more_than is not null)
      and exists (select from app.transaction t where t.entry_no = i.entry_no and t.status = 'approved')
    order by i.entry_no desc limit 1`)
  return row ?? null
}

const rowColumns = sql`number, cells, skipped, left_out, problems, doubles, is_another, shares_phone, names_other, pays_nothing,
  paid_before_amount::text as "paidBefore", paid_in_files_amount::text as "paidInFiles", paid_before_entry_no::int as "paidBeforeEntry", deducted_before_amount::text as "deductedBefore", deducted_by`

export async function findRows(tx: Tx, importId: ImportId): Promise<StoredRow[]> {
  return tx.many<StoredRow>(sql`select ${rowColumns} from app.import_row where import_id = ${importId} order by number`)
}

/** A page of the rows, with the members whom a double names. */
export async function findPageOfRows(
  tx: Tx,
  importId: ImportId,
  { show, q, sort, page, limit }: Omit<Parsed<typeof listContract>, 'importId'> & { page: number; limit: number },
) {
  const where = allOf([
    sql`import_id = ${importId}`,
    ...(show === 'problems' ? [sql`not skipped and problems <> '[]'`] : []),
    ...(show === 'doubles' ? [inDoubt] : []),
    ...(show === 'before' ? [isPaidBefore] : show === 'unpaid' ? [sql`not skipped and pays_nothing`] : []),
    ...(show === 'skipped' ? [sql`skipped`] : show === 'names' ? [hasOtherName] : []),
    show === 'left_out' ? isLeftOut : sql`not ${isLeftOut}`,
    ...(q ? [mentions(sql`array_to_string(cells, ' ')`, q)] : []),
  ])
  const order = sort === '-number' ? sql`number desc` : sql`number`
  const [rows, { total }] = await Promise.all([
    tx.many<StoredRow>(sql`
      select ${rowColumns} from app.import_row where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.import_row where ${where}`),
  ])
  const members = await findDoubled(
    tx,
    rows.flatMap(({ doubles }) => doubles.flatMap((double) => ('memberId' in double ? double.memberId : []))),
  )
  return {
    rows: rows.map((row) => ({ ...row, shown: row.doubles.flatMap((double) => shownDouble(double, members)) })),
    total,
  }
}

type Doubled = NonNullable<Replied<typeof listContract>['doubles'][number]['member']>

async function findDoubled(tx: Tx, ids: readonly MemberId[]): Promise<ReadonlyMap<MemberId, Doubled>> {
  if (ids.length === 0) return new Map()
  const members = await tx.many<Doubled>(sql`
    select member_id, membershipno, first_name || ' ' || last_name as name, phone, registration_date, status
    from app.member where member_id = any(${ids}::uuid[]) and removed_at is null`)
  return new Map(members.map((member) => [member.memberId, member]))
}

/** Nothing of a member who was removed since. */
function shownDouble(
  double: RowDouble,
  members: ReadonlyMap<MemberId, Doubled>,
): Replied<typeof listContract>['doubles'] {
  if ('row' in double) return [{ why: double.why, member: null, row: double.row }]
  const member = members.get(double.memberId)
  return member ? [{ why: double.why, member, row: null }] : []
}

/** The members whom a file registered and who are still in the register. */
export async function findImportedMembers(
  tx: Tx,
  importId: ImportId,
): Promise<
  {
    memberId: MemberId
    membershipno: string
    firstName: string
    phone: string | null
    sharesPhone: boolean
    roles: MemberRole[]
  }[]
> {
  return tx.many(sql`
    select m.member_id, m.membershipno, m.first_name, m.phone, m.shares_phone, m.roles
    from app.import_row r join app.member m using (member_id) where r.import_id = ${importId} and m.removed_at is null order by r.number`)
}

export type NamedMember = { membershipno: string; name: string }

/** The names of all members, to find a person by the name alone. */
export async function findMemberNames(tx: Tx): Promise<NamedMember[]> {
  return tx.many<NamedMember>(
    sql`select membershipno, first_name || ' ' || last_name as name from app.member where removed_at is null and merged_into is null`,
  )
}

/** The account types on offer, by every text that a sheet may name them with: name and code, folded. Nothing names the default. */
export async function findAccountTypes(tx: Tx): Promise<ReadonlyMap<string, AccountTypeId>> {
  const rows = await tx.many<{ id: AccountTypeId; code: string; name: string; isDefault: boolean }>(sql`
    select account_type_id as id, code, name, is_default from app.account_type where retired_at is null and kind <> 'fixed_deposit'`)
  return new Map(
    rows.flatMap(
      ({ id, code, name, isDefault }) =>
        [
          ...(isDefault ? [['', id] as const] : []),
          [id as string, id],
          [foldForSearch(code), id],
          [foldForSearch(name), id],
        ] as const,
    ),
  )
}

type Payments = readonly { number: number; memberId: MemberId; accountTypeId: AccountTypeId | undefined }[]

type Paid = Pick<StoredRow, keyof typeof notPaid>

/**
 * What the members of these payments have paid into their accounts for a month, with the newest voucher of it, by the number of the row.
 * Savings that an employer deducted and has not paid over yet are paid: they are credited to ordinary savings when the money comes.
 */
export async function findPaidBefore(
  tx: Tx,
  payments: Payments,
  period: Period | null,
): Promise<ReadonlyMap<number, Paid>> {
  if (payments.length === 0 || period === null) return new Map()
  const rows = await tx.many<{ number: number } & Paid>(sql`
    with payment as (
      select * from unnest(${payments.map(({ number }) => number)}::int[], ${payments.map(({ memberId }) => memberId)}::uuid[], ${payments.map(({ accountTypeId }) => accountTypeId ?? null)}::uuid[])
        as g(number, member_id, account_type_id)),
    paid as (
      -- What came of files is one look-up in all, and the employer one by key: as joins both may be planned as a walk for each payment.
      select t.member_id, t.account_type_id, t.amount, t.entry_no, null as employer,
        t.entry_no in (select i.entry_no from app.import i where i.kind = 'contributions' and i.status = 'posted' and i.entry_no is not null) as in_files
      from app.transaction t where t.period = ${firstDayOf(period)} and t.type = 'contribution' and t.status = 'approved'
      union all
      select d.member_id, (select account_type_id from app.account_type where is_default and retired_at is null), d.savings_amount, null,
        (select e.name from app.deduction_schedule s join app.employer e on e.employer_id = s.employer_id where s.schedule_id = d.schedule_id), false
      from app.deduction d
      where d.period = ${firstDayOf(period)} and not d.credited and d.savings_amount > 0)
    select g.number, sum(paid.amount)::text as "paidBefore", coalesce(sum(paid.amount) filter (where paid.in_files), 0)::text as "paidInFiles",
      max(paid.entry_no)::int as "paidBeforeEntry", coalesce(sum(paid.amount) filter (where paid.employer is not null), 0)::text as "deductedBefore", string_agg(distinct paid.employer, e'\n' order by paid.employer) as "deductedBy"
    from (
      select p.* from payment p
      -- What was paid by a record that was merged into this one is paid by this member.
      union all select p.number, m.member_id, p.account_type_id from payment p join app.member m on m.merged_into = p.member_id) g
    join paid on paid.member_id = g.member_id and paid.account_type_id = g.account_type_id
    group by g.number`)
  return new Map(rows.map(({ number, ...paid }) => [number, paid]))
}
