import type { Replied } from '#contract/endpoint.ts'
import type { getImport as contract } from '#contract/imports.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, periodOf } from '#domain/calendar.ts'
import type { ImportId } from '#domain/ids.ts'
import { storedCell } from '#domain/imports/cell.ts'
import { missingFields } from '#domain/imports/fields.ts'
import { guessMapping } from '#domain/imports/guess-mapping.ts'
import type { ImportKind } from '#domain/imports/import.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import type { UploadedTable } from '#server/files/spreadsheet-file.ts'
import { checkImport, rowsOf } from './check-import.ts'
import { type Import, summaryOf } from './queries.ts'
import { insertImport, insertRows, type StoredRow } from './store.ts'

/** Guesses the columns of an uploaded file and checks every row. */
export async function createImport(
  tx: Tx,
  actor: TenantActor,
  kind: ImportKind,
  { fileName, table }: UploadedTable,
  context: Context,
): Promise<Replied<typeof contract>> {
  const mapping = guessMapping(kind, table.columns)
  const today = dayIn(context.now)
  const found: Import = {
    id: newId<ImportId>(),
    kind,
    fileName,
    status: missingFields(kind, mapping).length > 0 ? 'mapping' : 'checked',
    columns: table.columns,
    mapping,
    occurredOn: kind === 'contributions' ? today : null,
    period: kind === 'contributions' ? periodOf(today) : null,
    accountTypeId: null,
    paidThrough: null,
    joinedOn: null,
    progress: 0,
    failure: null,
    entryNumber: null,
    createdAt: context.now,
    held: false,
  }
  const rows: StoredRow[] = table.rows.map(({ number, cells, formulas }) => ({
    number,
    cells: cells.map((cell, column) => storedCell(cell, formulas.includes(column))),
    skipped: false,
    problems: [],
    doubles: [],
    isAnother: false,
    sharesPhone: false,
  }))
  await insertImport(tx, actor.cooperativeId, { ...found, importId: found.id, createdBy: actor.loginId })
  await insertRows(tx, actor.cooperativeId, found.id, rowsOf(await checkImport(tx, found, rows, context)))
  return summaryOf(tx, found)
}
