import { listSchedules } from '#features/payroll/schedules/contract.ts'
import { BuildingComplex, FileSpreadsheet, Plus } from 'lucide'
import { lazy } from 'react'
import { Link } from '#ui/router/Link.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Figures } from '#ui/FigureCard.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ListPage } from '#ui/ListPage.tsx'
import { optionsOf } from '#ui/Select.tsx'
import { columnsOf } from '#ui/columns-of.ts'
import { useList } from '#ui/use-list.ts'
import { ScheduleTag } from './ScheduleTag.tsx'
import { scheduleStates, stateLabels } from '#features/payroll/schedules/rules/words.ts'

const NewScheduleDialog = lazy(async () => ({ default: (await import('./NewScheduleDialog.tsx')).NewScheduleDialog }))

/** Every month of every employer: what was asked for, what was deducted, what is still owed. */
export function DeductionsPage() {
  const schedules = useList(listSchedules)
  const hasEmployers = (schedules.list.data?.summary.employers ?? 0) > 0
  return (
    <ListPage
      of={schedules}
      title="Deductions"
      description="What employers deduct from salaries, month by month"
      actions={
        <Link className={buttonClass('secondary')} to="/coop/financial-operations/deductions/employers">
          <Icon of={BuildingComplex} />
          Employers
        </Link>
      }
      above={
        <Figures
          label="Deductions"
          of={schedules.list.data?.summary}
          amounts={[
            ['Scheduled', ({ total }) => total],
            ['Deducted', ({ deducted }) => deducted],
            ['Deducted, not yet remitted', ({ owed }) => owed, 'warning'],
          ]}
        />
      }
      caption="Deduction schedules"
      words={['schedule', 'schedules']}
      search="Search employers"
      filters={{ state: { label: 'State', any: 'Any state', options: optionsOf(scheduleStates, stateLabels) } }}
      sort="-period"
      columns={columns}
      rowKey={(row) => row.id}
      opens={[
        {
          name: 'new',
          label: 'New schedule',
          needs: 'deduction.manage',
          icon: Plus,
          look: 'primary',
          hidden: !hasEmployers,
          form: (close) => <NewScheduleDialog onClose={close} />,
        },
      ]}
      none={
        hasEmployers
          ? {
              icon: FileSpreadsheet,
              title: 'No schedule yet',
              says: 'Create what an employer is to deduct this month.',
              does: ['new'],
            }
          : {
              icon: BuildingComplex,
              title: 'No employer yet',
              says: "Add the employer that deducts from your members' salaries, then say who works there.",
              actions: (
                <Link
                  needs="deduction.manage"
                  className={buttonClass('primary')}
                  to="/coop/financial-operations/deductions/employers"
                  search={{ do: 'new' }}
                >
                  Add an employer
                </Link>
              ),
            }
      }
    />
  )
}

const columns = columnsOf(listSchedules, {
  period: {
    card: 'title',
    to: ({ id }) => ({ to: '/coop/financial-operations/deductions/$scheduleId', params: { scheduleId: id } }),
  },
  employer: { card: 'bare' },
  state: { card: 'corner', cell: (row) => <ScheduleTag schedule={row} /> },
})
