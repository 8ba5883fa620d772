import { type ComponentProps, useMemo } from 'react'
import { Link } from '#ui/router/Link.tsx'
import { hrefOf, type Where } from '#ui/router/paths.ts'
import { go } from '#ui/router/place.ts'
import { DateText } from '#ui/DateText.tsx'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { List } from '#ui/List.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { moneyText } from '#ui/format.ts'
import { LoanTag } from './LoanTag.tsx'
import './LoanTable.css'
import type { Loan } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Applications are looked at where they are in the list; from the approval on a loan has a page of its own. */
const withPage: readonly Loan['status'][] = ['approved', 'active', 'completed', 'written_off', 'restructured']

/** Loans, newest first; a row opens what is known about it. `officer` shows whose they are. */
export function LoanTable({
  officer = false,
  onOpen,
  sort,
  ...list
}: Pick<ComponentProps<typeof List<Loan>>, 'asked' | 'failed' | 'set' | 'limited' | 'empty'> & {
  officer?: boolean
  onOpen: (loan: Loan) => void
  sort: string | undefined
}) {
  const columns = useMemo(() => columnsOf(officer, onOpen), [officer, onOpen])
  const open = (row: Loan) => (withPage.includes(row.status) ? void go(hrefOf(wherePage(officer, row))) : onOpen(row))
  return (
    <List
      caption={strings.loans}
      columns={columns}
      rowKey={(row) => row.id}
      onOpen={open}
      sort={sort ?? '-submittedAt'}
      loadingRows={5}
      {...list}
    />
  )
}

function wherePage(officer: boolean, { id }: Loan): Where {
  return officer
    ? { to: '/coop/loan-management/$loanId', params: { loanId: id } }
    : { to: '/member/loans/$loanId', params: { loanId: id } }
}

function columnsOf(officer: boolean, open: (row: Loan) => void): Column<Loan>[] {
  const first = (row: Loan, words: string) =>
    withPage.includes(row.status) ? (
      <Link {...wherePage(officer, row)}>{words}</Link>
    ) : (
      <button type="button" className="loan-open" onClick={() => open(row)}>
        {words}
      </button>
    )
  const all: (Column<Loan> | false)[] = [
    officer && {
      key: 'member',
      header: strings.member,
      card: 'title',
      cell: (row) => (
        <>
          {first(row, row.memberName)} <MemberNumber membershipno={row.membershipno} />
        </>
      ),
    },
    {
      key: 'loan',
      header: strings.loan,
      ...(officer ? {} : { card: 'title' as const }),
      cell: (row) => (officer ? row.loanConfig : first(row, row.loanConfig)),
    },
    moneyColumn('principal', strings.amount, (row) => row.lent, { sort: 'principal' }),
    {
      key: 'outstanding',
      header: strings.outstanding,
      align: 'end',
      cell: (row) => (row.disbursed === 0n ? <span className="muted">–</span> : <MoneyText amount={row.outstanding} />),
    },
    { key: 'next', header: strings.nextInstalment, cell: (row) => <Next loan={row} /> },
    { key: 'asked', header: strings.appliedOn, sort: 'submittedAt', cell: (row) => <DateText on={row.submittedAt} /> },
    { key: 'status', header: strings.status, card: 'corner', cell: (row) => <LoanTag {...row} /> },
  ]
  return all.filter((column) => column !== false)
}

/** What is late says so before what comes next. */
function Next({ loan: { overdue, inArrears, next } }: { loan: Loan }) {
  if (inArrears)
    return <span className="loan-overdue">{fill(strings.overdueOverdue, { overdue: moneyText(overdue) })}</span>
  if (!next) return <span className="muted">–</span>
  return (
    // One element: on a card of a phone the parts of a fragment would be spread over the line.
    <span>
      <MoneyText amount={next.amount} />{' '}
      <span className="muted loan-next">
        {strings.on} {<DateText on={next.on} />}
      </span>
    </span>
  )
}
