import { useQuery } from '@tanstack/react-query'
import { getPaymentBatch, listPaymentItems } from '#features/payments/batches/contract.ts'
import { Send } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import type { PaymentBatchId } from '#core/ids.ts'
import { itemStatuses, type Outcome, paidKindWords } from '#features/payments/batches/rules/payment-batch.ts'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Link } from '#ui/router/Link.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { plural } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { type Batch, batchStatusWords, type Item, itemStatusWords, payoutWords } from './api.ts'
import { PayeeAccount } from './PayeeAccount.tsx'

const BatchActions = lazy(async () => ({ default: (await import('./BatchActions.tsx')).BatchActions }))
const ApproveDialog = lazy(async () => ({ default: (await import('./ApproveDialog.tsx')).ApproveDialog }))
const ResultsDialog = lazy(async () => ({ default: (await import('./ResultsDialog.tsx')).ResultsDialog }))
const SendDialog = lazy(async () => ({ default: (await import('./SendDialog.tsx')).SendDialog }))
const VoidFileDialog = lazy(async () => ({ default: (await import('./VoidFileDialog.tsx')).VoidFileDialog }))
const MarkDialog = lazy(async () => ({ default: (await import('./MarkDialog.tsx')).MarkDialog }))

/** One batch: checked, approved, sent to the bank, and what the bank did. */
export function PaymentBatch({ batchId }: { batchId: string }) {
  const asked = useQuery(query(getPaymentBatch, { batchId: batchId as PaymentBatchId }))
  const batch = asked.data
  const [open, setOpen] = useState<'approve' | 'results' | 'send' | 'void'>()
  const close = () => setOpen(undefined)
  if (!batch)
    return (
      <Page title="Payment batch">
        <Card>
          {asked.isError ? <LoadProblem title="Failed to load the batch" of={asked} /> : <SkeletonLines lines={6} />}
        </Card>
      </Page>
    )
  const { status, preparedBy, preparedAt, approvedBy, approvedAt } = batch
  return (
    <Page
      title={`Payment batch ${batch.number}`}
      description={
        <>
          <Tag tone={batchStatusWords[status].tone}>{batchStatusWords[status].label}</Tag> From {batch.accountName} ·
          prepared by {preparedBy} on <DateText on={preparedAt} time />
          {approvedAt && (
            <>
              {' '}
              · approved by {approvedBy} on <DateText on={approvedAt} time />
            </>
          )}
        </>
      }
      actions={
        <Suspense>
          <BatchActions batch={batch} onOpen={setOpen} />
        </Suspense>
      }
    >
      <FigureGrid label="This batch">
        {(['total', 'paid', 'failed', 'waiting'] as const).map((part) => (
          <FigureCard
            key={part}
            label={`${{ total: 'Total', paid: 'Paid', failed: 'Failed', waiting: 'Waiting' }[part]}, ${plural(batch[part].payments, 'payment')}`}
            value={<MoneyText amount={batch[part].amount} />}
          />
        ))}
      </FigureGrid>
      {batch.heldPayments > 0 && status === 'approved' && (
        <Banner tone="warning" title={`${plural(batch.heldPayments, 'payment')} not sent`}>
          Paystack did not take {batch.heldPayments === 1 ? 'it' : 'them'}. The reason is beside each. Put it right and
          send again, or mark them as failed.
        </Banner>
      )}
      {status === 'approved' && !batch.isSent && !batch.maySend && (
        <p className="muted">
          To send payments from here instead of a bank file, enter the secret key of your Paystack account under{' '}
          <Link to="/coop/financial-operations/setup" search={{ tab: 'banks' }}>
            Configuration, Bank accounts
          </Link>
          .
        </p>
      )}
      <BankFiles batch={batch} />
      <Items key={status} batch={batch} />
      <Suspense>
        {open === 'approve' && <ApproveDialog batch={batch} onClose={close} />}
        {open === 'send' && <SendDialog batch={batch} onClose={close} />}
        {open === 'void' && <VoidFileDialog batch={batch} onClose={close} />}
        {open === 'results' && <ResultsDialog batch={batch} onClose={close} />}
      </Suspense>
    </Page>
  )
}

