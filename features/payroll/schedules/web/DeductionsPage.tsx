import { useQuery } from '@tanstack/react-query'
import { listEmployers } from '#features/payroll/employers/contract.ts'
import { listSchedules } from '#features/payroll/schedules/contract.ts'
import { BuildingComplex, FileSpreadsheet, Plus } from 'lucide'
import { Suspense, lazy } from 'react'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { may } from '#web/session/may.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { List } from '#web/ui/List.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { countText, periodName } from '#web/ui/format.ts'
import { useList } from '#web/ui/use-list.ts'
import { ScheduleTag, stateLabels } from './ScheduleTag.tsx'
import type { Schedule } from './api.ts'
import { scheduleStates } from '#features/payroll/schedules/rules/words.ts'

const NewScheduleDialog = lazy(async () => ({ default: (await import('./NewScheduleDialog.tsx')).NewScheduleDialog }))

/** Every month of every employer: what was asked for, what was deducted, what is still owed. */
export function DeductionsPage() {
  const { list, limit, q, filter, set, isFiltered, filters } = useList(listSchedules)
  const { state, sort } = filters
  const employers = useQuery(query(listEmployers, { limit: 1 }))
  const navigate = useNavigate()
  const { data } = list
  const begin = () => set({ do: 'new', page: filter('page') })
  const summary = data?.summary

  return (
    <Page
      title="Deductions"
      description="What employers deduct from salaries, month by month"
      actions={
        <>
          <Link className={buttonClass('secondary')} to="/coop/financial-operations/deductions/employers">
            <Icon of={BuildingComplex} />
            Employers
          </Link>
          {employers.data && employers.data.meta.total > 0 && (
            <Button needs="deduction.manage" look="primary" icon={Plus} onClick={begin}>
              New schedule
            </Button>
          )}
        </>
      }
    >
      <FigureGrid label="Deductions">
        <FigureCard label="Asked for" loading={!summary} value={summary && <MoneyText amount={summary.total} />} />
        <FigureCard label="Deducted" loading={!summary} value={summary && <MoneyText amount={summary.deducted} />} />
        <FigureCard
          label="Deducted, not yet remitted"
          loading={!summary}
          value={summary && <MoneyText amount={summary.owed} />}
          {...(summary && summary.owed > 0n && { tone: 'warning' as const })}
        />
      </FigureGrid>
      <Card flush>
        <Toolbar>
          <SearchBox label="Search employers" value={q} onSearch={(text) => set({ q: text })} />
          <Select
            hideLabel
            label="State"
            value={state ?? ''}
            placeholder="Any state"
            options={optionsOf(scheduleStates, stateLabels)}
            onChange={(value) => set({ state: value })}
          />
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the schedules"
          set={set}
          caption="Deduction schedules"
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) =>
            navigate({ to: '/coop/financial-operations/deductions/$scheduleId', params: { scheduleId: row.id } })
          }
          sort={sort ?? '-period'}
          loadingRows={limit}
          empty={
            isFiltered ? (
              <NothingFound onClear={() => set({ q: '', state: '' })} />
            ) : (
              <NothingYet hasEmployers={(employers.data?.meta.total ?? 0) > 0} onNew={begin} />
            )
          }
        />
      </Card>
      <Suspense>
        {filter('do') === 'new' && may('deduction.manage') && (
          <NewScheduleDialog onClose={() => set({ do: undefined, page: filter('page') })} />
        )}
      </Suspense>
    </Page>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={FileSpreadsheet}
      title="No schedule matches"
      actions={<Button onClick={onClear}>Show all schedules</Button>}
    />
  )
}

function NothingYet({ hasEmployers, onNew }: { hasEmployers: boolean; onNew: () => void }) {
  if (hasEmployers) {
    return (
      <EmptyState
        icon={FileSpreadsheet}
        title="No schedule yet"
        actions={
          <Button needs="deduction.manage" look="primary" onClick={onNew}>
            New schedule
          </Button>
        }
      >
        Draw up what an employer is to deduct this month.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={BuildingComplex}
      title="No employer yet"
      actions={
        <Link
          needs="deduction.manage"
          className={buttonClass('primary')}
          to="/coop/financial-operations/deductions/employers"
          search={{ do: 'new' }}
        >
          Add an employer
        </Link>
      }
    >
      Add the employer that deducts from your members' salaries, then say who works there.
    </EmptyState>
  )
}

const columns: Column<Schedule>[] = [
  {
    key: 'period',
    header: 'Month',
    sort: 'period',
    card: 'title',
    cell: (row) => (
      <Link to="/coop/financial-operations/deductions/$scheduleId" params={{ scheduleId: row.id }}>
        {periodName(row.period)}
      </Link>
    ),
  },
  { key: 'employer', header: 'Employer', sort: 'employer', card: 'bare', cell: (row) => row.employer },
  {
    key: 'members',
    header: 'Members',
    align: 'end',
    cell: (row) => <span className="number">{countText(row.members)}</span>,
  },
  moneyColumn('total', 'Scheduled', (row) => row.total),
  moneyColumn('deducted', 'Deducted', (row) => row.deducted),
  moneyColumn('owed', 'Not remitted', (row) => row.owed, { sort: 'owed' }),
  { key: 'state', header: 'State', card: 'corner', cell: (row) => <ScheduleTag schedule={row} /> },
]
