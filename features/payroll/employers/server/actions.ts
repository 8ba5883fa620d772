import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '#core/contract/endpoint.ts'
import { sentenceOf } from '#core/contract/refusals.ts'
import type { EmployerId, MemberId } from '#core/ids.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import { leftOutRows } from '#core/spreadsheets/left-out.ts'
import { repeatsOf } from '#core/spreadsheets/repeats.ts'
import { shapeTable } from '#core/spreadsheets/table-shape.ts'
import * as contract from '#features/payroll/employers/contract.ts'
import { receivableCodeOf } from '#features/payroll/employers/rules/component.ts'
import { employeeColumns, employeeMapping, readEmployeeRow } from '#features/payroll/employers/rules/employee-row.ts'
import { type Layout, usualLayout, whyNotLayout } from '#features/payroll/employers/rules/layout.ts'
import { action, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, json, remove, update } from '#platform/db/write.ts'
import { tableReader } from '#platform/files/spreadsheet-file.ts'
import { openOwnAccount, renameAccounts } from '#platform/ledger/ledger.ts'
import {
  countEmployers,
  findEmployer,
  findMembersByNumber,
  findStaffNumbers,
  getEmployer,
  getMemberEmployer,
  isEmployerNameTaken,
  type NamedMember,
} from './reads.ts'
import { type Employment, upsertEmployments } from './writes.ts'

const employerExists = refusal(
  'employer_exists',
  409,
  'There is already an employer called {name}. Choose another name.',
)
const layoutWrong = {
  repeated: refusal('layout_wrong', 422, 'Give each column a heading of its own.'),
  no_member: refusal('layout_wrong', 422, 'Add a column for the staff number or the membership number.'),
  nothing: refusal('layout_wrong', 422, 'Add a column for the total or for an amount.'),
}
export const staffNumberTaken = refusal(
  'staff_number_taken',
  409,
  "Staff number {number} is {name}'s at this employer. Enter another one.",
)
const staffNumberWanted = refusal(
  'staff_number_wanted',
  422,
  'Enter the staff number that this employer knows the member by.',
)
const namedTwice = refusal('member_named_twice', 422, '{number} appears twice. Remove one.')
const employeeColumnsMissing = refusal(
  'employee_columns_missing',
  422,
  'This file has no column {headings}. Add it, and choose the file again.',
)

/** Opens the account of what the employer owes, too. Refuses: employer_exists, layout_wrong. */
export const createEmployer = action(contract.createEmployer, async (ask, input) => {
  const { tx, actor } = ask
  const { name, code, contactName, contactPhone = null, contactEmail, layout = usualLayout } = input
  refuseWrongLayout(layout)
  const before = await countEmployers(tx)
  if (await isEmployerNameTaken(tx, name, null)) refuse(employerExists({ field: 'name', name }))

  // From here on it must succeed.
  const employerId = newId<EmployerId>()
  const receivableId = await openOwnAccount(tx, actor.cooperativeId, {
    code: receivableCodeOf(before + 1),
    name: receivableName(name),
    class: 'asset',
  })
  const contact = { contactName: contactName || null, contactPhone, contactEmail: contactEmail || null }
  await insert(tx, 'app.employer', { employerId, receivableId, ...rowOf({ name, code, ...contact, layout }) })
  return getEmployer(ask, { employerId })
})

/** Changes the fields that are named; its account follows the name. Refuses: employer_exists, layout_wrong. */
export const updateEmployer = action(contract.updateEmployer, async (ask, { employerId, ...input }) => {
  const { tx } = ask
  const before = await getEmployer(ask, { employerId })
  const { receivableId } = await findEmployer(tx, employerId)
  const name = input.name ?? before.name
  if (input.layout) refuseWrongLayout(input.layout)
  if (await isEmployerNameTaken(tx, name, employerId)) refuse(employerExists({ field: 'name', name }))

  // From here on it must succeed.
  const kept = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value)
  const changed = {
    name,
    code: input.code ?? before.code,
    contactName: kept(input.contactName, before.contactName) || null,
    contactPhone: kept<string | null>(input.contactPhone, before.contactPhone),
    contactEmail: kept(input.contactEmail, before.contactEmail) || null,
    layout: input.layout ?? before.layout,
  }
  await update(tx, 'app.employer', { employerId }, rowOf(changed))
  await renameAccounts(tx, receivableId, receivableName(before.name), receivableName(name))
  const after = await getEmployer(ask, { employerId })
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
})

type Fields = {
  name: string
  code: string
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  layout: Layout
}

/** As it is stored, with the text that lists search. */
function rowOf({ layout, ...fields }: Fields) {
  const { name, code, contactName } = fields
  return { ...fields, layout: json(layout), searchText: foldForSearch(`${name} ${code} ${contactName ?? ''}`) }
}

/** What the employer's account is called in the chart. */
function receivableName(employer: string): string {
  return `Remittance receivable: ${employer}`
}

function refuseWrongLayout(layout: Layout): void {
  const why = whyNotLayout(layout)
  if (why) refuse(layoutWrong[why]({ field: 'layout' }))
}

/** What is left out stays. Refuses: staff_number_taken, staff_number_wanted. */
export const updateMemberEmployer = action(contract.updateMemberEmployer, async (ask, input) => {
  const { tx, actor, today } = ask
  const { memberId, employerId } = input
  const before = await getMemberEmployer(ask, { memberId })
  if (employerId === null) {
    await remove(tx, 'app.employment', { memberId })
    return null
  }
  await findEmployer(tx, employerId)
  const here = before?.employerId === employerId ? before : undefined
  const staffNumber = input.staffNumber ?? here?.staffNumber ?? refuse(staffNumberWanted({ field: 'staffNumber' }))
  const [holder] = await findStaffNumbers(tx, employerId, [staffNumber])
  if (holder && holder.memberId !== memberId)
    refuse(staffNumberTaken({ field: 'staffNumber', number: staffNumber, name: holder.name }))

  // From here on it must succeed.
  const from = input.from ?? here?.from ?? today
  await upsertEmployments(tx, actor.cooperativeId, employerId, [
    { memberId, staffNumber, from, shares: input.shares ?? null },
  ])
  return getMemberEmployer(ask, { memberId })
})

