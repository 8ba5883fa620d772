import type { Replied } from '#core/contract/endpoint.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/accounting/books/contract.ts'
import { action } from '#platform/action.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { rowsMax } from '#platform/files/rows-max.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { findCash, findCashLines, findDays } from './reads.ts'

type Line = Replied<typeof contract.getCashBook>

/** Receipts and payments of cash and bank, day by day. Refuses: not_found for an account that holds no cash, file_rows_too_many. */
export const getCashBook = action(contract.getCashBook, async ({ tx, now }, asked) => {
  const { accountId, page, limit, sort } = asked
  const days = await findDays(tx, asked, now)
  const { from, to } = days
  const accounts = await findCash(tx, days)
  const chosen = accountId ? accounts.filter((account) => account.accountId === accountId) : accounts
  if (accountId && chosen.length === 0) return refuse('not_found')
  const opening = sumKobo(chosen.map((account) => account.opening))
  const format = fileFormatOf(asked.format)
  const paging = format
    ? { page: 1, limit: rowsMax[format] + 1, descending: false }
    : { page, limit, descending: sort === '-on' }
  const { sums, lines } = await findCashLines(
    tx,
    { accountIds: chosen.map((account) => account.accountId), opening },
    { from, to },
    paging,
  )
  const closing = (opening + sums.receipts - sums.payments) as Kobo
  const told = lines.map((line) => ({
    ...line,
    endOfDay: line.endOfDay && {
      receipts: kobo(BigInt(line.endOfDay.receipts)),
      payments: kobo(BigInt(line.endOfDay.payments)),
    },
  }))
  if (!format)
    return {
      rows: told,
      total: sums.total,
      summary: { from, to, accounts, opening, receipts: sums.receipts, payments: sums.payments, closing },
    }
  const edge = (description: string, balance: Kobo, sides: Pick<Printed, 'receipts' | 'payments'>): Printed => ({
    on: null,
    number: null,
    description,
    account: null,
    ...sides,
    balance,
  })
  const printed = [
    edge('Opening balance', opening, { receipts: null, payments: null }),
    ...told,
    edge('Closing balance', closing, sums),
  ]
  const of = accountId ? { of: chosen.map(({ name }) => name).join() } : {}
  return draftReport(tx, {
    name: 'cash-book',
    format,
    now,
    ...of,
    days: { from, to },
    columns,
    rows: printed,
    look: ({ number }) => (number === null ? 'total' : 'plain'),
  })
})

type Printed = Pick<Line, 'description' | 'balance'> & {
  on: Line['on'] | null
  number: number | null
  account: string | null
  receipts: Kobo | null
  payments: Kobo | null
}

const shown = (amount: Kobo | null) => (amount === zeroKobo ? null : amount)

const columns: TableColumn<Printed>[] = [
  { header: 'Date', kind: 'date', value: ({ on }) => on },
  { header: 'Entry', kind: 'number', value: ({ number }) => number },
  { header: 'Description', kind: 'text', width: 46, value: ({ description }) => description },
  { header: 'Account', kind: 'text', width: 20, value: ({ account }) => account },
  { header: 'Receipts', kind: 'money', value: ({ receipts }) => shown(receipts) },
  { header: 'Payments', kind: 'money', value: ({ payments }) => shown(payments) },
  { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
]
