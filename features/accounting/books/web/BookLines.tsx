import type { ComponentProps } from 'react'
import type { Kobo } from '#core/money.ts'
import { Card } from '#ui/Card.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import { useListSearch } from '#ui/use-list-search.ts'

type Book<Sum extends string> = {
  data:
    | { summary?: Record<Sum | 'opening' | 'closing', Kobo>; meta: ComponentProps<typeof Pagination>['meta'] }
    | undefined
  isPlaceholderData: boolean
}

/** The lines of a book from its opening to its closing balance, page by page; `sums` are its other columns with a total. */
export function BookLines<Row, Sum extends string>({
  asked: { data, isPlaceholderData },
  sums,
  ...table
}: ComponentProps<typeof Table<Row>> & { asked: Book<Sum>; sums: readonly Sum[] }) {
  const { set } = useListSearch()
  const summary = data?.summary
  const sum = (name: Sum | 'closing') => summary && <MoneyText amount={summary[name]} />
  return (
    <Card flush>
      <p className="report__result">
        <span>Opening balance</span>
        {summary && <MoneyText amount={summary.opening} />}
      </p>
      <Table<Row>
        dense
        busy={isPlaceholderData}
        {...(summary && {
          totals: {
            ...{ what: 'Closing balance', balance: sum('closing') },
            ...Object.fromEntries(sums.map((name) => [name, sum(name)])),
          },
        })}
        {...table}
      />
      <Pagination meta={data?.meta} onPage={(page) => set({ page })} onLimit={(limit) => set({ limit })} />
    </Card>
  )
}
