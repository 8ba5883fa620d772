import { listPaymentBatches } from '#features/payments/batches/contract.ts'
import { Columns3, Send } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { batchStatuses } from '#features/payments/batches/rules/payment-batch.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate, useSearch } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { countText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { type Batch, batchStatusWords } from './api.ts'

const BankColumnsDrawer = lazy(async () => ({ default: (await import('./BankColumnsDrawer.tsx')).BankColumnsDrawer }))

const PaymentBatch = lazy(async () => ({ default: (await import('./PaymentBatch.tsx')).PaymentBatch }))
const PrepareBatch = lazy(async () => ({ default: (await import('./PrepareBatch.tsx')).PrepareBatch }))

const prepare = () =>
  may('reconciliation.manage') && (
    <Link to="/coop/financial-operations/payment-batches" search={{ do: 'new' }} className={buttonClass('primary')}>
      Prepare batch
    </Link>
  )

/** Payments that go to the bank together: one batch, or with `do=new` the payments for another, or all batches. */
export function PaymentBatchesPage() {
  const { batch, do: doing } = useSearch()
  const isNew = doing === 'new' && may('reconciliation.manage')
  return <Suspense>{batch ? <PaymentBatch batchId={batch} /> : isNew ? <PrepareBatch /> : <Batches />}</Suspense>
}

function Batches() {
  const { list, filters, isFiltered, set, limit } = useList(listPaymentBatches, {})
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  return (
    <Page
      title="Payment batches"
      description="Withdrawals and loans that the bank pays out together."
      actions={
        <>
          <Button needs="reconciliation.manage" icon={Columns3} onClick={() => setEditing(true)}>
            Bank file columns
          </Button>
          {prepare()}
        </>
      }
    >
      <Card flush>
        <Toolbar>
          <Select
            hideLabel
            label="Status"
            value={filters.status ?? ''}
            placeholder="Any status"
            options={batchStatuses.map((status) => ({ value: status, label: batchStatusWords[status].label }))}
            onChange={(status) => set({ status: status || undefined })}
          />
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the payment batches"
          set={set}
          caption="Payment batches"
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => navigate({ to: '/coop/financial-operations/payment-batches', search: { batch: id } })}
          loadingRows={limit}
          empty={
            isFiltered ? (
              <EmptyState
                icon={Send}
                title="No batch matches"
                actions={<Button onClick={() => set({ status: undefined })}>Show all</Button>}
              />
            ) : (
              <EmptyState icon={Send} title="No payment batches yet" actions={prepare()}>
                Record withdrawals and loans that are paid by bank. Then gather them here and give the bank one file.
              </EmptyState>
            )
          }
        />
      </Card>
      <Suspense>{isEditing && <BankColumnsDrawer onClose={() => setEditing(false)} />}</Suspense>
    </Page>
  )
}

const columns: Column<Batch>[] = [
  {
    key: 'number',
    header: 'Batch',
    card: 'title',
    cell: ({ id, number }) => (
      <Link to="/coop/financial-operations/payment-batches" search={{ batch: id }}>
        Batch {number}
      </Link>
    ),
  },
  { key: 'prepared', header: 'Prepared', cell: ({ preparedAt }) => <DateText on={preparedAt} time /> },
  { key: 'account', header: 'From', cell: ({ accountName }) => accountName },
  { key: 'payments', header: 'Payments', align: 'end', cell: ({ total }) => countText(total.payments) },
  moneyColumn('amount', 'Amount', ({ total }) => total.amount),
  moneyColumn('failed', 'Failed', ({ failed }) => failed.amount),
  {
    key: 'status',
    header: 'Status',
    card: 'corner',
    cell: ({ status }) => <Tag tone={batchStatusWords[status].tone}>{batchStatusWords[status].label}</Tag>,
  },
]
