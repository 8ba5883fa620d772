import type { Replied } from '#core/contract/endpoint.ts'
import type { getImport as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, type Period, periodOf } from '#core/calendar.ts'
import type { ImportId } from '#core/ids.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import { monthOfList } from '#core/spreadsheets/named-month.ts'
import { withoutCorrections } from '#features/society/imports/rules/correction-file.ts'
import { identifyingFields, isMapping, missingFields } from '#features/society/imports/rules/fields.ts'
import type { Mapping } from '#features/society/imports/rules/import.ts'
import { guessMapping, withoutHalves } from '#features/society/imports/rules/guess-mapping.ts'
import type { ImportKind } from '#features/society/imports/rules/import.ts'
import { type ShapedRow, shapeTable } from '#core/spreadsheets/table-shape.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findEmployers } from '#features/payroll/employers/server/reads.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { checkImport, rowsOf } from './check-import.ts'
import { findRememberedColumns } from '#features/society/remembered-columns/server/reads.ts'
import { findLatestMapping, type Import, summaryOf } from './queries.ts'
import { insertImport, insertRows, notPaid, type StoredRow } from './store.ts'

/** Finds the headings of an uploaded file, takes its columns as last time or guesses them, and checks every row. */
export async function createImport(
  tx: Tx,
  actor: TenantActor,
  kind: ImportKind,
  { fileName, table: uploaded }: UploadedTable,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { table, isCorrected } = withoutCorrections(uploaded)
  const { columns, rows: shaped } = shapeTable(
    table,
    (headings) => guessMapping(kind, headings),
    identifyingFields[kind],
  )
  const remembered =
    (isCorrected ? await findLatestMapping(tx, kind, columns) : undefined) ??
    (await findRememberedColumns(tx, { kind, employerId: null }, columns))
  const columnsRemembered = remembered !== undefined && isMapping(kind, remembered, columns.length)
  const guessed = await guess(tx, kind, columns)
  const mapping = columnsRemembered ? withNames(remembered, guessed) : guessed
  const today = dayIn(context.now)
  const named = kind === 'contributions' ? monthOfList(uploaded, shaped, fileName, today) : undefined
  const found: Import = {
    id: newId<ImportId>(),
    kind,
    fileName,
    status: missingFields(kind, mapping).length > 0 ? 'mapping' : 'checked',
    columns,
    mapping,
    columnsRemembered,
    occurredOn: kind === 'contributions' ? today : null,
    period: kind === 'contributions' ? monthOf(named, today) : null,
    accountTypeId: null,
    paidThrough: null,
    joinedOn: null,
    partDays: null,
    createsEmployers: false,
    records: null,
    namesMonth: named?.text ?? null,
    progress: 0,
    failure: null,
    entryNumber: null,
    codesSent: 0,
    codesSentAt: null,
    createdAt: context.now,
  }
  // Who corrects a row wants it in, however little is in it.
  const whyLeftOut = ({ leftOut }: ShapedRow) => (isCorrected && leftOut === 'note' ? null : leftOut)
  // The names of the columns say which are hidden.
  const rows: StoredRow[] = shaped
    .filter(({ leftOut }) => leftOut !== 'columns')
    .map((row) => ({
      number: row.number,
      cells: storedCells(row),
      skipped: whyLeftOut(row) !== null,
      leftOut: whyLeftOut(row),
      problems: [],
      doubles: [],
      isAnother: false,
      sharesPhone: false,
      namesOther: false,
      paysNothing: false,
      ...notPaid,
    }))
  await insertImport(tx, actor.cooperativeId, { ...found, importId: found.id, createdBy: actor.loginId })
  await insertRows(tx, actor.cooperativeId, found.id, rowsOf(await checkImport(tx, found, rows, context)))
  return summaryOf(tx, found)
}

/** Where a file has a month that can't be told, an officer chooses. */
function monthOf(named: ReturnType<typeof monthOfList>, today: Day): Period | null {
  return named === null ? null : (named?.period ?? periodOf(today))
}

/** Columns that were matched before a month's names were compared have none. */
function withNames(remembered: Mapping, guessed: Mapping): (string | null)[] {
  const names = ['name', 'otherNames']
  const hasNone = !names.some((field) => remembered.includes(field))
  return remembered.map((field, index) => {
    const name = names.find((each) => each === guessed[index])
    return field === null && hasNone && name !== undefined ? name : field
  })
}

async function guess(tx: Tx, kind: ImportKind, columns: readonly string[]): Promise<(string | null)[]> {
  const guessed = guessMapping(kind, columns)
  return kind === 'members' ? withoutHalves(guessed, { oneEmployer: (await findEmployers(tx)).length === 1 }) : guessed
}
