import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { listImportRows as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import { kobo, moneyText } from '#core/money.ts'
import { amountIn } from '#features/society/imports/rules/contribution-row.ts'
import { byPayroll } from '#features/society/imports/rules/by-payroll.ts'
import { recordedOf } from '#features/society/imports/rules/recorded-of.ts'
import { dayOfShortYear } from '#features/society/imports/rules/short-year.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { noteMembers } from './check-contribution-rows.ts'
import { employersIn, findImport, findPageOfRows, type Import, refuseOthersKind } from './queries.ts'
import type { StoredRow } from './store.ts'

/** What its member has paid for the month already, and what that leaves to be recorded. */
function noteOfAmount(
  { cells, skipped, paidBefore, paidInFiles, paidBeforeEntry, deductedBefore, deductedBy }: StoredRow,
  { mapping, records }: Import,
): string | undefined {
  const [paid, amount] = [kobo(paidBefore), amountIn(cells[mapping.indexOf('amount')] ?? '')]
  if (paid === 0n || amount === undefined) return undefined
  const recorded = recordedOf({ amount, paidBefore: paid, paidInFiles: kobo(paidInFiles) }, records)
  const more = recorded > 0n ? `${moneyText(recorded)} will be recorded` : 'Nothing will be recorded'
  const voucher = paidBeforeEntry === null ? '' : ` (voucher ${paidBeforeEntry})`
  const inFiles = records === 'files' ? `, ${moneyText(kobo(paidInFiles))} of it by earlier files` : ''
  const deducted = byPayroll(kobo(deductedBefore), employersIn(deductedBy))
  return `Paid ${moneyText(paid)} for this month already${voucher}${inFiles}${deducted}.${records === null || skipped ? '' : ` ${more}.`}`
}

/** The rows of the file by their number, or those that wait for a correction, or those that are left out. */
export async function listImportRows(
  tx: Tx,
  actor: TenantActor,
  { importId, ...asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>>> {
  const found = await findImport(tx, importId)
  refuseOthersKind(actor, found)
  const { rows, total } = await findPageOfRows(tx, importId, asked)
  const ofMembers = found.kind === 'contributions' ? await noteMembers(tx, found, rows) : undefined
  return {
    rows: rows.map(({ shown, ...row }) => ({
      ...row,
      doubles: shown,
      notes: found.mapping.flatMap((field, column) => {
        const named = ofMembers?.get(row.number)?.filter((note) => note.column === column) ?? []
        const day = found.kind === 'members' ? dayOfShortYear(field, row.cells[column] ?? '', dayIn(now)) : undefined
        const message = day ? `Read as ${dayText(day)}` : field === 'amount' ? noteOfAmount(row, found) : undefined
        return [...named, ...(message === undefined ? [] : [{ column, message }])]
      }),
    })),
    total,
  }
}
