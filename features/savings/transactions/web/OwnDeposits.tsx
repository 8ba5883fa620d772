import { useQuery } from '@tanstack/react-query'
import { listFixedDeposits } from '#features/savings/fixed-deposits/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { Card } from '#ui/Card.tsx'
import { depositColumns } from '#ui/parts/DepositTable.tsx'
import { Table } from '#ui/Table.tsx'
import * as strings from './strings.ts'

const columns = depositColumns.map(({ sort: _sort, ...column }) => column)

/** The signed-in member's open deposits; nothing where they have none. */
export function OwnDeposits() {
  const list = useQuery(wholeList(listFixedDeposits, { status: 'open' }))
  if (!list.data || list.data.length === 0) return null
  return (
    <Card flush>
      <Table caption={strings.yourFixedDeposits} columns={columns} rows={list.data} rowKey={({ id }) => id} dense />
    </Card>
  )
}
