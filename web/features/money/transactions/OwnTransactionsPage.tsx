import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, FileText, ScrollText } from 'lucide'
import { Suspense, lazy } from 'react'
import { listTransactions, transactionStatuses, transactionTypes } from '#contract/money/transactions.ts'
import { query } from '#web/api/query.ts'
import { useNavigate } from '#web/router/place.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { PayOnlineLink } from '#web/parts/PayOnlineLink.tsx'
import { transactionStatusLabels, transactionTypeLabels } from '#web/parts/TransactionTag.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { TransactionTable } from './TransactionTable.tsx'

const form = () => import('./RecordMovement.tsx')
const RecordMovement = lazy(async () => ({ default: (await form()).RecordMovement }))

const OwnDeposits = lazy(async () => ({ default: (await import('./OwnDeposits.tsx')).OwnDeposits }))
const OwnAccounts = lazy(async () => ({ default: (await import('./OwnAccounts.tsx')).OwnAccounts }))

const StatementDrawer = lazy(async () => ({
  default: (await import('#web/parts/StatementDrawer.tsx')).StatementDrawer,
}))

const ownTypes = ['deposit', 'withdrawal', 'transfer', 'share_purchase'] as const
const sorts = ['occurredOn', '-occurredOn', 'amount', '-amount'] as const

/** The signed-in member's own movements. */
export function OwnTransactionsPage() {
  const { page, limit, choice, filter, set } = useListSearch()
  const navigate = useNavigate()
  const type = choice('type', transactionTypes)
  const sort = choice('sort', sorts)
  const status = choice('status', transactionStatuses)
  const recording = choice('record', ownTypes)
  const stating = choice('do', ['statement']) !== undefined
  const keptPage = filter('page')
  const list = useQuery(query(listTransactions, { page, limit, type, status, sort }))
  const { data } = list
  return (
    <Page
      title="Transactions"
      description="Every movement on your accounts, newest first."
      actions={
        <>
          <Menu
            label="More to ask for"
            items={[
              { label: 'Request a transfer', onSelect: () => set({ record: 'transfer', page: keptPage }) },
              { label: 'Buy shares', onSelect: () => set({ record: 'share_purchase', page: keptPage }) },
              { label: 'Your dividends', onSelect: () => navigate({ to: '/member/dividends' }) },
            ]}
            trigger={(props) => (
              <Button icon={EllipsisVertical} {...props}>
                More
              </Button>
            )}
          />
          <Button icon={FileText} onClick={() => set({ do: 'statement', page: keptPage })}>
            Statement
          </Button>
          <Button loads={form} onClick={() => set({ record: 'withdrawal', page: keptPage })}>
            Request a withdrawal
          </Button>
          <PayOnlineLink />
          <Button look="primary" loads={form} onClick={() => set({ record: 'deposit', page: keptPage })}>
            Report a deposit
          </Button>
        </>
      }
    >
      <Suspense
        fallback={
          <Card>
            <SkeletonLines lines={4} />
          </Card>
        }
      >
        <OwnAccounts />
        <OwnDeposits />
      </Suspense>
      <Card flush>
        <Toolbar>
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
        </Toolbar>
        {list.isError ? (
          <LoadProblem title="Failed to get financial records" of={list} />
        ) : (
          <TransactionTable
            rows={data?.rows}
            busy={list.isPlaceholderData}
            sort={sort}
            onSort={(next) => set({ sort: next })}
            summary={data?.summary}
            empty={
              <EmptyState
                icon={ScrollText}
                title={
                  type
                    ? `No ${transactionTypeLabels[type].toLowerCase()} here`
                    : status
                      ? 'No transaction matches'
                      : 'No transactions yet'
                }
              >
                What you pay in appears here as soon as an officer has recorded it. Have you just paid? Report the
                deposit.
              </EmptyState>
            }
          />
        )}
        <Pagination meta={data?.meta} onPage={(next) => set({ page: next })} onLimit={(next) => set({ limit: next })} />
      </Card>
      <Suspense>
        {recording && (
          <RecordMovement
            key={recording}
            officer={false}
            type={recording}
            onClose={() => set({ record: undefined, page: keptPage })}
          />
        )}
      </Suspense>
      <Suspense>{stating && <StatementDrawer onClose={() => set({ do: undefined, page: keptPage })} />}</Suspense>
    </Page>
  )
}
