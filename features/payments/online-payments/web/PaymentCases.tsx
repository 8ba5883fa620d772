import { listPaymentCases } from '#features/payments/cases/contract.ts'
import { Undo2 } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { caseKinds } from '#features/payments/online-payments/rules/payment-case.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { useList } from '#ui/use-list.ts'
import { caseBooksWords, caseKindWords, caseStatusWords, type PaymentCase } from './cases-api.ts'

const dialog = () => import('./HandleCaseDialog.tsx')
const HandleCaseDialog = lazy(async () => ({ default: (await dialog()).HandleCaseDialog }))

const kindOptions = caseKinds.map((kind) => ({ value: kind, label: caseKindWords[kind] }))

/** What the provider gave back of payments, or may give back, and what the books say of it. */
export function PaymentCases() {
  const { list, filters, isFiltered, q, set } = useList(listPaymentCases, {})
  const [open, setOpen] = useState<PaymentCase>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <Card flush>
      <Toolbar>
        <SearchBox label="Search name or reference" value={q} onSearch={(next) => set({ q: next })} />
        <Select
          hideLabel
          label="Kind"
          value={filters.kind ?? ''}
          placeholder="Refunds and disputes"
          options={kindOptions}
          onChange={(kind) => set({ kind: kind || undefined })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the refunds and disputes"
        set={set}
        caption="Refunds and disputes"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          isFiltered ? (
            <EmptyState
              icon={Undo2}
              title="No refund or dispute matches"
              actions={<Button onClick={() => set({ q: '', kind: undefined })}>Show all</Button>}
            />
          ) : (
            <EmptyState icon={Undo2} title="No refunds or disputes">
              Refunds are made in the payment provider’s dashboard. Those, and payments that a payer’s bank disputes,
              appear here.
            </EmptyState>
          )
        }
      />
      {open && (
        <Suspense>
          <HandleCaseDialog key={open.id} of={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

const payerOf = ({ memberName, sender }: PaymentCase) => memberName ?? sender ?? 'An unknown sender'

function columnsOf(onOpen: (of: PaymentCase) => void): Column<PaymentCase>[] {
  return [
    { key: 'member', header: 'Member', card: 'title', cell: payerOf },
    { key: 'seen', header: 'First seen', card: 'bare', cell: ({ seenAt }) => <DateText on={seenAt} time /> },
    {
      key: 'paid',
      header: 'Paid',
      cell: ({ paidAt, reference }) => (
        <>
          {paidAt && <DateText on={paidAt} />}
          <p className="muted number">{reference}</p>
        </>
      ),
    },
    moneyColumn('amount', 'Amount', ({ amount }) => amount),
    {
      key: 'status',
      header: 'Status',
      card: 'corner',
      cell: ({ kind, status, dueAt }) => (
        <>
          <Tag tone={caseStatusWords[kind][status].tone}>{caseStatusWords[kind][status].label}</Tag>
          {status === 'pending' && dueAt && (
            <p className="muted">
              Answer by <DateText on={dueAt} time />
            </p>
          )}
        </>
      ),
    },
    {
      key: 'books',
      header: 'In the books',
      cell: ({ books, handledBy }) => (
        <>
          {caseBooksWords[books]}
          {handledBy && <p className="muted">{handledBy}</p>}
        </>
      ),
    },
    {
      key: 'handle',
      header: '',
      width: '112px',
      cell: (row) =>
        row.books === 'open' && (
          <Button
            needs="transaction.record"
            size="small"
            loads={dialog}
            aria-label={`Record the ${caseKindWords[row.kind].toLowerCase()} of ${payerOf(row)}`}
            onClick={() => onOpen(row)}
          >
            Record
          </Button>
        ),
    },
  ]
}
