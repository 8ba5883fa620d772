import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { removeBroughtAssets } from '#features/accounting/fixed-assets/server/writes.ts'
import * as contract from '#features/accounting/opening-balances/contract.ts'
import { assetHeadings, assetHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-assets.ts'
import {
  checkOpeningBalances,
  columnOf,
  numberHeading,
  numberHeadings,
  type ReadSheet,
  sheetNames,
} from '#features/accounting/opening-balances/rules/opening-balances.ts'
import { depositHeadings, depositHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-deposits.ts'
import { heldHeadings, heldHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-held-money.ts'
import { loanHeadings, loanHeadingsNeeded } from '#features/accounting/opening-balances/rules/opening-loans.ts'
import { type Sheet, sheets } from '#features/accounting/opening-balances/rules/sheets.ts'
import { bringArrearsForward } from '#features/members/members/server/actions.ts'
import { approveTransaction, type Voucher } from '#features/savings/transactions/server/actions.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { OpeningBalancesId, TransactionId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { storedCells } from '#core/spreadsheets/cell.ts'
import { action, uploadAction, type UploadedFile } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, update } from '#platform/db/write.ts'
import type { SheetTable } from '#platform/files/sheet-table.ts'
import { readWorkbookFile } from '#platform/files/spreadsheet-file.ts'
import { blockPostings, lockBooksComputed, reopenForReversal } from '#platform/ledger/ledger.ts'
import { openingChanged, refuseDiffering } from './post-waiting-opening-balances.ts'
import { checkCurrent, findCurrent, findRegister, shownOf } from './reads.ts'
import { replaceUnsigned } from './writes.ts'

const hiddenRefused = refusal(
  'opening_hidden',
  422,
  'On the sheet {sheet} {hidden} hidden in Excel. Show or delete what is hidden, save the workbook and choose it again.',
)
const openingColumnsMissing = refusal(
  'opening_columns_missing',
  422,
  'The sheet {sheet} has no column {headings}. Use the headings of the workbook to download.',
)
const openingPosted = refusal(
  'opening_standing',
  409,
  'The opening balances are in the books as entry No. {number}. Reverse it as one before you read another workbook.',
)
const openingSigned = refusal(
  'opening_standing',
  409,
  'A workbook is signed and waits for the second signature. Reject it before you read another one.',
)
const uploaderSignsFirst = refusal(
  'uploader_signs_first',
  409,
  '{name} read this workbook and signs first. Another officer signs second.',
)

/** The sheets of a workbook of opening balances. Refuses: opening_columns_missing, opening_hidden, and what `readWorkbookFile` refuses. */
async function readOpeningWorkbook({ fileName, content }: UploadedFile): Promise<OpeningWorkbook> {
  const names = sheets.map((sheet) => sheetNames[sheet])
  const read = (
    await readWorkbookFile(
      content,
      contract.openingRowsMax,
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
export const uploadOpeningWorkbook = uploadAction(
  contract.uploadOpeningWorkbook,
  readOpeningWorkbook,
  async (ask, { asOf, file }) => {
    const { tx, actor, today } = ask
    const checked = await lockBooksComputed(tx, actor.cooperativeId, async () =>
      checkOpeningBalances(file.sheets, await findRegister(tx, asOf), asOf),
    )
    const standing = await findCurrent(tx, actor)
    if (standing?.status === 'approved') refuse(openingPosted({ field: 'file', number: standing.entryNumber ?? '' }))
    if (standing?.status === 'pending') refuse(openingSigned({ field: 'file' }))
    const dated = whyNotDate(await findOpenDays(tx), asOf, today)
    if (dated) refuse(dated.code, { ...dated.detail, field: 'asOf' })

    // From here on it must succeed.
    const id = newId<OpeningBalancesId>()
    await replaceUnsigned(tx, actor, { id, asOf, ...file })
    const found = await findCurrent(tx, actor)
    if (!found) throw new Error(`The workbook ${id} was kept without a trace`)
    return shownOf(tx, actor, found, checked)
  },
)

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
  if (missing.length > 0) refuse(openingColumnsMissing({ field: 'file', sheet, headings: missing.join(', ') }))
}

/**
 * The first signature lets the balances wait, the second posts them. Refuses: opening_changed, opening_standing, opening_differs,
 * uploader_signs_first, opening_takes_two, and a date that the books do not take.
 */
export const signOpeningBalances = action(contract.signOpeningBalances, async (ask, { openingBalancesId }) => {
  const { tx, actor, today } = ask
  await blockPostings(tx, actor.cooperativeId)
  const found = await findCurrent(tx, actor)
  if (!found || found.id !== openingBalancesId) return refuse(openingChanged())
  if (found.status === 'approved') refuse(openingPosted({ number: found.entryNumber ?? '' }))
  const checked = await checkCurrent(tx, found)
  if (found.transactionId) {
    await approveTransaction(ask, { transactionId: found.transactionId })
  } else {
    if (found.uploadedById !== actor.loginId) refuse(uploaderSignsFirst({ name: found.uploadedBy }))
    refuseDiffering(checked)
    const dated = whyNotDate(await findOpenDays(tx), found.asOf, today)
    if (dated) throw dated
    // What a second officer then approves, or turns down.
    const transactionId = newId<TransactionId>()
    await insert(tx, 'app.transaction', {
      transactionId,
      type: 'opening',
      status: 'pending',
      amount: checked.sums.debit,
      direction: 'in',
      occurredOn: found.asOf,
      description: `Opening balances at ${dayText(found.asOf)}`,
      approvalsNeeded: 1,
      recordedBy: actor.loginId,
      recordedByName: actor.name,
    })
    await update(tx, 'app.opening_balances', { openingBalancesId }, { transactionId })
  }
  const after = await findCurrent(tx, actor)
  return after ? shownOf(tx, actor, after, checked) : refuse(openingChanged())
})

/** With opening balances go the lock, the arrears and the fixed assets that came with them. */
export async function undoOpeningBalances(
  tx: Tx,
  actor: TenantActor,
  { entryId, held, reason }: Voucher & { reason: string },
  { on }: { on: Day },
): Promise<() => Promise<void>> {
  if (!held.some(({ type }) => type === 'opening')) return async () => {}
  await reopenForReversal(tx, actor, entryId, reason)
  return async () => {
    await bringArrearsForward(tx, actor, on, [])
    await removeBroughtAssets(tx, entryId, reason)
  }
}
