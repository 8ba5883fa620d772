import { openingRowsMax, type uploadOpeningWorkbook as contract } from '#contract/society/opening-balances.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { OpeningBalancesId } from '#domain/ids.ts'
import { storedCells } from '#domain/society/imports/cell.ts'
import {
  checkOpeningBalances,
  columnOf,
  numberHeading,
  numberHeadings,
  type ReadSheet,
  sheetNames,
} from '#domain/society/opening-balances/opening-balances.ts'
import { loanHeadings, loanHeadingsNeeded } from '#domain/society/opening-balances/opening-loans.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findOpenDays } from '#server/features/money/transactions/queries.ts'
import type { SheetTable } from '#server/files/sheet-table.ts'
import { readWorkbookFile } from '#server/files/spreadsheet-file.ts'
import { lockBooksComputed } from '#server/ledger/ledger.ts'
import { whyNotDate } from '#domain/books/ledger/open-days.ts'
import { shownOf } from './get-opening-balances.ts'
import { findCurrent, findRegister } from './queries.ts'
import { replaceUnsigned } from './store.ts'

/** The sheets of a workbook of opening balances. Refuses: opening_columns_missing, and what `readWorkbookFile` refuses. */
export async function readOpeningWorkbook({
  fileName,
  content,
}: {
  fileName: string
  content: Buffer
}): Promise<OpeningWorkbook> {
  const [members, ledger, loans] = (
    await readWorkbookFile(
      content,
      openingRowsMax,
      [sheetNames.members, sheetNames.ledger, sheetNames.loans],
      [sheetNames.loans],
    )
  ).map(sheetOf)
  if (!members || !ledger || !loans) throw new Error('A sheet was read without an answer')
  refuseMissing(members, sheetNames.members, [[numberHeading, numberHeadings]])
  refuseMissing(ledger, sheetNames.ledger, [
    ['Code', ['Code']],
    ['Debit', ['Debit']],
    ['Credit', ['Credit']],
  ])
  if (loans.rows.length > 0)
    refuseMissing(
      loans,
      sheetNames.loans,
      loanHeadingsNeeded.map((heading) => [
        loanHeadings[heading],
        heading === 'member' ? numberHeadings : [loanHeadings[heading]],
      ]),
    )
  return { fileName, sheets: { members, ledger, loans } }
}

type OpeningWorkbook = { fileName: string; sheets: { members: ReadSheet; ledger: ReadSheet; loans: ReadSheet } }

/** Keeps a workbook and says what in it differs from the register and from itself. Refuses: opening_standing, a date that the books do not take. */
export async function uploadOpeningWorkbook(
  tx: Tx,
  actor: TenantActor,
  { asOf, file }: Parsed<typeof contract> & { file: OpeningWorkbook },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const checked = await lockBooksComputed(tx, actor.cooperativeId, async () =>
    checkOpeningBalances(file.sheets, await findRegister(tx, asOf), asOf),
  )
  const standing = await findCurrent(tx)
  if (standing && standing.status !== 'unsigned')
    refuse('opening_standing', { field: 'file', status: standing.status, number: standing.entryNumber ?? undefined })
  const dated = whyNotDate(await findOpenDays(tx), asOf, dayIn(now))
  if (dated) refuse(dated.code, { ...dated.detail, field: 'asOf' })

  // From here on it must succeed.
  const id = newId<OpeningBalancesId>()
  await replaceUnsigned(tx, actor, { id, asOf, ...file })
  const found = await findCurrent(tx)
  if (!found) throw new Error(`The workbook ${id} was kept without a trace`)
  return shownOf(tx, actor, found, checked)
}

function sheetOf({ columns, rows }: SheetTable): ReadSheet {
  return { columns, rows: rows.map((row) => ({ number: row.number, cells: storedCells(row) })) }
}

function refuseMissing(
  { columns }: ReadSheet,
  sheet: string,
  wanted: readonly (readonly [string, readonly string[]])[],
): void {
  const missing = wanted.filter(([, names]) => columnOf(columns, ...names) === -1).map(([heading]) => heading)
  if (missing.length > 0) refuse('opening_columns_missing', { field: 'file', sheet, headings: missing.join(', ') })
}
