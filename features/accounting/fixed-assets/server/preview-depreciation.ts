import type { previewDepreciation as contract } from '#features/accounting/fixed-assets/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { lastDayOf, type Period } from '#core/calendar.ts'
import { sumKobo } from '#core/money.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { foldForSearch } from '#core/searching.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { calculateDepreciation } from './calculate-depreciation.ts'

type Line = Replied<typeof contract>

const columns: TableColumn<Line>[] = [
  { header: 'Number', kind: 'text', width: 12, value: ({ number }) => number },
  { header: 'Asset', kind: 'text', value: ({ name }) => name },
  { header: 'Class', kind: 'text', value: ({ accountName }) => accountName },
  { header: 'Months', kind: 'number', value: ({ months }) => months },
  { header: 'Depreciation', kind: 'money', value: ({ amount }) => amount },
]

/** What a run of depreciation would post now. Refuses: file_rows_too_many. */
export async function previewDepreciation(
  tx: Tx,
  _actor: TenantActor,
  { through, q, sort, page, limit, format: asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Line> | FileDraft> {
  const all = (await calculateDepreciation(tx, through)).map(({ months, ...asset }): Line => ({
    ...asset,
    from: months[0]?.period as Period,
    through: months.at(-1)?.period as Period,
    months: months.length,
  }))
  const amount = sumKobo(all.map((line) => line.amount))
  const on = lastDayOf(through)
  const format = fileFormatOf(asked)
  if (format) {
    const total = { ...all[0], number: 'Total', name: '', accountName: '', months: 0, amount } as Line
    return draftReport(tx, {
      ...{ name: 'depreciation', title: 'Depreciation', format, now, columns },
      days: { to: on },
      rows: [...all, total],
      look: (row) => (row === total ? 'total' : 'plain'),
    })
  }
  const wanted = foldForSearch(q ?? '')
  const found = all.filter(({ number, name }) => foldForSearch(`${number} ${name}`).includes(wanted))
  const way = sort?.startsWith('-') ? -1 : 1
  if (sort?.endsWith('amount')) found.sort((one, other) => way * Number(one.amount - other.amount))
  else if (way < 0) found.reverse()
  return {
    rows: found.slice((page - 1) * limit, page * limit),
    total: found.length,
    summary: {
      ...{ through: on, assets: all.length, amount },
      approvals: approvalsNeeded(await findApprovalRules(tx), 'journal', amount),
    },
  }
}
