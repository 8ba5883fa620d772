import { type Day, dayText } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { grouped } from '#core/money.ts'
import { type FiscalYear, fiscalYearOf, fiscalYearsBetween } from '#features/accounting/books/rules/fiscal-year.ts'
import { findClosings, findDays, findFiscalYearStart, findHead } from '#features/accounting/books/server/reads.ts'
import * as contract from '#features/governance/audit/contract.ts'
import { action } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import { draftTables } from '#platform/files/table-draft.ts'
import { type WritableTable, writableTable } from '#platform/files/table-file.ts'
import type { PaperHead } from '#platform/files/table-paper.ts'
import { packParts } from './pack-parts.ts'
import { findSociety } from './reads.ts'

const writingSeconds = 60

/** The papers that an auditor asks for, of one period. Refuses: days_wrong_way, file_rows_too_many. */
export const getAuditPack = action(contract.getAuditPack, async (ask, { format = 'json', ...asked }) => {
  const { tx, now, today } = ask
  const days = await findDays(tx, asked, now)
  if (format === 'json') {
    const parts = packParts.map(({ title, says }) => ({ title, says }))
    return { from: days.from, to: days.to, years: await findYears(tx, today), parts }
  }
  const society = await findSociety(tx)
  const head: PaperHead = {
    society: society.name,
    title: 'Audit pack',
    lines: [`${dayText(days.from)} to ${dayText(days.to)}`, `Amounts in naira (₦). Printed on ${dayText(today)}.`],
  }
  const tables: WritableTable[] = []
  for (const { title, sheet, draw } of packParts) {
    const drawn = await draw({ ...ask, days, society, head: { ...head, title } })
    tables.push({ ...drawn, sheet })
  }
  return draftTables({
    format,
    fileName: `audit-pack-${days.from}-to-${days.to}`,
    foot: head,
    tables: [contentsOf(head, tables), ...(format === 'pdf' ? tables.map(forPaper) : tables)],
    seconds: writingSeconds,
  })
})

async function findYears(tx: Tx, today: Day): Promise<Replied<typeof contract.getAuditPack>['years']> {
  const [start, { first }, closings] = [await findFiscalYearStart(tx), await findHead(tx), await findClosings(tx)]
  const closed = new Set(closings.map(({ yearEnd }) => yearEnd))
  const years: FiscalYear[] = first ? fiscalYearsBetween(first, today, start) : [fiscalYearOf(today, start)]
  return years.map((year) => ({ ...year, isClosed: closed.has(year.to) }))
}

function contentsOf(head: PaperHead, tables: readonly WritableTable[]): WritableTable {
  return writableTable<WritableTable>(
    {
      sheet: 'Contents',
      head,
      columns: [
        { header: 'Part', kind: 'text', width: 50, value: (table) => table.head.title },
        { header: 'Sheet of the workbook', kind: 'text', width: 31, value: ({ sheet }) => sheet },
        { header: 'Rows', kind: 'number', value: ({ rowCount }) => rowCount },
      ],
    },
    tables,
  )
}

/** What is too long to print shows its headings and totals, and says where its rows are. */
function forPaper(table: WritableTable): WritableTable {
  const { head, rowCount, plainRows } = table
  if (rowCount <= rowsMax.pdf) return table
  const note = `${grouped(String(rowCount))} rows are too many to print: they are in the Excel file of this pack. Only their totals are here.`
  return {
    ...table,
    head: { ...head, lines: [...head.lines, note] },
    *plainRows() {
      for (const row of plainRows()) if (row.look !== 'plain') yield row
    },
  }
}
