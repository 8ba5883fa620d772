import type { uploadEmployees as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { refusalMessage } from '#contract/refusals.ts'
import type { TenantActor } from '#domain/actor.ts'
import { employeeColumns, employeeMapping, readEmployeeRow } from '#domain/society/deductions/employee-row.ts'
import { storedCells } from '#domain/society/imports/cell.ts'
import { leftOutRows } from '#domain/society/imports/left-out.ts'
import { shapeTable } from '#domain/society/imports/table-shape.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { UploadedTable } from '#server/files/spreadsheet-file.ts'
import { assignMembers } from './assign-members.ts'

export const employeeRowsMax = 10_000

/** Assigns the members of a file, all or none. Refuses what `assignMembers` refuses, with the row of the file. */
export async function uploadEmployees(
  tx: Tx,
  actor: TenantActor,
  { employerId, file: { table } }: Parsed<typeof contract> & { file: UploadedTable },
  context: Context,
): Promise<Replied<typeof contract>> {
  const shaped = shapeTable(table, employeeMapping, ['membershipno', 'staffNumber'])
  const columns = employeeColumns(shaped.columns)
  const lacking = [
    columns.membershipno === -1 && '“Membership number”',
    columns.staffNumber === -1 && '“Staff number”',
  ].filter(Boolean)
  if (lacking.length > 0) refuse('return_columns_missing', { field: 'file', headings: lacking.join(' and ') })
  const read = shaped.rows
    .filter(({ leftOut }) => leftOut === null)
    .map((row) => ({ number: row.number, ...readEmployeeRow(storedCells(row), columns) }))
  const [wrong, ...others] = read.flatMap(({ number, problem }) =>
    problem ? [new Refusal('import_row_refused', { field: 'file', row: number, sentence: problem })] : [],
  )
  if (wrong) throw new Refusal(wrong.code, wrong.detail, others.slice(0, 100))
  const rows = read.map(({ membershipno, staffNumber, from, shares }) => ({ membershipno, staffNumber, from, shares }))
  try {
    const { assigned } = await assignMembers(tx, actor, { employerId, rows }, context)
    return { assigned, leftOut: leftOutRows(shaped.rows) }
  } catch (error) {
    if (!(error instanceof Refusal) || !error.detail.field?.startsWith('rows.')) throw error
    const inFile = ({ code, detail }: Refusal) =>
      new Refusal('import_row_refused', {
        field: 'file',
        row: read[Number(/^rows\.(\d+)\./.exec(detail.field ?? '')?.[1])]?.number ?? 0,
        sentence: refusalMessage(code, detail),
      })
    const first = inFile(error)
    throw new Refusal(first.code, first.detail, error.also.map(inFile))
  }
}