type Row = Parsed<typeof contract.assignMembers>['rows'][number]
type Named = { row: Row; member: NamedMember | undefined }

/** All or none, with everything that is wrong told at once. Refuses: member_unknown, member_named_twice, staff_number_taken. */
export const assignMembers = action(contract.assignMembers, async ({ tx, actor, today }, { employerId, rows }) => {
  await findEmployer(tx, employerId)
  const named = await nameMembers(tx, rows)
  const staffNumbers = rows.map(({ staffNumber }) => staffNumber)
  const [first, ...rest] = [
    ...repeated(rows, 'membershipno'),
    ...repeated(rows, 'staffNumber'),
    ...unknownOf(named),
    ...takenOf(named, await findStaffNumbers(tx, employerId, staffNumbers)),
  ]
  if (first) throw new Refusal(first.code, first.detail, rest.slice(0, 100))

  // From here on it must succeed.
  const employments = named.flatMap(({ row: { staffNumber, from = today, shares = null }, member }): Employment[] =>
    member ? [{ memberId: member.memberId, staffNumber, from, shares }] : [],
  )
  await upsertEmployments(tx, actor.cooperativeId, employerId, employments)
  return { assigned: employments.length }
})

/** The member of this cooperative that each row names: a number with another cooperative's id in front is no one's here. */
async function nameMembers(tx: Tx, rows: readonly Row[]): Promise<Named[]> {
  const read = rows.map((row) => ({ row, number: membershipFromCell(row.membershipno) }))
  const members = await findMembersByNumber(
    tx,
    read.flatMap(({ number }) => number?.number ?? []),
  )
  const byNumber = new Map(members.map((member) => [member.number, member]))
  return read.map(({ row, number }) => {
    const member = number && byNumber.get(number.number)
    const isOurs = member && (number.coopId === undefined || member.membershipno.startsWith(`${number.coopId}/`))
    return { row, member: isOurs ? member : undefined }
  })
}

const fieldOf = (index: number, name: keyof Row) => `rows.${index}.${name}`

function repeated(rows: readonly Row[], name: 'membershipno' | 'staffNumber'): Refusal[] {
  const keys = rows.map((row, number) => ({ number, skipped: false, key: row[name].trim().toLowerCase() }))
  return repeatsOf(keys).flatMap((other, index) =>
    other === undefined || other > index
      ? []
      : [namedTwice({ field: fieldOf(index, name), number: rows[index]?.[name] ?? '' })],
  )
}

function unknownOf(named: readonly Named[]): Refusal[] {
  return named.flatMap(({ member }, index) =>
    member ? [] : [new Refusal('member_unknown', { field: fieldOf(index, 'membershipno') })],
  )
}

function takenOf(
  named: readonly Named[],
  taken: readonly { memberId: MemberId; staffNumber: string; name: string }[],
): Refusal[] {
  const holders = new Map(taken.map((each) => [each.staffNumber, each]))
  return named.flatMap(({ row: { staffNumber: number }, member }, index) => {
    const holder = holders.get(number)
    if (!holder || !member || holder.memberId === member.memberId) return []
    return [staffNumberTaken({ field: fieldOf(index, 'staffNumber'), number, name: holder.name })]
  })
}

/** All or none. Refuses what `assignMembers` refuses, with the row of the file. */
export const uploadEmployees = uploadAction(
  contract.uploadEmployees,
  tableReader(10_000),
  async (ask, { employerId, file: { table } }) => {
    const shaped = shapeTable(table, employeeMapping, ['membershipno', 'staffNumber'])
    const columns = employeeColumns(shaped.columns)
    const lacking = [
      columns.membershipno === -1 && '“Membership number”',
      columns.staffNumber === -1 && '“Staff number”',
    ].filter(Boolean)
    if (lacking.length > 0) refuse(employeeColumnsMissing({ field: 'file', headings: lacking.join(' and ') }))
    const read = shaped.rows
      .filter(({ leftOut }) => leftOut === null)
      .map((row) => ({ number: row.number, ...readEmployeeRow(storedCells(row), columns) }))
    const [wrong, ...others] = read.flatMap(({ number, problem }) =>
      problem ? [new Refusal('import_row_refused', { field: 'file', row: number, sentence: problem })] : [],
    )
    if (wrong) throw new Refusal(wrong.code, wrong.detail, others.slice(0, 100))
    const rows = read.map(({ membershipno, staffNumber, from, shares }) => ({
      membershipno,
      staffNumber,
      from,
      shares,
    }))
    try {
      const { assigned } = await assignMembers(ask, { employerId, rows })
      return { assigned, leftOut: leftOutRows(shaped.rows) }
    } catch (error) {
      if (!(error instanceof Refusal) || !error.detail.field?.startsWith('rows.')) throw error
      const inFile = (refused: Refusal) =>
        new Refusal('import_row_refused', {
          field: 'file',
          row: read[Number(/^rows\.(\d+)\./.exec(refused.detail.field ?? '')?.[1])]?.number ?? 0,
          sentence: sentenceOf(refused),
        })
      const first = inFile(error)
      throw new Refusal(first.code, first.detail, error.also.map(inFile))
    }
  },
)
