import type { ComponentProps } from 'react'
import type { Kobo } from '#domain/money.ts'
import { Card } from '#web/ui/Card.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'

/** The lines of a book from its opening to its closing balance, page by page; `totals` are those of the other columns. */
export function BookLines<Row>({
  asked: { data, isPlaceholderData },
  totals,
  ...table
}: ComponentProps<typeof Table<Row>> & {
  asked: {
    data: { summary?: { opening: Kobo; closing: Kobo }; meta: ComponentProps<typeof Pagination>['meta'] } | undefined
    isPlaceholderData: boolean
  }
}) {
  const { set } = useListSearch()
  const summary = data?.summary
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
          totals: { what: 'Closing balance', ...totals, balance: <MoneyText amount={summary.closing} /> },
        })}
        {...table}
      />
      <Pagination meta={data?.meta} onPage={(page) => set({ page })} onLimit={(limit) => set({ limit })} />
    </Card>
  )
}
