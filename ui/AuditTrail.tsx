import { Download, ScrollText, SearchX } from 'lucide'
import { type ReactNode, useState } from 'react'
import type { PageMeta } from '#core/contract/endpoint.ts'
import { sentence } from '#ui/api/api-error.ts'
import { type Day, isDay } from '#core/calendar.ts'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { DateField } from './DateField.tsx'
import { DateText } from './DateText.tsx'
import { EmptyState } from './EmptyState.tsx'
import { Page, Toolbar } from './Page.tsx'
import { SearchBox } from './SearchBox.tsx'
import { List } from './List.tsx'
import type { Column } from './Table.tsx'
import { toast } from './toast.ts'
import type { useListSearch } from './use-list-search.ts'
import './AuditTrail.css'

type ListSearch = ReturnType<typeof useListSearch>

/** The days of a trail, as the address has them. */
export function trailDays({ filter }: ListSearch): { from: Day | undefined; to: Day | undefined } {
  const day = (name: string) => (isDay(filter(name)) ? (filter(name) as Day) : undefined)
  return { from: day('from'), to: day('to') }
}

/** When an event was, the same in every trail. */
export const whenColumn: Column<{ at: Date }> = {
  key: 'at',
  header: 'When',
  card: 'bare',
  cell: (row) => <DateText on={row.at} time />,
}

/** A list of what was done: its filters, its events and its CSV file. `filters` are all that narrow it, by their names in the address. */
export function AuditTrail<Row extends { id: string; at: Date }>({
  description,
  searchLabel,
  search,
  filters,
  choices,
  only,
  list,
  columns,
  onSave,
}: {
  description: string
  searchLabel: string
  search: ListSearch
  filters: Record<string, string | undefined>
  /** The selects beside the search. */
  choices: ReactNode
  /** The one person or cooperative to which it is narrowed: how it is called, and its name in the address. */
  only?: { name: string; filter: string } | undefined
  list: {
    data: { rows: Row[]; meta: PageMeta } | undefined
    isError: boolean
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  columns: readonly Column<Row>[]
  onSave: () => Promise<void>
}) {
  const { q, set } = search
  const { from, to } = trailDays(search)
  const isFiltered = q !== '' || Object.values(filters).some((value) => value !== undefined)
  const clear = () =>
    set({ q: '', from: '', to: '', ...Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) })
  return (
    <Page title="Audit trail" description={description} actions={<CsvButton onSave={onSave} />}>
      <Card flush>
        <Toolbar>
          <SearchBox label={searchLabel} value={q} onSearch={(next) => set({ q: next })} />
          {choices}
          <div className="trail-days">
            <DateField label="From" max={to} value={from ?? ''} onChange={(next) => set({ from: next })} />
            <DateField label="To" min={from} value={to ?? ''} onChange={(next) => set({ to: next })} />
          </div>
        </Toolbar>
        {only && (
          <div className="row trail-only">
            <p>Only {only.name}</p>
            <Button size="small" onClick={() => set({ [only.filter]: undefined })}>
              Show all
            </Button>
          </div>
        )}
        <List
          asked={list}
          failed="Failed to load the audit trail"
          set={set}
          caption="Audit trail"
          columns={columns}
          rowKey={(row) => row.id}
          empty={
            isFiltered ? (
              <EmptyState
                icon={SearchX}
                title="No event matches"
                actions={<Button onClick={clear}>Clear the filters</Button>}
              />
            ) : (
              <EmptyState icon={ScrollText} title="No events yet" />
            )
          }
        />
      </Card>
    </Page>
  )
}

function CsvButton({ onSave }: { onSave: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      icon={Download}
      busy={busy}
      onClick={() => {
        setBusy(true)
        onSave()
          .catch((error: unknown) => toast.error(sentence(error)))
          .finally(() => setBusy(false))
      }}
    >
      Download CSV
    </Button>
  )
}
