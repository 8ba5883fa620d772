import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide'
import { transactionTypes } from '#contract/transactions.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Select } from '#web/ui/Select.tsx'
import { transactionTypeLabels } from '#web/ui/TransactionTag.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { TransactionTable } from './TransactionTable.tsx'
import { transactionQueries } from './api.ts'

const sorts = ['occurredOn', '-occurredOn', 'amount', '-amount'] as const

/** The signed-in member's own movements. */
export function OwnTransactionsPage() {
  const { page, limit, choice, set } = useListSearch()
  const type = choice('type', transactionTypes)
  const sort = choice('sort', sorts)
  const list = useQuery(transactionQueries.list({ page, limit, type, sort }))
  const { data } = list
  return (
    <Page title="Transactions" description="Every movement on your accounts, newest first.">
      <Card flush>
        <Toolbar>
          <Select
            hideLabel
            label="Type"
            value={type ?? ''}
            placeholder="Any type"
            options={transactionTypes.map((value) => ({ value, label: transactionTypeLabels[value] }))}
            onChange={(value) => set({ type: value })}
          />
        </Toolbar>
        {list.isError ? (
          <LoadProblem title="Failed to get financial records" error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <TransactionTable
            rows={data?.rows}
            busy={list.isPlaceholderData}
            sort={sort}
            onSort={(next) => set({ sort: next })}
            summary={data?.summary}
            empty={
              <EmptyState icon={ScrollText} title={type ? `No ${transactionTypeLabels[type].toLowerCase()} yet` : 'No transactions yet'}>
                What you pay in appears here as soon as an officer has recorded it.
              </EmptyState>
            }
          />
        )}
        <Pagination meta={data?.meta} onPage={(next) => set({ page: next })} onLimit={(next) => set({ limit: next })} />
      </Card>
    </Page>
  )
}
