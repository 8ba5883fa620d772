import type { Replied } from '#core/contract/endpoint.ts'
import { fileFormatOf } from '#core/file-format.ts'
import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import * as contract from '#features/accounting/books/contract.ts'
import { action } from '#platform/action.ts'
import { draftReport } from '#platform/files/draft-report.ts'
import { refuseTooManyRows, rowsMax } from '#platform/files/rows-max.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { findAccount, findDays, findLedger } from './reads.ts'

type Line = Replied<typeof contract.getGeneralLedger>

/** The entries of one account, or of every account, with the balance after each. Refuses: not_found, file_rows_too_many. */
export const getGeneralLedger = action(contract.getGeneralLedger, async ({ tx, now }, asked) => {
  const { accountId, page, limit, sort } = asked
  const account = accountId ? await findAccount(tx, accountId) : null
  const { from, to } = await findDays(tx, asked, now)
  const format = fileFormatOf(asked.format)
  const paging = format
    ? { page: 1, limit: rowsMax[format] + 1, descending: false }
    : { page, limit, descending: sort === '-on' }
  const { accounts, total, lines } = await findLedger(tx, accountId, { from, to }, paging)
  const sum = (of: 'debit' | 'credit') => sumKobo(accounts.map((each) => each[of]))
  const moved = { debit: sum('debit'), credit: sum('credit') }
  const [only] = account ? accounts : []
  const [opening, closing] = [only?.opening ?? zeroKobo, only?.closing ?? zeroKobo]
  if (!format) return { rows: lines, total, summary: { account, from, to, opening, ...moved, closing, accounts } }
  refuseTooManyRows(lines.length, format)
  const draft = { name: 'general-ledger', format, now, days: { from, to } }
  const look = ({ number }: Printed) => (number === null ? 'total' : 'plain')
  if (account) {
    const rows = printed({ opening, ...moved, closing }, lines)
    return draftReport(tx, {
      ...draft,
      of: `${account.code} ${account.memberName ?? account.name}`,
      columns,
      rows,
      look,
    })
  }
  const byAccount = Map.groupBy(lines, (line) => line.account.accountId)
  const rows = accounts.flatMap((each) => printed(each, byAccount.get(each.accountId) ?? [], each))
  const all = edge('All accounts', null, moved, { code: null, name: null })
  return draftReport(tx, { ...draft, columns: [...ofWhich, ...columns], rows: [...rows, all], look })
})

type Which = { code: string | null; name: string | null }
type Printed = Pick<Line, 'description' | 'against'> & {
  which: Which
  on: Line['on'] | null
  number: number | null
  debit: Kobo | null
  credit: Kobo | null
  balance: Kobo | null
}

type Sides = { debit: Kobo | null; credit: Kobo | null }

/** The lines of an account from its opening to its closing balance. */
function printed(
  { opening, debit, credit, closing }: Record<'opening' | 'debit' | 'credit' | 'closing', Kobo>,
  lines: readonly Line[],
  { code, name }: Which = { code: null, name: null },
): Printed[] {
  const which = { code, name }
  return [
    edge('Opening balance', opening, { debit: null, credit: null }, which),
    ...lines.map((line) => ({ ...line, which })),
    edge('Closing balance', closing, { debit, credit }, which),
  ]
}

function edge(description: string, balance: Kobo | null, sides: Sides, which: Which): Printed {
  return { which, on: null, number: null, description, against: null, ...sides, balance }
}

const shown = (amount: Kobo | null) => (amount === zeroKobo ? null : amount)

const ofWhich: TableColumn<Printed>[] = [
  { header: 'Code', kind: 'text', width: 8, value: ({ which }) => which.code },
  { header: 'Account', kind: 'text', width: 24, value: ({ which }) => which.name },
]
const columns: TableColumn<Printed>[] = [
  { header: 'Date', kind: 'date', value: ({ on }) => on },
  { header: 'Entry', kind: 'number', value: ({ number }) => number },
  { header: 'Description', kind: 'text', width: 46, value: ({ description }) => description },
  { header: 'Against', kind: 'text', width: 24, value: ({ against }) => against },
  { header: 'Debit', kind: 'money', value: ({ debit }) => shown(debit) },
  { header: 'Credit', kind: 'money', value: ({ credit }) => shown(credit) },
  { header: 'Balance', kind: 'money', value: ({ balance }) => balance },
]
