import type { FileFormat } from '#core/file-format.ts'
import type { FiscalYear } from '#features/accounting/books/rules/fiscal-year.ts'
import {
  type DividendDestination,
  dividendDestinationNames,
} from '#features/surplus/appropriation/rules/destination.ts'
import { type DividendExclusion, exclusionText } from '#features/surplus/appropriation/rules/exclusion.ts'
import { departureText } from '#features/surplus/appropriation/rules/dividend-rules.ts'
import { totalsOf } from '#features/surplus/appropriation/rules/dividend.ts'
import type { Kobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'

export type DividendRow = {
  membershipno: string
  name: string
  basis: Kobo
  post: string | null
  gross: Kobo
  tax: Kobo
  net: Kobo
  paidTo: DividendDestination | null
  exclusion: DividendExclusion | null
  exclusionReason: string | null
}

const columns: TableColumn<DividendRow & { isTotal: boolean }>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', value: ({ name }) => name },
  { header: 'Shared by', kind: 'money', value: ({ basis, isTotal }) => (isTotal ? null : basis) },
  { header: 'Gross', kind: 'money', value: ({ gross }) => gross },
  { header: 'Withholding tax', kind: 'money', value: ({ tax }) => tax },
  { header: 'Net', kind: 'money', value: ({ net }) => net },
  {
    header: 'Paid to',
    kind: 'text',
    width: 18,
    value: ({ paidTo }) => (paidTo ? dividendDestinationNames[paidTo] : ''),
  },
]

const postColumn: (typeof columns)[number] = { header: 'Post', kind: 'text', value: ({ post }) => post ?? '' }

const excludedColumn: (typeof columns)[number] = {
  header: 'Excluded because',
  kind: 'text',
  width: 24,
  value: ({ exclusion, exclusionReason: reason }) => (exclusion ? exclusionText({ exclusion, reason }) : ''),
}

/** In each row, because a workbook and a CSV have nothing above their rows. */
const departureColumn = (departure: string): (typeof columns)[number] => ({
  header: 'Not as in the bye-laws',
  kind: 'text',
  width: 40,
  value: () => departure,
})

/**
 * What each member gets as a file that is written when its transaction has ended, with the reason where it is not shared as the
 * bye-laws say. Refuses: file_rows_too_many.
 */
export async function draftDividend(
  tx: Tx,
  rows: readonly DividendRow[],
  {
    format,
    name,
    year,
    now,
    departure = null,
  }: { format: FileFormat; name: string; year: FiscalYear; now: Date; departure?: string | null },
): Promise<FileDraft> {
  const total = {
    membershipno: '',
    name: 'All members',
    basis: 0n as Kobo,
    ...totalsOf(rows),
    paidTo: null,
    exclusion: null,
    post: null,
    exclusionReason: null,
    isTotal: true,
  }
  return draftReport(tx, {
    name: 'dividend',
    title: name,
    sheet: 'Dividend',
    format,
    now,
    days: year,
    ...(departure !== null && { notes: [departureText(departure)] }),
    columns: [
      ...columns,
      ...(rows.some(({ post }) => post) ? [postColumn] : []),
      ...(rows.some(({ exclusion }) => exclusion) ? [excludedColumn] : []),
      ...(departure !== null && format !== 'pdf' ? [departureColumn(departure)] : []),
    ],
    rows: [...rows.map((row) => ({ ...row, isTotal: false })), total],
    look: ({ isTotal }) => (isTotal ? 'total' : 'plain'),
  })
}
