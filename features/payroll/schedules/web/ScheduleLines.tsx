import { listScheduleLines } from '#features/payroll/schedules/contract.ts'
import { FileSpreadsheet } from 'lucide'
import { ListCard } from '#ui/ListPage.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import type { Column } from '#ui/Table.tsx'
import { useList } from '#ui/use-list.ts'
import type { Schedule, ScheduleLine } from './api.ts'

/** What is to be deducted from each member. */
export function ScheduleLines({ schedule }: { schedule: Schedule }) {
  const { savings, shares, levy, loans, total } = schedule
  return (
    <ListCard
      of={useList(listScheduleLines, { scheduleId: schedule.id })}
      caption="Lines of the schedule"
      words={['line', 'lines']}
      search="Search lines"
      sort="number"
      columns={columns}
      rowKey={(row) => row.memberId}
      dense
      none={{ icon: FileSpreadsheet, title: 'No lines' }}
      totals={{ name: 'Total of the schedule', savings, shares, levy, loans, total }}
    />
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
    kind: 'text',
    sort: 'name',
    card: 'title',
    to: ({ memberId }) => ({ to: '/coop/member/$memberId', params: { memberId } }),
  },
  { key: 'staffNumber', header: 'Staff number', kind: 'code' },
  { key: 'savings', header: 'Savings', align: 'end', cell: savingsCell },
  { key: 'shares', header: 'Shares', kind: 'money' },
  { key: 'levy', header: 'Levy', kind: 'money' },
  { key: 'loans', header: 'Loan instalment', kind: 'money' },
  { key: 'total', header: 'Total', kind: 'money', sort: 'total', card: 'corner' },
]
