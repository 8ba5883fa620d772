import type { uploadStatement as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { StatementId } from '#core/ids.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import {
  readStatementRow,
  type Statement,
  type StatementHeadings,
  statementColumns,
  statementOf,
} from '#features/accounting/reconciliation/rules/statement-file.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { SheetTable } from '#platform/files/sheet-table.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { proposeOpen } from './propose-matches.ts'
import { findStatementHeadings, lockBankAccount } from './queries.ts'
import { insertStatement } from './store.ts'

/**
 * Saves the lines of a bank statement that are not there yet, and proposes what they are in the books.
 * Refuses: not_found, statement_columns_missing, statement_row_unreadable with every such row, statement_does_not_add_up,
 * statement_known.
 */
export async function uploadStatement(
  tx: Tx,
  actor: TenantActor,
  { accountId, file: { fileName, table } }: Parsed<typeof contract> & { file: UploadedTable },
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const said = await findStatementHeadings(tx, accountId)
  const statement = readStatement(table, said)

  // From here on it must succeed, unless every line is known.
  const added = await insertStatement(tx, actor, { id: newId<StatementId>(), accountId, fileName }, statement)
  if (added === 0) refuse('statement_known', { field: 'file' })
  return { added, known: statement.lines.length - added, proposed: await proposeOpen(tx, actor, accountId) }
}

function readStatement(table: SheetTable, said: StatementHeadings | undefined): Statement {
  const { columns, missing } = statementColumns(table.columns, said)
  if (missing.length > 0) refuse('statement_columns_missing', { field: 'file', headings: missing.join(', ') })
  const read = table.rows.map((row) => ({ number: row.number, line: readStatementRow(storedCells(row), columns) }))
  const [wrong, ...others] = read.flatMap(({ number, line }) =>
    typeof line === 'string'
      ? [new Refusal('statement_row_unreadable', { field: 'file', row: number, sentence: line })]
      : [],
  )
  if (wrong) throw new Refusal(wrong.code, wrong.detail, others.slice(0, 100))
  const lines = read.flatMap(({ number, line }) => (line && typeof line !== 'string' ? [{ number, line }] : []))
  if (lines.length === 0) refuse('file_empty', { field: 'file' })
  const statement = statementOf(lines.map(({ line }) => line))
  return 'brokenAt' in statement
    ? refuse('statement_does_not_add_up', { field: 'file', row: lines[statement.brokenAt]?.number ?? 0 })
    : statement
}
