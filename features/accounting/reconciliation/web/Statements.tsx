import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import type { Reconciliation } from './api.ts'

type Statement = Reconciliation['statements'][number]

const columns: Column<Statement>[] = [
  { key: 'file', header: 'File', card: 'title', cell: ({ fileName }) => fileName },
  {
    key: 'days',
    header: 'Days',
    cell: ({ from, to }) => (
      <>
        <DateText on={from} /> – <DateText on={to} />
      </>
    ),
  },
  { key: 'opening', header: 'Began with', align: 'end', cell: ({ opening }) => <MoneyText amount={opening} /> },
  { key: 'closing', header: 'Ended with', align: 'end', cell: ({ closing }) => <MoneyText amount={closing} /> },
  { key: 'lines', header: 'New lines', align: 'end', cell: ({ lines }) => <span className="number">{lines}</span> },
  {
    key: 'by',
    header: 'Read by',
    cell: ({ uploadedBy, uploadedAt }) => (
      <>
        {uploadedBy}, <DateText on={uploadedAt} />
      </>
    ),
  },
]

/** The files that were read, the latest first. */
export function Statements({ found }: { found: Reconciliation }) {
  return (
    <Card flush title="Statements">
      <Table caption="Statements" columns={columns} rows={found.statements} rowKey={({ id }) => id} />
    </Card>
  )
}
