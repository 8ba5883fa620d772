import type { getTrialBalance as contract } from '#features/accounting/books/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Author } from '#core/actor.ts'
import {
  type TrialBalance,
  trialBalance,
  type TrialBalanceLine,
} from '#features/accounting/books/rules/trial-balance.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { findDays, findSums } from './queries.ts'

/**
 * The trial balance of a period, from the postings themselves. Members' accounts are summed under their control
 * account, so that the report is one page whatever the number of members.
 */
export async function getTrialBalance(
  tx: Tx,
  _actor: Author,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract> | FileDraft> {
  const days = await findDays(tx, input, now)
  const { lines, totals, balanced } = trialBalance(await findSums(tx, days))
  const format = fileFormatOf(input.format)
  if (!format) return { from: days.from, asOf: days.to, accounts: lines, totals, balanced }
  return draftReport(tx, {
    name: 'trial-balance',
    format,
    now,
    days,
    columns,
    rows: [...lines, { code: '', name: 'Total', ...totals }],
    look: ({ code }) => (code === '' ? 'total' : 'plain'),
  })
}

type Row = Omit<TrialBalanceLine, 'accountId' | 'class'> | ({ code: string; name: string } & TrialBalance['totals'])

/** A side without an amount stays empty, but not in the row of totals. */
const shown = ({ code }: Row, amount: Kobo) => (amount === zeroKobo && code !== '' ? null : amount)

const columns: TableColumn<Row>[] = [
  { header: 'Code', kind: 'text', width: 8, value: (row) => row.code },
  { header: 'Account', kind: 'text', width: 30, value: (row) => row.name },
  { header: 'Opening debit', kind: 'money', value: (row) => shown(row, row.opening.debit) },
  { header: 'Opening credit', kind: 'money', value: (row) => shown(row, row.opening.credit) },
  { header: 'Moved debit', kind: 'money', value: (row) => shown(row, row.movement.debit) },
  { header: 'Moved credit', kind: 'money', value: (row) => shown(row, row.movement.credit) },
  { header: 'Closing debit', kind: 'money', value: (row) => shown(row, row.debit) },
  { header: 'Closing credit', kind: 'money', value: (row) => shown(row, row.credit) },
]
