import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { Card } from '#ui/Card.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table, moneyColumn } from '#ui/Table.tsx'
import { AccountLink } from './AccountLink.tsx'

/** A line without an account is a sum that the report makes itself. */
export type StatementRow = { accountId?: AccountId; code: string; name: string; amount: Kobo }

/** One section of a statement: its accounts, each leading to its entries, and their sum. */
export function StatementTable({
  title,
  rows,
  total,
  days,
  none,
}: {
  title: string
  rows: readonly StatementRow[] | undefined
  total: readonly [string, Kobo] | undefined
  days: { from?: Day | undefined; to?: Day | undefined } | undefined
  /** Where there is no line. */
  none: string
}) {
  const columns: Column<StatementRow>[] = [
    {
      key: 'code',
      header: 'Code',
      width: '96px',
      card: 'hidden',
      cell: (row) => <span className="number muted">{row.code}</span>,
    },
    {
      key: 'name',
      header: 'Account',
      card: 'title',
      cell: (row) =>
        row.accountId ? (
          <AccountLink accountId={row.accountId} days={days}>
            {row.name}
          </AccountLink>
        ) : (
          row.name
        ),
    },
    moneyColumn('amount', 'Amount', (row) => row.amount, { card: 'corner' }),
  ]
  return (
    <Card flush title={title}>
      <Table
        dense
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.code + row.name}
        loadingRows={3}
        {...(total && { totals: { name: total[0], amount: <MoneyText amount={total[1]} /> } })}
        empty={<p className="report__result muted">{none}</p>}
      />
    </Card>
  )
}
