import type { getGeneralLedger as contract } from '#contract/books/books.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { normalSide } from '#domain/books/ledger/account.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import type { TableColumn } from '#server/files/table-columns.ts'
import { draftReport, fileFormatOf, rowsMax } from './draft-report.ts'
import { findAccount, findDays, findLedger } from './queries.ts'

type Line = Replied<typeof contract>
/** One account's entries with the balance after each. Refuses: not_found, file_rows_too_many. */
export async function getGeneralLedger(
  tx: Tx,
  _actor: TenantActor,
  { accountId, page, limit, sort, format: asked, ...input }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Line> | FileDraft> {
  const account = await findAccount(tx, accountId)
  const { from, to } = await findDays(tx, input, now)
  const format = fileFormatOf(asked)
  const paging = format
    ? { page: 1, limit: rowsMax[format] + 1, descending: false }
    : { page, limit, descending: sort === '-on' }
  const { sums, lines } = await findLedger(tx, account, { from, to }, paging)
  const net = (sums.debit - sums.credit) as Kobo
  const closing = (sums.opening + (normalSide(account.class) === 'debit' ? net : -net)) as Kobo
  if (!format)
    return {
      rows: lines,
      total: sums.total,
      summary: { account, from, to, opening: sums.opening, debit: sums.debit, credit: sums.credit, closing },
    }
  const edge = (description: string, balance: Kobo, sides: { debit: Kobo | null; credit: Kobo | null }): Printed => ({
    on: null,
    number: null,
    description,
    against: null,
    ...sides,
    balance,
  })
  const printed = [
    edge('Opening balance', sums.opening, { debit: null, credit: null }),
    ...lines,
    edge('Closing balance', closing, sums),
  ]
  const of = `${account.code} ${account.memberName ?? account.name}`
  return draftReport(tx, {
    name: 'general-ledger',
    format,
    now,
    of,
    days: { from, to },
    columns,
    rows: printed,
    look: ({ number }) => (number === null ? 'total' : 'plain'),
  })
}

type Printed = Pick<Line, 'description' | 'against' | 'balance'> & {
  on: Line['on'] | null
  number: number | null
  debit: Kobo | null
  credit: Kobo | null
}

const shown = (amount: Kobo | null) => (amount === zeroKobo ? null : amount)

const columns: TableColumn<Printed>[] = [
  { header: 'Date', kind: 'date', value: ({ on }) => on },
  { header: 'Entry', kind: 'number', value: ({ number }) => number },
  { header: 'Description', kind: 'text', width: 46, value: ({ description }) => description },
  { header: 'Against', kind: 'text', width: 24, value: ({ against }) => against },
  { header: 'Debit', kind: 'money', value: ({ debit }) => shown(debit) },
  { header: 'Credit', kind: 'money', value: ({ credit }) => shown(credit) },
  { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
]
