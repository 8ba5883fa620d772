import { SearchX } from 'lucide'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import type { useList } from '#ui/use-list.ts'
import { useListSearch } from '#ui/use-list-search.ts'

/** Which of what people ask for is shown, kept in the address: what waits at first. */
export function useShown<Status extends string>(statuses: readonly Status[]) {
  const shows = [...statuses, 'all'] as const
  const show = useListSearch().choice('show', shows) ?? 'waiting'
  return { show, shows, status: statuses.find((each) => each === show) }
}

/** What people ask the officers for, of which each opens beside the list to be decided. */
export function ReviewList<Row extends { id: string; status: string }>({
  noun,
  shown: { show, shows },
  listed: { list, q, filters, isFiltered, set },
  sort,
  header,
  nameOf,
  columns: ownColumns,
  filter,
  none,
  loads,
  drawer,
}: {
  /** What one is called, such as "request". */
  noun: string
  shown: { show: string; shows: readonly string[] }
  listed: Pick<ReturnType<typeof useList>, 'q' | 'isFiltered' | 'set'> & {
    list: ComponentProps<typeof List<Row>>['asked']
    filters: object
  }
  sort: string
  /** Over the names of who asks. */
  header: string
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  filter?: ReactNode
  /** What is said where none waits. */
  none: ReactNode
  loads: () => unknown
  drawer: (row: Row, onClose: () => void) => ReactNode
}) {
  // The row itself and not its id: once decided it leaves the list of those that wait, and its outcome is still being read.
  const [open, setOpen] = useState<Row>()
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        key: 'name',
        header,
        sort: 'lastName',
        card: 'title',
        cell: (row) => (
          <RowButton loads={loads} onClick={() => setOpen(row)}>
            {nameOf(row)}
          </RowButton>
        ),
      },
      ...ownColumns,
      {
        key: 'review',
        header: '',
        width: '96px',
        cell: (row) =>
          row.status === 'waiting' && (
            <Button size="small" aria-label={`Review the ${noun} of ${nameOf(row)}`} onClick={() => setOpen(row)}>
              Review
            </Button>
          ),
      },
    ],
    [header, loads, nameOf, noun, ownColumns],
  )
  const unfiltered = Object.fromEntries(
    Object.keys(filters).flatMap((name) => (name === 'sort' ? [] : [[name, undefined]])),
  )
  return (
    <>
      <Card flush>
        <Toolbar>
          <SearchBox label="Search name, phone or number" value={q} onSearch={(next) => set({ q: next })} />
          {filter}
          <Select
            label="Show"
            hideLabel
            value={show}
            options={shows.map((value) => ({ value, label: value === 'all' ? `All ${noun}s` : capital(value) }))}
            onChange={(next) => set({ show: next === 'waiting' ? undefined : next })}
          />
        </Toolbar>
        <List
          asked={list}
          failed={`Failed to load the ${noun}s`}
          set={set}
          caption={`${capital(noun)}s`}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={setOpen}
          sort={sort}
          empty={
            isFiltered || show !== 'waiting' ? (
              <EmptyState
                icon={SearchX}
                title={`No ${noun} matches`}
                actions={<Button onClick={() => set({ q: '', show: undefined, ...unfiltered })}>Show pending</Button>}
              />
            ) : (
              none
            )
          }
        />
      </Card>
      {open && <Suspense key={open.id}>{drawer(open, () => setOpen(undefined))}</Suspense>}
    </>
  )
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
