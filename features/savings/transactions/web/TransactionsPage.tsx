import { useQuery } from '@tanstack/react-query'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { BookOpenText } from 'lucide'
import { Suspense, lazy } from 'react'
import { listTransactions, transactionStatuses, transactionTypes } from '#features/savings/transactions/contract.ts'
import { recordedTypes } from '#features/savings/transactions/rules/movement-types.ts'
import { isDay } from '#core/calendar.ts'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateField } from '#ui/DateField.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { transactionStatusLabels, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { plural, todayInLagos } from '#ui/format.ts'
import { useListSearch, useSettled } from '#ui/use-list-search.ts'
import { TransactionTable } from './TransactionTable.tsx'

// The form is fetched when somebody reaches for it, so that the list shows sooner on a slow line.
const form = () => Promise.all([import('./RecordForm.tsx'), import('./RecordMovement.tsx')])
const RecordForm = lazy(async () => ({ default: (await import('./RecordForm.tsx')).RecordForm }))
const RecordMore = lazy(async () => ({ default: (await import('./RecordMore.tsx')).RecordMore }))
const WaitingOpeningTotals = lazy(async () => ({
  default: (await import('#ui/parts/OpeningTotals.tsx')).WaitingOpeningTotals,
}))
const Approvals = lazy(async () => ({ default: (await import('./Approvals.tsx')).Approvals }))
const Pledges = lazy(async () => ({ default: (await import('./Pledges.tsx')).Pledges }))

const tabs = ['all', 'approvals', 'pledges'] as const
const sorts = ['occurredOn', '-occurredOn', 'amount', '-amount', 'entryNumber', '-entryNumber'] as const

/** Every movement of money, newest first. */
export function TransactionsPage() {
  const { choice, filter, set } = useListSearch()
  const tab = choice('tab', tabs) ?? 'all'
  const movements = useMovements(tab === 'all')
  const recording = may('transaction.record') ? choice('record', recordedTypes) : undefined
  const keptPage = filter('page')

  return (
    <Page
      title="Financial Record"
      description={movements.count}
      actions={
        <>
          {may('transaction.record') && (
            <Suspense fallback={<Button disabled>More</Button>}>
              <RecordMore onChoose={(chosen) => set({ record: chosen, page: keptPage })} />
            </Suspense>
          )}
          <Button needs="transaction.record" loads={form} onClick={() => set({ record: 'withdrawal', page: keptPage })}>
            Record withdrawal
          </Button>
          <Button
            needs="transaction.record"
            look="primary"
            loads={form}
            onClick={() => set({ record: 'deposit', page: keptPage })}
          >
            Record deposit
          </Button>
        </>
      }
    >
      <Card flush>
        <div className="record-tabs">
          <Tabs
            label="Parts of the financial record"
            active={tab}
            onChange={(next) =>
              set({
                tab: next === 'all' ? undefined : next,
                q: '',
                type: '',
                status: '',
                from: '',
                to: '',
                sort: undefined,
                state: undefined,
                kind: undefined,
                mine: undefined,
              })
            }
            tabs={[
              { key: 'all', label: 'All movements' },
              { key: 'approvals', label: 'Approvals', needs: 'approval.list' },
              { key: 'pledges', label: 'Pledges', needs: 'pledge.list' },
            ]}
          >
            {tab !== 'all' && (
              <Suspense fallback={<SkeletonLines lines={5} />}>
                {tab === 'approvals' ? <Approvals /> : <Pledges />}
              </Suspense>
            )}
            {tab === 'all' && <Movements {...movements} />}
          </Tabs>
        </div>
      </Card>
      <Suspense>
        {recording && (
          <RecordForm
            key={recording}
            type={recording}
            parameter={filter}
            onClose={() =>
              set({
                record: undefined,
                amount: undefined,
                on: undefined,
                note: undefined,
                through: undefined,
                code: undefined,
                member: undefined,
                line: undefined,
                page: keptPage,
              })
            }
          />
        )}
      </Suspense>
    </Page>
  )
}

function useMovements(enabled: boolean) {
  const { page, limit, q, choice, filter, set } = useListSearch()
  const type = choice('type', transactionTypes)
  const status = choice('status', transactionStatuses)
  const sort = choice('sort', sorts)
  const days = { from: filter('from'), to: filter('to') }
  const from = isDay(days.from) ? days.from : undefined
  const to = isDay(days.to) ? days.to : undefined
  const list = useQuery({
    ...query(listTransactions, { page, limit, q: q || undefined, type, status, sort, from, to }),
    enabled,
  })
  const isFiltered = q !== '' || [type, status, from, to].some((one) => one !== undefined)
  const count = useSettled(
    list.data && `${plural(list.data.meta.total, 'transaction')}${isFiltered ? ' found' : ''}`,
    list.isPlaceholderData,
  )
  return { q, type, status, sort, from, to, set, list, isFiltered, count }
}

function Movements({ q, type, status, sort, from, to, set, list, isFiltered }: ReturnType<typeof useMovements>) {
  return (
    <>
      <Toolbar>
        <SearchBox label="Search member or payee" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="Type"
          value={type ?? ''}
          placeholder="Any type"
          options={optionsOf(transactionTypes, transactionTypeLabels)}
          onChange={(value) => set({ type: value })}
        />
        <Select
          hideLabel
          label="Status"
          value={status ?? ''}
          placeholder="Any status"
          options={optionsOf(transactionStatuses, transactionStatusLabels)}
          onChange={(value) => set({ status: value })}
        />
        <DateField
          label="From"
          max={to ?? todayInLagos()}
          value={from ?? ''}
          onChange={(text) => set({ from: text })}
        />
        <DateField label="To" min={from} max={todayInLagos()} value={to ?? ''} onChange={(text) => set({ to: text })} />
        {isFiltered && (
          <Button look="quiet" onClick={() => set({ q: '', type: '', status: '', from: '', to: '' })}>
            Clear
          </Button>
        )}
      </Toolbar>
      <TransactionTable
        officer
        asked={list}
        failed="Failed to get financial records"
        set={set}
        sort={sort}
        more={(of) => <WaitingOpeningTotals of={of} />}
        empty={
          isFiltered ? (
            <EmptyState
              icon={BookOpenText}
              title="No transaction matches"
              actions={
                <Button onClick={() => set({ q: '', type: '', status: '', from: '', to: '' })}>Clear filters</Button>
              }
            />
          ) : (
            <EmptyState
              icon={BookOpenText}
              title="Nothing recorded yet"
              actions={
                <Link
                  needs="contribution.post"
                  className={buttonClass('primary')}
                  to="/coop/financial-operations/contributions"
                  search={{ record: 'new' }}
                >
                  Record the first contribution
                </Link>
              }
            >
              Every contribution, deposit, withdrawal, loan and expense appears here with its entry in the books.
            </EmptyState>
          )
        }
      />
    </>
  )
}
