import { listScheduleLines } from '#features/payroll/schedules/contract.ts'
import { FileSpreadsheet } from 'lucide'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { useList } from '#web/ui/use-list.ts'
import type { Schedule, ScheduleLine } from './api.ts'

/** What is to be deducted from each member. */
export function ScheduleLines({ schedule }: { schedule: Schedule }) {
  const { list, limit, q, set, filters } = useList(listScheduleLines, { scheduleId: schedule.id })
  const { sort } = filters
  return (
    <Card flush>
      <Toolbar>
        <SearchBox label="Search lines" value={q} onSearch={(text) => set({ q: text })} />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the lines"
        set={set}
        caption="Lines of the schedule"
        columns={columns}
        rowKey={(row) => row.memberId}
        sort={sort ?? 'number'}
        dense
        loadingRows={limit}
        totals={{
          name: 'Total of the schedule',
          savings: <MoneyText amount={schedule.savings} />,
          shares: <MoneyText amount={schedule.shares} />,
          levy: <MoneyText amount={schedule.levy} />,
          loans: <MoneyText amount={schedule.loans} />,
          total: <MoneyText amount={schedule.total} />,
        }}
        empty={
          <EmptyState
            icon={FileSpreadsheet}
            title="No line matches"
            actions={<Button onClick={() => set({ q: '' })}>Show all lines</Button>}
          />
        }
      />
    </Card>
  )
}

/** Savings of the month, and under them what of it is for earlier months. */
const savingsCell = ({ savings, missed }: ScheduleLine) => (
  <>
    <MoneyText amount={savings} />
    {missed > 0n && (
      <small className="muted">
        <MoneyText amount={missed} /> for earlier months
      </small>
    )}
  </>
)

const columns: Column<ScheduleLine>[] = [
  {
    key: 'name',
    header: 'Member',
    sort: 'name',
    card: 'title',
    cell: (row) => (
      <Link to="/coop/member/$memberId" params={{ memberId: row.memberId }}>
        {row.name}
      </Link>
    ),
  },
  { key: 'staff', header: 'Staff number', cell: (row) => <span className="number">{row.staffNumber}</span> },
  { key: 'savings', header: 'Savings', align: 'end', cell: savingsCell },
  moneyColumn('shares', 'Shares', (row) => row.shares),
  moneyColumn('levy', 'Levy', (row) => row.levy),
  moneyColumn('loans', 'Loan instalment', (row) => row.loans),
  moneyColumn('total', 'Total', (row) => row.total, { sort: 'total', card: 'corner' }),
]
