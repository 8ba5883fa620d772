import type { ComponentProps } from 'react'
import { LoadProblem } from './LoadProblem.tsx'
import { Pagination } from './Pagination.tsx'
import { Table } from './Table.tsx'

type Asked<Row> = {
  data: { rows: readonly Row[]; meta: ComponentProps<typeof Pagination>['meta'] } | undefined
  error: unknown
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

type TableProps<Row> = ComponentProps<typeof Table<Row>>

/** A page of a list as a table, with the way to the other pages; or why it could not be loaded. */
export function List<Row>({
  asked,
  failed,
  set,
  limited = false,
  ...table
}: Omit<TableProps<Row>, 'rows' | 'onSort'> & {
  asked: Asked<Row>
  /** What to say when it could not be loaded. */
  failed: string
  /** Changes the page, the number of rows on it and the order. */
  set: (changes: { page?: number; limit?: number; sort?: string }) => void
  /** The number of rows on a page can't be chosen. */
  limited?: boolean
}) {
  return (
    <>
      {asked.isError ? (
        <LoadProblem title={failed} of={asked} />
      ) : (
        <Table<Row>
          rows={asked.data?.rows}
          busy={asked.isPlaceholderData}
          {...('sort' in table && { onSort: (sort: string) => set({ sort }) })}
          {...table}
        />
      )}
      <Pagination
        meta={asked.data?.meta}
        onPage={(page) => set({ page })}
        {...(!limited && { onLimit: (limit: number) => set({ limit }) })}
      />
    </>
  )
}
