import { type ReactNode, useMemo } from 'react'
import { DateText } from '#web/ui/DateText.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { LoanTag } from './LoanTag.tsx'
import './LoanTable.css'
import type { Loan } from './api.ts'

/** Loans, newest first; a row opens what is known about it. `officer` shows whose they are. */
export function LoanTable({
  rows, officer = false, busy, sort, onSort, onOpen, empty,
}: {
  rows: readonly Loan[] | undefined
  officer?: boolean
  busy: boolean
  sort: string | undefined
  onSort: (sort: string) => void
  onOpen: (loan: Loan) => void
  empty: ReactNode
}) {
  const columns = useMemo(() => columnsOf(officer, onOpen), [officer, onOpen])
  return (
    <Table
      caption="Loans"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      onOpen={onOpen}
      sort={sort ?? '-submittedAt'}
      onSort={onSort}
      busy={busy}
      loadingRows={5}
      empty={empty}
    />
  )
}

function columnsOf(officer: boolean, open: (row: Loan) => void): Column<Loan>[] {
  const first = (row: Loan, words: string) => (
    <button type="button" className="loan-open" onClick={() => open(row)}>
      {words}
    </button>
  )
  const all: (Column<Loan> | false)[] = [
    officer && {
      key: 'member',
      header: 'Member',
      card: 'title',
      cell: (row) => (
        <>
          {first(row, row.memberName)} <span className="muted number">{row.membershipno.split('/').at(-1)}</span>
        </>
      ),
    },
    { key: 'loan', header: 'Loan', ...(officer ? {} : { card: 'title' as const }), cell: (row) => (officer ? row.loanConfig : first(row, row.loanConfig)) },
    { key: 'principal', header: 'Amount', align: 'end', sort: 'principal', cell: (row) => <MoneyText amount={row.principal} /> },
    { key: 'instalments', header: 'Instalments', align: 'end', cell: (row) => row.instalments },
    { key: 'asked', header: 'Asked for', sort: 'submittedAt', cell: (row) => <DateText on={row.submittedAt} /> },
    { key: 'status', header: 'Status', card: 'corner', cell: (row) => <LoanTag status={row.status} /> },
  ]
  return all.filter((column) => column !== false)
}
