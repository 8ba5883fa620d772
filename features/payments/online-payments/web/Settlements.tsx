import { useQuery } from '@tanstack/react-query'
import { getClearing, listSettlements, readSettlements } from '#features/payments/settlements/contract.ts'
import { Landmark } from 'lucide'
import { Suspense, lazy } from 'react'
import { subtract } from '#core/money.ts'
import { settlementStatuses } from '#features/payments/online-payments/rules/settlement.ts'
import { query } from '#ui/api/query.ts'
import { useAction } from '#ui/api/use-action.ts'
import { Link } from '#ui/router/Link.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { countText, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useList } from '#ui/use-list.ts'
import { differencesText, type Settlement, settlementStatusWords } from './settlements-api.ts'

const drawer = () => import('./SettlementDrawer.tsx')
const SettlementDrawer = lazy(async () => ({ default: (await drawer()).SettlementDrawer }))

const statusOptions = settlementStatuses.map((status) => ({
  value: status,
  label: settlementStatusWords[status].label,
}))

/** What the provider paid to the bank, compared with the books, and what it still holds. */
export function Settlements() {
  const { list, filters, isFiltered, q, set, filter } = useList(listSettlements, {})
  const read = useAction(readSettlements, { onSuccess: () => toast.success('The payment provider is asked') })
  const shown = filter('settlement')
  return (
    <>
      <Clearing />
      {read.error && <RefusedBanner error={read.error} title="The payment provider was not asked" />}
      <Card flush>
        <Toolbar>
          <SearchBox label="Search number or reference" value={q} onSearch={(next) => set({ q: next })} />
          <Select
            hideLabel
            label="Status"
            value={filters.status ?? ''}
            placeholder="Any status"
            options={statusOptions}
            onChange={(status) => set({ status: status || undefined })}
          />
          <Button needs="transaction.record" busy={read.isPending} onClick={() => read.mutate({})}>
            Check now
          </Button>
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the settlements"
          set={set}
          caption="Settlements"
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => set({ settlement: id, page: filter('page') || undefined })}
          empty={
            isFiltered ? (
              <EmptyState
                icon={Landmark}
                title="No settlement matches"
                actions={<Button onClick={() => set({ q: '', status: undefined })}>Show all</Button>}
              />
            ) : (
              <EmptyState icon={Landmark} title="No settlements yet">
                The payment provider pays what members paid online to the society’s bank, usually on the next working
                day. Each such payment appears here.
              </EmptyState>
            )
          }
        />
      </Card>
      {shown !== '' && (
        <Suspense>
          <SettlementDrawer
            key={shown}
            settlementId={shown}
            onClose={() => set({ settlement: undefined, page: filter('page') || undefined })}
          />
        </Suspense>
      )}
    </>
  )
}

function Clearing() {
  const asked = useQuery(query(getClearing, {}))
  if (asked.isError) return <LoadProblem title="Failed to load what is not settled" of={asked} />
  const { data } = asked
  const difference = data && subtract(data.balance, data.notSettled)
  return (
    <FigureGrid label="Gateway clearing">
      <FigureCard
        label="Gateway clearing in the books"
        value={data && <MoneyText amount={data.balance} />}
        loading={!data}
      />
      <FigureCard
        label="Posted and not settled"
        value={data && <MoneyText amount={data.notSettled} />}
        loading={!data}
      />
      <FigureCard
        label="Difference"
        value={difference !== undefined && <MoneyText amount={difference} />}
        note="Refunds, and amounts or charges that differ"
        loading={!data}
        {...(difference !== undefined && difference !== 0n && { tone: 'warning' as const })}
      />
      <FigureCard
        label="Late payments"
        value={data && countText(data.late)}
        note={
          data && (
            <>
              Paid before <DateText on={data.lateBefore} /> and not settled
            </>
          )
        }
        loading={!data}
        {...(data && data.late > 0 && { tone: 'warning' as const })}
        link={
          data &&
          data.late > 0 && (
            <Link to="/coop/financial-operations/online-payments" search={{ settlement: 'late' }}>
              Show {plural(data.late, 'payment')}
            </Link>
          )
        }
      />
    </FigureGrid>
  )
}

const columns: Column<Settlement>[] = [
  {
    key: 'number',
    header: 'Settlement',
    card: 'title',
    cell: ({ number, settledOn }) => (
      <>
        <DateText on={settledOn} />
        <p className="muted number">{number}</p>
      </>
    ),
  },
  { key: 'payments', header: 'Payments', align: 'end', cell: ({ payments }) => countText(payments) },
  moneyColumn('gross', 'Paid by members', ({ gross }) => gross),
  moneyColumn('fees', 'Charges', ({ fees }) => fees),
  moneyColumn('deductions', 'Taken back', ({ deductions }) => deductions),
  moneyColumn('net', 'To the bank', ({ net }) => net),
  {
    key: 'differences',
    header: 'Differences',
    cell: (row) => {
      const text = differencesText(row)
      return text && <Tag tone="warning">{text}</Tag>
    },
  },
  {
    key: 'status',
    header: 'Status',
    card: 'corner',
    cell: ({ status, posting }) =>
      posting ? (
        <Tag tone="success">Posted</Tag>
      ) : (
        <Tag tone={settlementStatusWords[status].tone}>{settlementStatusWords[status].label}</Tag>
      ),
  },
]
