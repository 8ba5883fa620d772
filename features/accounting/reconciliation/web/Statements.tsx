import { Suspense, lazy, useMemo, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { DateText } from '#ui/DateText.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { type Column, Table } from '#ui/Table.tsx'
import { plural } from '#ui/format.ts'
import type { Reconciliation } from './api.ts'

type Statement = Reconciliation['statements'][number]

const StatementCorrections = lazy(async () => ({
  default: (await import('./StatementCorrections.tsx')).StatementCorrections,
}))

const columnsOf = (onCorrections: (statement: Statement) => void): Column<Statement>[] => [
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
  {
    key: 'corrections',
    header: 'Corrections',
    width: '170px',
    card: 'bare',
    cell: (statement) =>
      statement.corrections > 0 && (
        <Button size="small" onClick={() => onCorrections(statement)}>
          {plural(statement.corrections, 'correction')}
        </Button>
      ),
  },
]

/** The files that were read, the latest first. */
export function Statements({ found }: { found: Reconciliation }) {
  const [corrected, setCorrected] = useState<Statement>()
  const columns = useMemo(() => columnsOf(setCorrected), [])
  return (
    <Card flush title="Statements">
      <Table caption="Statements" columns={columns} rows={found.statements} rowKey={({ id }) => id} />
      <Suspense>
        {corrected && (
          <StatementCorrections account={found} statement={corrected} onClose={() => setCorrected(undefined)} />
        )}
      </Suspense>
    </Card>
  )
}
