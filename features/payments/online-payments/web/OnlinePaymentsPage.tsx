import { listPayments } from '#features/payments/online-payments/contract.ts'
import { WalletCards } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { paymentStatuses, type PaymentStatus } from '#features/payments/online-payments/rules/online-payment.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { Tag } from '#ui/Tag.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { useList } from '#ui/use-list.ts'
import { caseStatusWords } from './cases-api.ts'
import { kindWords, type MemberPayment, payerOf, statusWords } from './api.ts'

const drawer = () => import('./AllocateDrawer.tsx')
const AllocateDrawer = lazy(async () => ({ default: (await drawer()).AllocateDrawer }))
const PaymentCases = lazy(async () => ({ default: (await import('./PaymentCases.tsx')).PaymentCases }))
const Settlements = lazy(async () => ({ default: (await import('./Settlements.tsx')).Settlements }))

/** What there is to look for; begun and initialized are the same to an officer. */
const shown = ['unallocated', 'posted', 'allocated', 'initialized', 'failed', 'expired', 'stopped'] as const
const options = paymentStatuses
  .filter((status: PaymentStatus) => shown.some((each) => each === status))
  .map((status) => ({ value: status, label: statusWords[status].label }))

const tabs = ['payments', 'cases', 'settlements'] as const

/** What members paid online: the payments, what the provider gave back of them, and what it paid to the bank. */
export function OnlinePaymentsPage() {
  const { choice, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'payments'
  const none = { q: '', status: undefined, kind: undefined, sort: undefined, settlement: undefined }
  return (
    <Page
      title="Online payments"
      description="What members paid through the payment provider. Unallocated payments appear here for you to allocate."
      actions={
        <Link className={buttonClass()} to="/coop/financial-operations/held-money" search={{ source: 'online' }}>
          Held money
        </Link>
      }
    >
      <Tabs
        label="Parts of online payments"
        active={tab}
        onChange={(next) => set({ ...none, tab: next === 'payments' ? undefined : next })}
        tabs={[
          { key: 'payments', label: 'Payments' },
          { key: 'cases', label: 'Refunds and disputes' },
          { key: 'settlements', label: 'Settlements' },
        ]}
      >
        {tab === 'payments' ? (
          <Payments />
        ) : (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            {tab === 'cases' ? <PaymentCases /> : <Settlements />}
          </Suspense>
        )}
      </Tabs>
    </Page>
  )
}

function Payments() {
  const { list, filters, isFiltered, q, set } = useList(listPayments, {})
  const [open, setOpen] = useState<MemberPayment>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <>
      <Card flush>
        <Toolbar>
          <SearchBox label="Search name, number or reference" value={q} onSearch={(next) => set({ q: next })} />
          <Select
            hideLabel
            label="Status"
            value={filters.status ?? ''}
            placeholder="Any status"
            options={options}
            onChange={(status) => set({ status: status || undefined })}
          />
          {filters.settlement && (
            <Button onClick={() => set({ settlement: undefined })}>Show those that are settled too</Button>
          )}
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the online payments"
          set={set}
          caption="Online payments"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            isFiltered ? (
              <EmptyState
                icon={WalletCards}
                title="No payment matches"
                actions={
                  <Button onClick={() => set({ q: '', status: undefined, settlement: undefined })}>Show all</Button>
                }
              />
            ) : (
              <EmptyState icon={WalletCards} title="No online payments yet">
                Let members pay online under Configuration, Bank accounts. What they pay appears here.
              </EmptyState>
            )
          }
        />
      </Card>
      {open && (
        <Suspense>
          <AllocateDrawer key={open.id} payment={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function columnsOf(onOpen: (payment: MemberPayment) => void): Column<MemberPayment>[] {
  return [
    { key: 'member', header: 'Member', card: 'title', cell: payerOf },
    {
      key: 'when',
      header: 'When',
      card: 'bare',
      cell: ({ paidAt, createdAt }) => <DateText on={paidAt ?? createdAt} time />,
    },
    {
      key: 'what',
      header: 'For',
      cell: ({ lines, sentTo, whyNotPosted }) => (
        <>
          {[...(sentTo === null ? [] : ['Transfer']), ...lines.map(({ kind }) => kindWords[kind])].join(', ')}
          {whyNotPosted && <p className="muted">{whyNotPosted}</p>}
        </>
      ),
    },
    moneyColumn('amount', 'Asked', ({ amount }) => amount),
    {
      key: 'received',
      header: 'Received',
      align: 'end',
      cell: ({ received }) => received !== null && <MoneyText amount={received} />,
    },
    {
      key: 'status',
      header: 'Status',
      card: 'corner',
      cell: ({ status, cases }) => (
        <>
          <Tag tone={statusWords[status].tone}>{statusWords[status].label}</Tag>
          {cases.map(({ kind, status, amount }, place) => (
            <p key={place} className="muted">
              {caseStatusWords[kind][status].label}: <MoneyText amount={amount} />
            </p>
          ))}
        </>
      ),
    },
    {
      key: 'allocate',
      header: '',
      width: '112px',
      cell: (row) =>
        row.status === 'unallocated' && (
          <Button
            needs="transaction.record"
            size="small"
            loads={drawer}
            aria-label={`Allocate the payment of ${payerOf(row)}`}
            onClick={() => onOpen(row)}
          >
            Allocate
          </Button>
        ),
    },
  ]
}
