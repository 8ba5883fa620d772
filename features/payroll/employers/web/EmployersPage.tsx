import { listEmployers } from '#features/payroll/employers/contract.ts'
import { BuildingComplex, Plus, SlidersHorizontal } from 'lucide'
import { Suspense, lazy } from 'react'
import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { may } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { countText } from '#web/ui/format.ts'
import { useList } from '#web/ui/use-list.ts'
import type { Employer } from './api.ts'

const EmployerDrawer = lazy(async () => ({ default: (await import('./EmployerDrawer.tsx')).EmployerDrawer }))
const DeductionSettingsDrawer = lazy(async () => ({
  default: (await import('#features/payroll/schedules/web/DeductionSettingsDrawer.tsx')).DeductionSettingsDrawer,
}))

/** Employers, and what each has deducted and kept, by how long. */
export function EmployersPage() {
  const { list, limit, q, filter, set, filters } = useList(listEmployers)
  const { sort } = filters
  const navigate = useNavigate()
  const { data } = list
  const doing = may('deduction.manage') ? filter('do') : ''
  const begin = (what: string | undefined) => set({ do: what, page: filter('page') })
  const summary = data?.summary
  return (
    <Page
      title="Employers"
      description="Who deducts from salaries, and what is deducted and not yet remitted"
      actions={
        <>
          <Button needs="deduction.manage" icon={SlidersHorizontal} onClick={() => begin('settings')}>
            Rules
          </Button>
          <Button needs="deduction.manage" look="primary" icon={Plus} onClick={() => begin('new')}>
            Add employer
          </Button>
        </>
      }
    >
      <Card flush>
        <Toolbar>
          <SearchBox label="Search employers" value={q} onSearch={(text) => set({ q: text })} />
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the employers"
          set={set}
          caption="Employers"
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) =>
            navigate({
              to: '/coop/financial-operations/deductions/employers/$employerId',
              params: { employerId: row.id },
            })
          }
          sort={sort ?? 'name'}
          loadingRows={limit}
          totals={
            summary && {
              name: 'All employers',
              days0to30: <MoneyText amount={summary.ageing.days0to30} />,
              days31to60: <MoneyText amount={summary.ageing.days31to60} />,
              days61to90: <MoneyText amount={summary.ageing.days61to90} />,
              daysOver90: <MoneyText amount={summary.ageing.daysOver90} />,
              owed: <MoneyText amount={summary.owed} />,
            }
          }
          empty={
            q === '' ? (
              <EmptyState
                icon={BuildingComplex}
                title="No employer yet"
                actions={
                  <Button needs="deduction.manage" look="primary" onClick={() => begin('new')}>
                    Add an employer
                  </Button>
                }
              >
                Each employer has its own columns and its own account of what it owes.
              </EmptyState>
            ) : (
              <EmptyState
                icon={BuildingComplex}
                title="No employer matches"
                actions={<Button onClick={() => set({ q: '' })}>Show all employers</Button>}
              />
            )
          }
        />
      </Card>
      <Suspense>
        {doing === 'new' && (
          <EmployerDrawer
            onClose={() => begin(undefined)}
            onSaved={(employer) =>
              navigate({
                to: '/coop/financial-operations/deductions/employers/$employerId',
                params: { employerId: employer.id },
              })
            }
          />
        )}
        {doing === 'settings' && <DeductionSettingsDrawer onClose={() => begin(undefined)} />}
      </Suspense>
    </Page>
  )
}

const columns: Column<Employer>[] = [
  {
    key: 'name',
    header: 'Employer',
    sort: 'name',
    card: 'title',
    cell: (row) => (
      <>
        <Link to="/coop/financial-operations/deductions/employers/$employerId" params={{ employerId: row.id }}>
          {row.name}
        </Link>{' '}
        <span className="muted">{row.code}</span>
      </>
    ),
  },
  {
    key: 'members',
    header: 'Members',
    align: 'end',
    sort: 'members',
    cell: (row) => <span className="number">{countText(row.members)}</span>,
  },
  moneyColumn('days0to30', '0-30 days', (row) => row.ageing.days0to30),
  moneyColumn('days31to60', '31-60', (row) => row.ageing.days31to60),
  moneyColumn('days61to90', '61-90', (row) => row.ageing.days61to90),
  moneyColumn('daysOver90', 'Over 90', (row) => row.ageing.daysOver90),
  moneyColumn('owed', 'Not remitted', (row) => row.owed, { sort: 'owed' }),
]
