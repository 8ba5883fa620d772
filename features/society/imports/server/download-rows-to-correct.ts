import type { Parsed } from '#core/contract/endpoint.ts'
import type { downloadRowsToCorrect as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { cellForWorkbook } from '#core/spreadsheets/cell.ts'
import { correctionHeading, correctionOf } from '#features/society/imports/rules/correction-file.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTables } from '#platform/files/table-draft.ts'
import { writableTable } from '#platform/files/table-file.ts'
import { checkImport, rowsOf } from './check-import.ts'
import { findImport, findRows, refuseOthersKind } from './queries.ts'
import type { StoredRow } from './store.ts'

/**
 * The rows with problems in the columns of their file, to be corrected and uploaded again. Rows that were skipped are
 * looked at as if they were not: they are skipped so that the others can go first. Refuses: import_nothing_to_correct, overloaded.
 */
export async function downloadRowsToCorrect(
  tx: Tx,
  actor: TenantActor,
  { importId }: Parsed<typeof contract>,
  context: Context,
): Promise<FileDraft> {
  const found = await findImport(tx, importId)
  refuseOthersKind(actor, found)
  const isDone = found.status === 'posting' || found.status === 'posted'
  const rows = (await findRows(tx, importId))
    .filter(({ skipped, leftOut }) => (skipped ? leftOut === null : !isDone))
    .map((row) => ({ ...row, skipped: false }))
  const wrong = rowsOf(await checkImport(tx, found, rows, context)).filter(({ problems }) => problems.length > 0)
  if (wrong.length === 0) refuse('import_nothing_to_correct')
  const columns: TableColumn<StoredRow>[] = [
    {
      header: correctionHeading,
      kind: 'text',
      width: 60,
      value: ({ number, problems }) => correctionOf(number, found.columns, problems),
    },
    ...found.columns.map((header, column): TableColumn<StoredRow> => ({
      header,
      kind: 'text',
      isTyped: true,
      value: ({ cells }) => cellForWorkbook(cells[column] ?? '') || null,
    })),
  ]
  return draftTables({
    format: 'xlsx',
    fileName: `${found.fileName.replace(/\.(?:xlsx|csv)$/i, '')} to correct`,
    foot: { society: '', title: '', lines: [] },
    tables: [writableTable({ sheet: 'Rows to correct', columns }, wrong)],
  })
}
