import type { Day, Period } from '#core/calendar.ts'
import { firstDayOf } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, CooperativeId, ImportId, LoginId, MemberId } from '#core/ids.ts'
import type {
  ImportKind,
  ImportStatus,
  Mapping,
  Recording,
  RowDouble,
  RowProblem,
} from '#features/society/imports/rules/import.ts'
import type { LeftOut } from '#core/spreadsheets/left-out.ts'
import type { PartDayChoice } from '#features/society/imports/rules/part-day.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** A row of the file as it is: what is in its cells, whether it is skipped, why it was when the file was read, what is wrong with it, who it may be already. */
export type StoredRow = {
  number: number
  cells: string[]
  skipped: boolean
  leftOut: LeftOut | null
  problems: RowProblem[]
  doubles: RowDouble[]
  isAnother: boolean
  /** An officer said that the phone is another's too. */ sharesPhone: boolean
  /** Its name is another’s than the member’s whose number it has. */ namesOther: boolean
  /** Its member paid nothing, so that it is not recorded. */ paysNothing: boolean
  /** What its member has paid into its account for its month, in kobo, what of it came from files, and the newest voucher of that. */
  paidBefore: string
  paidInFiles: string
  paidBeforeEntry: number | null
  /** What of it an employer deducted and has not paid over yet, in kobo, and which. */
  deductedBefore: string
  deductedBy: string | null
}

/** What a row has whose member has paid nothing for its month yet. */
export const notPaid = {
  ...{ paidBefore: '0', paidInFiles: '0', paidBeforeEntry: null, deductedBefore: '0', deductedBy: null },
} as const satisfies Partial<StoredRow>

const rowTypes = sql`number int, cells jsonb, skipped boolean, "leftOut" text, problems jsonb, doubles jsonb, "isAnother" boolean, "sharesPhone" boolean, "namesOther" boolean, "paysNothing" boolean, "paidBefore" bigint, "paidInFiles" bigint, "paidBeforeEntry" bigint, "deductedBefore" bigint, "deductedBy" text`

/** What of a row each check finds. */
const checked = sql`g."paysNothing", g."paidBefore", g."paidInFiles", g."paidBeforeEntry", g."deductedBefore", g."deductedBy"`

type NewImport = {
  importId: ImportId
  kind: ImportKind
  fileName: string
  status: ImportStatus
  columns: readonly string[]
  mapping: Mapping
  columnsRemembered: boolean
  occurredOn: Day | null
  period: Period | null
  namesMonth: string | null
  createdBy: LoginId
}

export async function insertImport(tx: Tx, cooperativeId: CooperativeId, row: NewImport): Promise<void> {
  await tx.run(sql`
    insert into app.import (cooperative_id, import_id, kind, file_name, status, columns, mapping, columns_remembered, occurred_on, period, names_month, created_by)
    values (${cooperativeId}, ${row.importId}, ${row.kind}, ${row.fileName}, ${row.status}, ${row.columns}::text[], ${row.mapping.map((name) => name ?? '')}::text[],
      ${row.columnsRemembered}, ${row.occurredOn}, ${row.period && firstDayOf(row.period)}, ${row.namesMonth}, ${row.createdBy})`)
}

export async function insertRows(
  tx: Tx,
  cooperativeId: CooperativeId,
  importId: ImportId,
  rows: readonly StoredRow[],
): Promise<void> {
  await tx.run(sql`
    insert into app.import_row (cooperative_id, import_id, number, cells, skipped, left_out, problems, doubles, is_another, shares_phone, names_other, pays_nothing, paid_before_amount, paid_in_files_amount, paid_before_entry_no, deducted_before_amount, deducted_by)
    select ${cooperativeId}, ${importId}, g.number, array(select jsonb_array_elements_text(g.cells)), g.skipped, g."leftOut", g.problems, g.doubles, g."isAnother", g."sharesPhone", g."namesOther", ${checked}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${rowTypes})`)
}

export async function updateRows(tx: Tx, importId: ImportId, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    update app.import_row r set cells = array(select jsonb_array_elements_text(g.cells)), skipped = g.skipped, problems = g.problems,
      doubles = g.doubles, is_another = g."isAnother", shares_phone = g."sharesPhone", names_other = g."namesOther",
      (pays_nothing, paid_before_amount, paid_in_files_amount, paid_before_entry_no, deducted_before_amount, deducted_by) = row(${checked})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(${rowTypes})
    where r.import_id = ${importId} and r.number = g.number`)
}

export type ImportChange = {
  status: ImportStatus
  mapping: Mapping
  columnsRemembered: boolean
  occurredOn: Day | null
  period: Period | null
  accountTypeId: AccountTypeId | null
  paidThrough: AccountId | null
  joinedOn: Day | null
  partDays: PartDayChoice | null
  createsEmployers: boolean
  records: Recording | null
}

/** What the officer settled, and that what went wrong before is being mended. */
export async function updateImportRow(tx: Tx, importId: ImportId, change: ImportChange): Promise<void> {
  await tx.run(sql`
    update app.import set status = ${change.status}, mapping = ${change.mapping.map((name) => name ?? '')}::text[], columns_remembered = ${change.columnsRemembered}, occurred_on = ${change.occurredOn},
      period = ${change.period && firstDayOf(change.period)}, account_type_id = ${change.accountTypeId}, through_account_id = ${change.paidThrough}, joined_on = ${change.joinedOn}, part_days = ${change.partDays}, creates_employers = ${change.createsEmployers}, another_payment = ${change.records === 'all'}, only_more_than = ${change.records === 'all' ? null : change.records}, progress = 0, failure = null
    where import_id = ${importId}`)
}

/** The member whom each of these rows registered. */
export async function noteRegistered(
  tx: Tx,
  importId: ImportId,
  rows: readonly { number: number; memberId: MemberId }[],
): Promise<void> {
  await tx.run(sql`
    update app.import_row r set member_id = g.member_id from unnest(${rows.map(({ number }) => number)}::int[], ${rows.map(({ memberId }) => memberId)}::uuid[]) as g(number, member_id)
    where r.import_id = ${importId} and r.number = g.number`)
}

export async function markCodesSent(tx: Tx, importId: ImportId, count: number, at: Date): Promise<void> {
  await tx.run(sql`update app.import set codes_sent = ${count}, codes_sent_at = ${at} where import_id = ${importId}`)
}

export async function markPosting(tx: Tx, importId: ImportId): Promise<void> {
  await tx.run(
    sql`update app.import set status = 'posting', progress = 0, failure = null where import_id = ${importId}`,
  )
}

export async function setProgress(tx: Tx, importId: ImportId, progress: number): Promise<void> {
  await tx.run(sql`update app.import set progress = ${progress} where import_id = ${importId} and status = 'posting'`)
}

/** Inside the posting's own transaction, so that it is posted exactly if its rows are. False where it is not being posted any more. */
export async function markPosted(
  tx: Tx,
  importId: ImportId,
  progress: number,
  entryNumber: number | null,
): Promise<boolean> {
  const count = await tx.run(sql`
    update app.import set status = 'posted', progress = ${progress}, entry_no = ${entryNumber} where import_id = ${importId} and status = 'posting'`)
  return count === 1
}

export async function markFailed(tx: Tx, importId: ImportId, failure: string): Promise<void> {
  await tx.run(
    sql`update app.import set status = 'failed', progress = 0, failure = ${failure} where import_id = ${importId} and status = 'posting'`,
  )
}
