import type { Day } from '#core/calendar.ts'
import type { FileFormat } from '#core/file-format.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import type { AccrualLine } from './queries.ts'

type Row = Pick<AccrualLine, 'membershipno' | 'name' | 'loanConfig' | 'receivable' | 'inAdvance' | 'suspended'> & {
  daysLate: number | null
}

const columns: TableColumn<Row>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', value: ({ name }) => name },
  { header: 'Loan', kind: 'text', value: ({ loanConfig }) => loanConfig },
  { header: 'Earned, not paid', kind: 'money', value: ({ receivable }) => receivable },
  { header: 'Paid, not earned', kind: 'money', value: ({ inAdvance }) => inAdvance },
  { header: 'Suspended', kind: 'money', value: ({ suspended }) => suspended },
  { header: 'Days late', kind: 'text', value: ({ daysLate }) => (daysLate === null ? '' : String(daysLate)) },
]

/** Interest on loans at a month end, loan by loan, as a file that is written when its transaction has ended. Refuses: file_rows_too_many. */
export async function draftAccrual(
  tx: Tx,
  lines: readonly AccrualLine[],
  { format, on, now }: { format: FileFormat; on: Day; now: Date },
): Promise<FileDraft> {
  const sum = (of: (line: AccrualLine) => Kobo) => sumKobo(lines.map(of))
  const total: Row = {
    membershipno: '',
    name: 'All loans',
    loanConfig: '',
    receivable: sum(({ receivable }) => receivable),
    inAdvance: sum(({ inAdvance }) => inAdvance),
    suspended: sum(({ suspended }) => suspended),
    daysLate: null,
  }
  return draftReport(tx, {
    name: 'interest-on-loans',
    title: 'Interest on loans',
    format,
    now,
    days: { to: on },
    columns,
    rows: [...lines, total],
    look: (row) => (row === total ? 'total' : 'plain'),
  })
}
