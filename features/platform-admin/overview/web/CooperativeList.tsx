import { useQuery } from '@tanstack/react-query'
import { BuildingComplex, SearchX } from 'lucide'
import { cooperativeSorts } from '#features/platform-admin/cooperatives/contract.ts'
import { cooperativeStatuses } from '#core/actor.ts'
import { go } from '#ui/router/place.ts'
import { Link } from '#ui/router/Link.tsx'
import { hrefOf } from '#ui/router/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { countText, plural } from '#ui/format.ts'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import type { Column } from '#ui/Table.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { PlanTag } from './PlanTag.tsx'
import { StatusTag, statusWords } from './StatusTag.tsx'
import { type Cooperative, platformQueries } from './api.ts'

const sorts = cooperativeSorts.flatMap((name) => [name, `-${name}` as const])
const statusOptions = cooperativeStatuses.map((status) => ({ value: status, label: statusWords[status].word }))

/** One choice for the person, a plan or a standing of the trial for the server. */
const planFilters = {
  running: { label: 'Trial running', query: { trial: 'running' } },
  ending: { label: 'Trial ends within 7 days', query: { trial: 'ending' } },
  ended: { label: 'Trial ended', query: { trial: 'ended' } },
  standard: { label: 'Standard', query: { plan: 'standard' } },
  free: { label: 'Free', query: { plan: 'free' } },
} as const
type PlanFilter = keyof typeof planFilters
const planNames = Object.keys(planFilters) as PlanFilter[]

const pageOf = ({ id }: Cooperative) =>
  ({ to: '/superadmin/cooperatives/$cooperativeId', params: { cooperativeId: id } }) as const

const columns: Column<Cooperative>[] = [
  {
    key: 'name',
    header: 'Cooperative',
    sort: 'name',
    card: 'title',
    cell: (row) => <Link {...pageOf(row)}>{row.name}</Link>,
  },
  { key: 'coop_id', header: 'CoopId', cell: (row) => <span className="number">{row.coop_id}</span> },
  { key: 'phone', header: 'Phone', cell: (row) => <span className="number">{phoneText(row.phone)}</span> },
  { key: 'members', header: 'Members', align: 'end', sort: 'members', cell: (row) => countText(row.members) },
  { key: 'createdAt', header: 'Registered', sort: 'createdAt', cell: (row) => <DateText on={row.createdAt} /> },
  { key: 'plan', header: 'Plan', sort: 'trialEndsOn', cell: (row) => <PlanTag cooperative={row} /> },
  { key: 'status', header: 'Status', sort: 'status', card: 'corner', cell: (row) => <StatusTag status={row.status} /> },
]

/** Every cooperative, found by name, CoopId or phone. */
export function CooperativeList() {
  const { page, limit, q, choice, set } = useListSearch()
  const status = choice('status', cooperativeStatuses)
  const plan = choice('plan', planNames)
  const sort = choice('sort', sorts)
  const list = useQuery(
    platformQueries.list({ page, limit, q: q || undefined, status, sort, ...(plan && planFilters[plan].query) }),
  )
  const total = list.data?.meta.total
  const isFiltered = q !== '' || status !== undefined || plan !== undefined
  return (
    <Card
      flush
      title="All cooperatives"
      description={q !== '' && total !== undefined && !list.isPlaceholderData && `Found ${plural(total, 'result')}`}
    >
      <Toolbar>
        <SearchBox label="Search name, CoopId or phone" value={q} onSearch={(next) => set({ q: next })} />
        <Select
          label="Status"
          hideLabel
          placeholder="Every status"
          value={status ?? ''}
          options={statusOptions}
          onChange={(next) => set({ status: next })}
        />
        <Select
          label="Plan"
          hideLabel
          placeholder="Every plan"
          value={plan ?? ''}
          options={planNames.map((value) => ({ value, label: planFilters[value].label }))}
          onChange={(next) => set({ plan: next })}
        />
      </Toolbar>
      <List
        asked={list}
        failed={q ? 'Search failed' : 'Failed to load cooperatives'}
        set={set}
        caption="All cooperatives"
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={(row) => void go(hrefOf(pageOf(row)))}
        sort={sort ?? '-createdAt'}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title="No cooperative matches"
              actions={
                <Button onClick={() => set({ q: undefined, status: undefined, plan: undefined })}>
                  Clear the filters
                </Button>
              }
            >
              {q !== '' && 'Try part of the name, the CoopId or the phone number.'}
            </EmptyState>
          ) : (
            <EmptyState icon={BuildingComplex} title="No cooperatives yet">
              They appear here as soon as one registers at /signup.
            </EmptyState>
          )
        }
      />
    </Card>
  )
}
