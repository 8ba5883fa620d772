import { useQuery } from '@tanstack/react-query'
import { Building2, SearchX } from 'lucide'
import { useCallback, useMemo } from 'react'
import { cooperativeSorts } from '#contract/cooperatives.ts'
import { type CooperativeStatus, cooperativeStatuses } from '#domain/actor.ts'
import type { CooperativeId } from '#domain/ids.ts'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { countText } from '#web/ui/format.ts'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { CooperativeDrawer } from './CooperativeDrawer.tsx'
import './PlatformDashboardPage.css'
import { StatusTag, statusWords } from './StatusTag.tsx'
import { VerificationQueue } from './VerificationQueue.tsx'
import { type Cooperative, platformQueries } from './api.ts'

/** The platform at a glance, the cooperatives that wait for verification, and all of them. */
export function PlatformDashboardPage() {
  const list = useListSearch()
  const openId = list.filter('open') as CooperativeId | ''
  const { set, page } = list
  const open = useCallback((id: CooperativeId) => set({ open: id, page }), [set, page])

  return (
    <>
      <Page title="Platform" description="Every cooperative on Ajose.">
        <Figures />
        <VerificationQueue onOpen={open} />
        <Cooperatives list={list} onOpen={open} />
      </Page>
      <CooperativeDrawer id={openId || undefined} onClose={() => list.set({ open: undefined, page: list.page })} />
    </>
  )
}

function Figures() {
  const { data, isPending, error, refetch } = useQuery(platformQueries.statistics())
  if (error) {
    return (
      <Banner tone="warning" title="The figures could not be loaded" actions={<Button size="small" onClick={() => void refetch()}>Try Again</Button>}>
        {sentence(error)}
      </Banner>
    )
  }
  const figure = (count: number | undefined) => countText(count ?? 0)
  return (
    <FigureGrid label="Figures">
      <FigureCard label="Cooperatives" loading={isPending} value={figure(data?.total)} />
      <FigureCard label="Waiting" loading={isPending} value={figure(data?.pending)} {...(data?.pending ? { tone: 'warning' as const } : {})} />
      <FigureCard label="Active" loading={isPending} value={figure(data?.active)} />
      <FigureCard label="Suspended" loading={isPending} value={figure(data?.suspended)} />
      <FigureCard label="Rejected" loading={isPending} value={figure(data?.rejected)} />
      <FigureCard label="Members" loading={isPending} value={figure(data?.members)} />
    </FigureGrid>
  )
}

const statusOptions = cooperativeStatuses.map((status) => ({ value: status, label: statusWords[status].word }))

function Cooperatives({ list, onOpen }: { list: ReturnType<typeof useListSearch>; onOpen: (id: CooperativeId) => void }) {
  const status = cooperativeStatuses.find((one) => one === list.filter('status')) as CooperativeStatus | undefined
  const sort = cooperativeSorts.flatMap((name) => [name, `-${name}` as const]).find((one) => one === list.sort)
  const cooperatives = useQuery(
    platformQueries.list({
      page: list.page,
      limit: list.limit,
      ...(list.q ? { q: list.q } : {}),
      ...(status ? { status } : {}),
      ...(sort ? { sort } : {}),
    }),
  )
  const columns = useMemo<Column<Cooperative>[]>(
    () => [
      {
        key: 'name',
        header: 'Cooperative',
        sort: 'name',
        card: 'title',
        cell: (row) => (
          <button type="button" className="platform__name" onClick={() => onOpen(row.id)}>
            {row.name}
          </button>
        ),
      },
      { key: 'coop_id', header: 'CoopId', cell: (row) => <span className="number">{row.coop_id}</span> },
      { key: 'phone', header: 'Phone', cell: (row) => <span className="number">{row.phone}</span> },
      { key: 'members', header: 'Members', align: 'end', sort: 'members', cell: (row) => countText(row.members) },
      { key: 'createdAt', header: 'Registered', sort: 'createdAt', cell: (row) => <DateText on={row.createdAt} /> },
      { key: 'status', header: 'Status', sort: 'status', card: 'corner', cell: (row) => <StatusTag status={row.status} /> },
    ],
    [onOpen],
  )
  const filtered = list.q !== '' || status !== undefined

  return (
    <Card flush title="All cooperatives">
      <Toolbar>
        <SearchBox label="Search name, CoopId or phone" value={list.q} onSearch={(q) => list.set({ q })} />
        <Select label="Status" hideLabel placeholder="Every status" value={status ?? ''} options={statusOptions} onChange={(next) => list.set({ status: next })} />
      </Toolbar>
      {cooperatives.error && (
        <div className="platform__error">
          <Banner tone="danger" title="Failed to load cooperatives" actions={<Button size="small" onClick={() => void cooperatives.refetch()}>Try Again</Button>}>
            {sentence(cooperatives.error)}
          </Banner>
        </div>
      )}
      {!(cooperatives.error && !cooperatives.data) && (
        <Table
          caption="All cooperatives"
          columns={columns}
          rows={cooperatives.data?.rows}
          rowKey={(row) => row.id}
          onOpen={(row) => onOpen(row.id)}
          sort={list.sort ?? '-createdAt'}
          onSort={(next) => list.set({ sort: next })}
          busy={cooperatives.isPlaceholderData}
          empty={
            filtered ? (
              <EmptyState icon={SearchX} title="No cooperative matches" actions={<Button onClick={() => list.set({ q: undefined, status: undefined })}>Clear the filters</Button>}>
                Try part of the name, the CoopId or the phone number.
              </EmptyState>
            ) : (
              <EmptyState icon={Building2} title="No cooperatives yet">
                They appear here as soon as one registers at /signup.
              </EmptyState>
            )
          }
        />
      )}
      <Pagination meta={cooperatives.data?.meta} onPage={(page) => list.set({ page })} onLimit={(limit) => list.set({ limit })} />
    </Card>
  )
}
