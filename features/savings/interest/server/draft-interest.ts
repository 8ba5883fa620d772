import type { Day } from '#core/calendar.ts'
import type { FileFormat } from '#core/file-format.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'

export type InterestRow = {
  membershipno: string
  name: string
  basis: Kobo
  interest: Kobo
  difference: Kobo
  amount: Kobo
}

const columns: TableColumn<InterestRow & { isTotal: boolean }>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', value: ({ name }) => name },
  { header: 'Earning balance', kind: 'money', value: ({ basis, isTotal }) => (isTotal ? null : basis) },
  { header: 'Interest', kind: 'money', value: ({ interest }) => interest },
  { header: 'Earlier periods', kind: 'money', value: ({ difference }) => difference },
  { header: 'To be paid', kind: 'money', value: ({ amount }) => amount },
]

/** The list of a period's interest as a file that is written when its transaction has ended. Refuses: file_rows_too_many. */
export async function draftInterest(
  tx: Tx,
  rows: readonly InterestRow[],
  { format, name, from, to, now }: { format: FileFormat; name: string; from: Day; to: Day; now: Date },
): Promise<FileDraft> {
  const sum = (of: (row: InterestRow) => Kobo) => sumKobo(rows.map(of))
  const total = {
    membershipno: '',
    name: 'All members',
    basis: sum(({ basis }) => basis),
    interest: sum(({ interest }) => interest),
    difference: sum(({ difference }) => difference),
    amount: sum(({ amount }) => amount),
    isTotal: true,
  }
  const printed = [...rows.map((row) => ({ ...row, isTotal: false })), total]
  return draftReport(tx, {
    name: 'interest',
    title: `Interest on ${name}`,
    sheet: 'Interest',
    format,
    now,
    days: { from, to },
    columns,
    rows: printed,
    look: ({ isTotal }) => (isTotal ? 'total' : 'plain'),
  })
}
