import { type FileFormat, fileFormatOf } from '#core/file-format.ts'
import type { listDepositAccrualLines as contract } from '#features/loans/accruals/contract.ts'
import type { PageOf, Replied } from '#core/contract/endpoint.ts'
import type { Day } from '#core/calendar.ts'
import { sumKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { DepositAccrualLine } from '#features/savings/fixed-deposits/server/reads.ts'
import { pageLines } from '#features/savings/interest/server/page-lines.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'

type Row = Omit<DepositAccrualLine, 'depositId' | 'memberId' | 'maturesOn'> & { maturesOn: Day | null }

const columns: TableColumn<Row>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', value: ({ name }) => name },
  { header: 'Certificate', kind: 'text', value: ({ certificate }) => certificate },
  { header: 'Deposit', kind: 'text', value: ({ account }) => account },
  { header: 'Matures on', kind: 'date', value: ({ maturesOn }) => maturesOn },
  { header: 'Earned, not paid', kind: 'money', value: ({ payable }) => payable },
]

type Asked = Parameters<typeof pageLines>[2] & { format?: FileFormat | 'json' | undefined }

/** Interest on fixed deposits at a month end, deposit by deposit: a page of it, or a file that is written when its transaction has ended. Refuses: file_rows_too_many. */
export async function pageDepositLines(
  tx: Tx,
  lines: readonly DepositAccrualLine[],
  on: Day,
  { format: asked, ...list }: Asked,
  { now }: Pick<Context, 'now'>,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const payable = sumKobo(lines.map((line) => line.payable))
  const format = fileFormatOf(asked)
  if (!format) return { ...pageLines(lines, 'payable', list), summary: { on, deposits: lines.length, payable } }
  const total: Row = { membershipno: '', name: 'All deposits', certificate: '', account: '', maturesOn: null, payable }
  return draftReport(tx, {
    name: 'interest-on-deposits',
    title: 'Interest on fixed deposits',
    format,
    now,
    days: { to: on },
    columns,
    rows: [...lines, total],
    look: (row) => (row === total ? 'total' : 'plain'),
  })
}
