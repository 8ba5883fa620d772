import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/Card.tsx'
import { depositColumns } from '#web/ui/DepositTable.tsx'
import { Table } from '#web/ui/Table.tsx'
import { depositQueries } from './deposit-api.ts'

const columns = depositColumns.map(({ sort: _sort, ...column }) => column)

/** The signed-in member's open deposits; nothing where they have none. */
export function OwnDeposits() {
  const list = useQuery(depositQueries.own())
  if (!list.data || list.data.rows.length === 0) return null
  return (
    <Card flush>
      <Table caption="Your fixed deposits" columns={columns} rows={list.data.rows} rowKey={({ id }) => id} dense />
    </Card>
  )
}
