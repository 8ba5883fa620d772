import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, FileText, ScrollText } from 'lucide'
import { Suspense, lazy } from 'react'
import { listTransactions, transactionStatuses, transactionTypes } from '#features/savings/transactions/contract.ts'
import { query } from '#ui/api/query.ts'
import { useNavigate } from '#ui/router/place.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/Menu.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { PayOnlineLink } from '#ui/parts/PayOnlineLink.tsx'
import { transactionStatusLabels, transactionTypeLabels } from '#ui/parts/TransactionTag.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { TransactionTable } from './TransactionTable.tsx'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

const form = () => import('./RecordMovement.tsx')
const RecordMovement = lazy(async () => ({ default: (await form()).RecordMovement }))

const OwnDeposits = lazy(async () => ({ default: (await import('./OwnDeposits.tsx')).OwnDeposits }))
const OwnAccounts = lazy(async () => ({ default: (await import('./OwnAccounts.tsx')).OwnAccounts }))

const StatementDrawer = lazy(async () => ({ default: (await import('#ui/parts/StatementDrawer.tsx')).StatementDrawer }))

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
  return (
    <Page
      title={strings.transactions}
      description={strings.everyMovementOnYourAccounts}
      actions={
        <>
          <Menu
            label={strings.moreToAskFor}
            items={[
              { label: strings.requestATransfer, onSelect: () => set({ record: 'transfer', page: keptPage }) },
              { label: strings.buyShares, onSelect: () => set({ record: 'share_purchase', page: keptPage }) },
              { label: strings.yourDividends, onSelect: () => navigate({ to: '/member/dividends' }) },
            ]}
            trigger={(props) => (
              <Button icon={EllipsisVertical} {...props}>
                {strings.more}
              </Button>
            )}
          />
          <Button icon={FileText} onClick={() => set({ do: 'statement', page: keptPage })}>
            {strings.statement}
          </Button>
          <Button loads={form} onClick={() => set({ record: 'withdrawal', page: keptPage })}>
            {strings.requestAWithdrawal}
          </Button>
          <PayOnlineLink />
          <Button look="primary" loads={form} onClick={() => set({ record: 'deposit', page: keptPage })}>
            {strings.reportADeposit}
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
            label={strings.type}
            value={type ?? ''}
            placeholder={strings.anyType}
            options={optionsOf(transactionTypes, transactionTypeLabels)}
            onChange={(value) => set({ type: value })}
          />
          <Select
            hideLabel
            label={strings.status}
            value={status ?? ''}
            placeholder={strings.anyStatus}
            options={optionsOf(transactionStatuses, transactionStatusLabels)}
            onChange={(value) => set({ status: value })}
          />
        </Toolbar>
        <TransactionTable
          asked={list}
          failed={strings.failedToGetFinancialRecords}
          set={set}
          sort={sort}
          empty={
            <EmptyState
              icon={ScrollText}
              title={
                type
                  ? fill(strings.noHere, { toLowerCase: transactionTypeLabels[type].toLowerCase() })
                  : status
                    ? strings.noTransactionMatches
                    : strings.noTransactionsYet
              }
            >
              {strings.whatYouPayInAppears}
            </EmptyState>
          }
        />
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
