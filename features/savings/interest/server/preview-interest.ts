import type { Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { type FileFormat, fileFormatOf } from '#core/file-format.ts'
import { type Kobo, sumKobo } from '#core/money.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import * as contract from '#features/savings/interest/contract.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { action } from '#platform/action.ts'
import type { Tx } from '#platform/db/tx.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { calculateInterest } from './calculate-interest.ts'
import { pageLines } from './page-lines.ts'
import { findInterestType, findPaidLines, findPeriod, findRun } from './reads.ts'

type InterestRow = Omit<Replied<typeof contract.previewInterest>, 'memberId'>

/** What the interest of a period comes to if it is posted now. Refuses: interest_not_borne, interest_period_unknown, interest_posted, interest_posted_later. */
export const previewInterest = action(contract.previewInterest, async ({ tx, now, today }, input) => {
  const { accountTypeId, to, format: asked, ...list } = input
  const type = await findInterestType(tx, accountTypeId)
  const period = await findPeriod(tx, type, to, today)
  const lines = await calculateInterest(tx, type, period)
  const format = fileFormatOf(asked)
  if (format) return draftInterest(tx, lines, { format, name: type.name, ...period, now })
  const total = sumKobo(lines.map(({ amount }) => amount))
  const { terms } = type
  const summary = {
    name: type.name,
    annualRatePercent: terms.rateBasisPoints / 100,
    method: terms.method,
    leastBalance: terms.leastBalance,
    ...period,
    members: lines.filter(({ amount }) => amount > 0n).length,
    ...sumsOf(lines),
    total,
    approvals: approvalsNeeded(await findApprovalRules(tx), 'journal', total),
  }
  return { ...pageLines(lines, 'amount', list), summary }
})

/** What one run paid each account. */
export const listInterestLines = action(contract.listInterestLines, async ({ tx, now }, input) => {
  const { runId, format: asked, ...list } = input
  const run = await findRun(tx, { runId })
  const lines = await findPaidLines(tx, runId)
  const format = fileFormatOf(asked)
  if (format) return draftInterest(tx, lines, { format, name: run.name, from: run.from, to: run.to, now })
  return { ...pageLines(lines, 'amount', list), summary: { ...run, ...sumsOf(lines) } }
})

function sumsOf(lines: readonly InterestRow[]) {
  return {
    interest: sumKobo(lines.map(({ interest }) => interest)),
    difference: sumKobo(lines.map(({ difference }) => difference)),
  }
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
async function draftInterest(
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
