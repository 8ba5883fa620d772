import {
  openingRowsMax,
  type uploadOpeningWorkbook as contract,
} from '#features/accounting/opening-balances/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { OpeningBalancesId } from '#core/ids.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import {
  checkOpeningBalances,
  columnOf,
  numberHeading,
  numberHeadings,
  type ReadSheet,
  sheetNames,
} from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { assetHeadings, assetHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-assets.ts'
import { depositHeadings, depositHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-deposits.ts'
import { heldHeadings, heldHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-held-money.ts'
import { type Sheet, sheets } from '#features/accounting/opening-balances/rules/sheets.ts'
import { loanHeadings, loanHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-loans.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import type { SheetTable } from '#platform/files/sheet-table.ts'
import { readWorkbookFile } from '#platform/files/spreadsheet-file.ts'
import { lockBooksComputed } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { shownOf } from './get-opening-balances.ts'
import { findCurrent, findRegister } from './queries.ts'
import { replaceUnsigned } from './store.ts'

const hiddenRefused = refusal(
  'opening_hidden',
  422,
  'On the sheet {sheet} {hidden} hidden in Excel. Show or delete what is hidden, save the workbook and choose it again.',
)

/** The sheets of a workbook of opening balances. Refuses: opening_columns_missing, opening_hidden, and what `readWorkbookFile` refuses. */
export async function readOpeningWorkbook({
  fileName,
  content,
}: {
  fileName: string
  content: Buffer
}): Promise<OpeningWorkbook> {
  const names = sheets.map((sheet) => sheetNames[sheet])
  const read = (
    await readWorkbookFile(
      content,
      openingRowsMax,
      names,
      names.filter((name) => name !== sheetNames.members && name !== sheetNames.ledger),
    )
  ).map((table, index) => {
    refuseHidden(table, names[index] ?? '')
    return sheetOf(table)
  })
  const found = Object.fromEntries(sheets.map((sheet, index) => [sheet, read[index]])) as Record<Sheet, ReadSheet>
  for (const sheet of sheets)
    if (sheet === 'members' || sheet === 'ledger' || found[sheet].rows.length > 0)
      refuseMissing(found[sheet], sheetNames[sheet], needed[sheet])
  return { fileName, sheets: found }
}

type OpeningWorkbook = { fileName: string; sheets: Record<Sheet, ReadSheet> }

/** The headings without which a sheet says nothing. */
const needed: Record<Sheet, readonly string[]> = {
  members: [numberHeading],
  ledger: ['Code', 'Debit', 'Credit'],
  loans: loanHeadingsNeeded.map((heading) => loanHeadings[heading]),
  deposits: depositHeadingsNeeded.map((heading) => depositHeadings[heading]),
  assets: assetHeadingsNeeded.map((heading) => assetHeadings[heading]),
  held: heldHeadingsNeeded.map((heading) => heldHeadings[heading]),
}

/** Saves a workbook and says what in it differs from the register and from itself. Refuses: opening_standing, a date that the books do not take. */
export async function uploadOpeningWorkbook(
  tx: Tx,
  actor: TenantActor,
  { asOf, file }: Parsed<typeof contract> & { file: OpeningWorkbook },
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const checked = await lockBooksComputed(tx, actor.cooperativeId, async () =>
    checkOpeningBalances(file.sheets, await findRegister(tx, asOf), asOf),
  )
  const standing = await findCurrent(tx, actor)
  if (standing && standing.status !== 'unsigned')
    refuse('opening_standing', { field: 'file', status: standing.status, number: standing.entryNumber ?? undefined })
  const dated = whyNotDate(await findOpenDays(tx), asOf, dayIn(now))
  if (dated) refuse(dated.code, { ...dated.detail, field: 'asOf' })

  // From here on it must succeed.
  const id = newId<OpeningBalancesId>()
  await replaceUnsigned(tx, actor, { id, asOf, ...file })
  const found = await findCurrent(tx, actor)
  if (!found) throw new Error(`The workbook ${id} was kept without a trace`)
  return shownOf(tx, actor, found, checked)
}

/** Every figure of old books counts, so none may be where no one sees it. */
function refuseHidden({ columns, rows, top, hiddenColumns = [] }: SheetTable, sheet: string): void {
  const hiddenRows = [...top, ...rows].filter(({ isHidden }) => isHidden).map(({ number }) => number)
  const hidden = [
    ...(hiddenRows.length > 0
      ? [
          `${hiddenRows.length === 1 ? 'row' : 'rows'} ${hiddenRows.slice(0, 20).join(', ')}${hiddenRows.length > 20 ? ' and more' : ''}`,
        ]
      : []),
    ...hiddenColumns.map((column) => `the column “${columns[column] ?? ''}”`),
  ]
  if (hidden.length === 0) return
  const are = hidden.length + hiddenRows.length > (hiddenRows.length > 0 ? 2 : 1)
  refuse(hiddenRefused({ field: 'file', sheet, hidden: `${hidden.join(' and ')} ${are ? 'are' : 'is'}` }))
}

function sheetOf({ columns, rows }: SheetTable): ReadSheet {
  return { columns, rows: rows.map((row) => ({ number: row.number, cells: storedCells(row) })) }
}

function refuseMissing({ columns }: ReadSheet, sheet: string, wanted: readonly string[]): void {
  const missing = wanted.filter(
    (heading) => columnOf(columns, ...(heading === numberHeading ? numberHeadings : [heading])) === -1,
  )
  if (missing.length > 0) refuse('opening_columns_missing', { field: 'file', sheet, headings: missing.join(', ') })
}
