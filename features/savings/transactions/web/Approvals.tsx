import { labelled } from '#core/words.ts'
import { useQuery } from '@tanstack/react-query'
import { getTransaction } from '#features/savings/transactions/contract.ts'
import { listApprovals } from '#features/access/pending-approvals/contract.ts'
import { CircleCheck } from 'lucide'
import { lazy, useMemo, useState } from 'react'
import type { TransactionId } from '#core/ids.ts'
import { recordedTypes } from '#features/savings/transactions/rules/movement-types.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { go } from '#ui/router/place.ts'
import { hrefOf, type Where } from '#ui/router/paths.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { plural } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { DecideChange } from './DecideChange.tsx'
import { TransactionDrawer } from './TransactionDrawer.tsx'
import './TransactionTable.css'
import { askerOf, type Transaction, type Waiting } from './api.ts'

const WaitingOpeningTotals = lazy(async () => ({
  default: (await import('#ui/parts/OpeningTotals.tsx')).WaitingOpeningTotals,
}))

// A member's contributions don't wait here.
const kinds = [...recordedTypes, 'reversal', 'loan', 'write_off', 'leaving', 'change', 'guarantee_paper'] as const
const kindLabels: Record<Waiting['kind'], string> = labelled({
  ...transactionTypeLabels,
  reversal: 'Reversal',
  loan: 'Loan application',
  write_off: 'Write-off of a loan',
  leaving: 'Settlement on leaving',
  change: 'Change by two officers',
  guarantee_paper: 'Signed guarantor form',
})

/** What waits for approval, the oldest first. */
export function Approvals() {
  const { list, q, set, isFiltered, filters } = useList(listApprovals, {})
  const { kind, mine, sort } = filters
  const [open, setOpen] = useState<TransactionId>()
  const [change, setChange] = useState<Waiting>()
  const columns = useMemo(() => columnsOf(setOpen, setChange), [])
  const { data } = list
  return (
    <>
      <p className="muted record-lead">
        {data ? `${plural(data.summary.mine, 'request')} ${data.summary.mine === 1 ? 'waits' : 'wait'} for you.` : ''}
      </p>
      <Toolbar>
        <SearchBox label="Search member or officer" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="What"
          value={kind ?? ''}
          placeholder="Anything"
          options={optionsOf(kinds, kindLabels)}
          onChange={(value) => set({ kind: value })}
        />
        <Select
          hideLabel
          label="Who approves"
          value={mine ?? ''}
          placeholder="Any officer"
          options={[
            { value: 'true', label: 'I can approve' },
            { value: 'false', label: 'Others have to' },
          ]}
          onChange={(value) => set({ mine: value })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load pending approvals"
        set={set}
        caption="What waits for approval"
        columns={columns}
        rowKey={({ kind: what, memberId, ...row }) =>
          [
            what,
            row.changeRequestId ?? row.reversalId ?? row.writeOffId ?? row.transactionId ?? row.leavingId ?? row.loanId,
            memberId,
          ].join(' ')
        }
        onOpen={(row) => {
          const place = placeOf(row)
          if (place) void go(hrefOf(place))
          else if (row.changeRequestId) setChange(row)
          else if (row.transactionId) setOpen(row.transactionId)
        }}
        sort={sort ?? 'askedAt'}
        empty={
          <EmptyState icon={CircleCheck} title={isFiltered ? 'No pending item matches' : 'Nothing to approve'}>
            What members ask for, loans too, and what takes a second officer appears here.
          </EmptyState>
        }
      />
      {change && <DecideChange change={change} onClose={() => setChange(undefined)} />}
      {open && <OpenDrawer id={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The drawer draws the row at once where it is known; here it is asked for first. */
function OpenDrawer({ id, onClose }: { id: TransactionId; onClose: () => void }) {
  const asked = useQuery(query(getTransaction, { transactionId: id }))
  const row: Transaction | undefined = asked.data
  return (
    <TransactionDrawer officer transaction={row} onClose={onClose}>
      <WaitingOpeningTotals of={row} />
    </TransactionDrawer>
  )
}

/** An application and a write-off are decided on the loan's own page, beside its schedule, its rules and its guarantors, where a signed form opens too; a settlement on the page of the leaving. */
function placeOf({ kind, loanId, leavingId, memberId }: Waiting): Where | undefined {
  if (loanId)
    return {
      to: '/coop/loan-management/$loanId',
      params: { loanId },
      search: { form: kind === 'guarantee_paper' && memberId ? memberId : undefined },
    }
  return leavingId && memberId ? { to: '/coop/member/$memberId/leave', params: { memberId } } : undefined
}

/** How far it has come; a loan first waits for its guarantors. */
function progress({ approvals, guarantors }: Waiting): string {
  if (guarantors && guarantors.accepted < guarantors.required)
    return `${guarantors.accepted} of ${guarantors.required} guarantors`
  return `${approvals.given.length} of ${approvals.asked}${approvals.open ? '' : ', not yours'}`
}

/** The whole row opens too; a button says so to whoever has not tried it. */
function Review({
  row,
  open,
  decide,
}: {
  row: Waiting
  open: (id: TransactionId) => void
  decide: (change: Waiting) => void
}) {
  const place = placeOf(row)
  const { transactionId } = row
  const label = `Review: ${row.changeRequestId ? row.description : `${kindLabels[row.kind]}${row.memberName ? `, ${row.memberName}` : ''}`}`
  if (place)
    return (
      <Link className={buttonClass('secondary', 'small')} aria-label={label} {...place}>
        Review
      </Link>
    )
  return (
    <Button
      size="small"
      aria-label={label}
      onClick={() => (row.changeRequestId ? decide(row) : transactionId && open(transactionId))}
    >
      Review
    </Button>
  )
}

function columnsOf(open: (id: TransactionId) => void, decide: (change: Waiting) => void): Column<Waiting>[] {
  return [
    { key: 'at', header: 'Asked', sort: 'askedAt', card: 'bare', cell: (row) => <DateText on={row.askedAt} time /> },
    {
      key: 'what',
      header: 'What',
      card: 'title',
      cell: (row) => {
        const { kind, transactionId, changeRequestId } = row
        const place = placeOf(row)
        if (place) return <Link {...place}>{kindLabels[kind]}</Link>
        return (
          <>
            <button
              type="button"
              className={changeRequestId ? 'transaction-open transaction-open--sentence' : 'transaction-open'}
              onClick={() => (changeRequestId ? decide(row) : transactionId && open(transactionId))}
            >
              {changeRequestId ? row.description : kindLabels[kind]}
            </button>
            {kind === 'dividend' && <div className="muted">{row.description}</div>}
          </>
        )
      },
    },
    { key: 'member', header: 'Member', card: 'bare', cell: (row) => row.memberName ?? 'The cooperative' },
    {
      key: 'description',
      header: 'For',
      card: 'hidden',
      // What a dividend is for, and why it is not as in the bye-laws, is read whole beside its name.
      cell: (row) =>
        row.changeRequestId ? (
          kindLabels.change
        ) : row.kind === 'dividend' ? null : (
          <span className="transaction-by" title={row.description}>
            {row.description}
          </span>
        ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      sort: 'amount',
      card: 'corner',
      cell: (row) => (row.amount === null ? '—' : <MoneyText amount={row.amount} />),
    },
    { key: 'by', header: 'Asked by', cell: askerOf },
    { key: 'approvals', header: 'Approvals', cell: progress },
    { key: 'review', header: '', width: '96px', cell: (row) => <Review row={row} open={open} decide={decide} /> },
  ]
}
