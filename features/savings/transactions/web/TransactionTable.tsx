import { type ComponentProps, type ReactNode, Suspense, lazy, useEffect, useMemo, useState } from 'react'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { List } from '#ui/List.tsx'
import type { Column } from '#ui/Table.tsx'
import { TransactionTag, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import './TransactionTable.css'
import type { Transaction } from './api.ts'
import * as strings from './strings.ts'

// Fetched once the list is drawn, so that it shows sooner and a press finds the drawer there.
const drawer = () => import('./TransactionDrawer.tsx')
const TransactionDrawer = lazy(async () => ({ default: (await drawer()).TransactionDrawer }))

/** Movements, newest first; a row opens what is known about it, with `more` of it. `officer` shows whose they are and who recorded them. */
export function TransactionTable({
  officer = false,
  asked,
  sort,
  more,
  ...list
}: Pick<ComponentProps<typeof List<Transaction>>, 'failed' | 'set' | 'empty'> & {
  officer?: boolean
  asked: ComponentProps<typeof List<Transaction>>['asked'] & {
    data: { summary: { in: Transaction['amount']; out: Transaction['amount'] } } | undefined
  }
  sort: string | undefined
  more?: (of: Transaction) => ReactNode
}) {
  const summary = asked.data?.summary
  const [open, setOpen] = useState<Transaction>()
  const columns = useMemo(() => columnsOf(officer, setOpen), [officer])
  useEffect(() => void drawer(), [])
  return (
    <>
      <List
        caption={strings.transactions}
        columns={columns}
        asked={asked}
        rowKey={(row) => row.id}
        onOpen={setOpen}
        sort={sort ?? '-occurredOn'}
        totals={
          summary && {
            [officer ? 'member' : 'type']: strings.totalListed,
            in: <MoneyText amount={summary.in} />,
            out: <MoneyText amount={summary.out} />,
          }
        }
        {...list}
      />
      <Suspense>
        {open && (
          <TransactionDrawer transaction={open} onClose={() => setOpen(undefined)} officer={officer}>
            {more?.(open)}
          </TransactionDrawer>
        )}
      </Suspense>
    </>
  )
}

function columnsOf(officer: boolean, open: (row: Transaction) => void): Column<Transaction>[] {
  const first = (row: Transaction, words: ReactNode) => (
    <button type="button" className="transaction-open" onClick={() => open(row)}>
      {words}
    </button>
  )
  const all: (Column<Transaction> | false)[] = [
    {
      key: 'date',
      header: strings.date,
      sort: 'occurredOn',
      card: 'bare',
      cell: (row) => <DateText on={row.occurredOn} />,
    },
    officer && {
      key: 'member',
      header: strings.memberOrPayee,
      card: 'title',
      cell: (row) => first(row, row.memberName ?? row.party ?? strings.theCooperative),
    },
    {
      key: 'type',
      header: strings.what,
      card: officer ? 'bare' : 'title',
      cell: (row) => (
        <span className="transaction-what">
          {officer ? transactionTypeLabels[row.type] : first(row, transactionTypeLabels[row.type])}{' '}
          <span className="muted">{row.account ?? row.paidThrough ?? row.description}</span>
          {row.direction === null && <MoneyText amount={row.amount} />}
        </span>
      ),
    },
    {
      key: 'in',
      header: strings.inflow,
      align: 'end',
      sort: 'amount',
      card: 'corner',
      cell: (row) => (row.direction === 'in' ? <MoneyText amount={row.amount} sign="in" /> : ''),
    },
    {
      key: 'out',
      header: strings.out,
      align: 'end',
      card: 'corner',
      cell: (row) => (row.direction === 'out' ? <MoneyText amount={row.amount} sign="out" /> : ''),
    },
    {
      key: 'entry',
      header: strings.entry,
      align: 'end',
      sort: 'entryNumber',
      card: 'hidden',
      cell: (row) => (row.entryNumber === null ? '' : row.entryNumber),
    },
    { key: 'status', header: strings.status, card: 'bare', cell: (row) => <TransactionTag status={row.status} /> },
    officer && {
      key: 'by',
      header: strings.recordedBy,
      card: 'hidden',
      cell: (row) => (
        <span className="transaction-by" title={row.recordedBy}>
          {row.recordedBy}
        </span>
      ),
    },
  ]
  return all.filter((column) => column !== false)
}