/** Who downloaded a file for the bank, because a batch is paid by one way. */
function BankFiles({ batch: { status, isSent, maySend, files } }: { batch: Batch }) {
  if (files.length === 0) return null
  const isInTheWay = status === 'approved' && !isSent && maySend && files.some(({ voidAt }) => !voidAt)
  return (
    <Banner title={`Bank file downloaded${files.length > 1 ? ` ${files.length} times` : ''}`}>
      <ul>
        {files.map(({ downloadedBy, downloadedAt, voidBy, voidAt }) => (
          <li key={downloadedAt.toISOString()}>
            By {downloadedBy} on <DateText on={downloadedAt} time />
            {voidAt && (
              <>
                {' '}
                · declared void by {voidBy} on <DateText on={voidAt} time />
              </>
            )}
          </li>
        ))}
      </ul>
      {isInTheWay && 'If the bank was not given it, declare the file void. Then the batch can be sent by Paystack.'}
    </Banner>
  )
}

/** The payments; those that are chosen are marked as paid or failed. */
function Items({ batch: { id, status: batchStatus } }: { batch: Batch }) {
  const { list, q, filters, set, limit, isFiltered } = useList(listPaymentItems, { batchId: id }, { staleTime: 0 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [marking, setMarking] = useState<Outcome>()
  const mayMark = may('reconciliation.manage') && (batchStatus === 'approved' || batchStatus === 'finished')
  const items = list.data?.rows.filter(({ line }) => chosen.has(String(line))) ?? []
  const mark = (outcome: Outcome, label: string) => (
    <Button disabled={items.length === 0} onClick={() => setMarking(outcome)}>
      {label}
    </Button>
  )
  return (
    <Card flush>
      <Toolbar>
        <SearchBox label="Search name or reference" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="Status"
          value={filters.status ?? ''}
          placeholder="Any status"
          options={itemStatuses.map((status) => ({ value: status, label: itemStatusWords[status].label }))}
          onChange={(status) => set({ status: status || undefined })}
        />
        {mayMark && mark('paid', 'Mark as paid')}
        {mayMark && mark('failed', 'Mark as failed')}
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the payments"
        set={set}
        caption="Payments of this batch"
        columns={columns}
        rowKey={({ line }) => String(line)}
        {...(mayMark && { selected: chosen, onSelect: setChosen })}
        loadingRows={limit}
        empty={
          <EmptyState
            icon={Send}
            title="No payment matches"
            actions={isFiltered && <Button onClick={() => set({ q: '', status: undefined })}>Show all</Button>}
          />
        }
      />
      <Suspense>
        {marking && (
          <MarkDialog
            batchId={id}
            items={items}
            outcome={marking}
            onDone={() => {
              setChosen(new Set())
              setMarking(undefined)
            }}
            onClose={() => setMarking(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

const columns: Column<Item>[] = [
  { key: 'member', header: 'Member', card: 'title', cell: ({ memberName }) => memberName },
  { key: 'kind', header: 'For', cell: ({ kind }) => paidKindWords[kind] },
  { key: 'reference', header: 'Reference', cell: ({ reference }) => <span className="number">{reference}</span> },
  {
    key: 'account',
    header: 'Account',
    cell: (item) => <PayeeAccount account={item} warnings={item.warnings} enquiry={item.enquiry} />,
  },
  moneyColumn('amount', 'Amount', ({ amount }) => amount),
  {
    key: 'status',
    header: 'Status',
    card: 'corner',
    cell: ({ status, reason, payout }) => {
      const { label, tone } = (status === 'waiting' && payout && payoutWords[payout.status]) || itemStatusWords[status]
      const why = reason ?? (status === 'waiting' ? payout?.why : undefined)
      return (
        <>
          <Tag tone={tone}>{label}</Tag>
          {why && <p className="muted">{why}</p>}
        </>
      )
    },
  },
]
