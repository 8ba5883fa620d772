import { useQuery } from '@tanstack/react-query'
import { getEmployer } from '#features/payroll/employers/contract.ts'
import { Suspense, lazy, useState } from 'react'
import type { EmployerId } from '#domain/ids.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { useParams } from '#web/router/place.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { Employees } from './Employees.tsx'

const LayoutEditor = lazy(async () => ({ default: (await import('./LayoutEditor.tsx')).LayoutEditor }))
const EmployerDetails = lazy(async () => ({ default: (await import('./EmployerDetails.tsx')).EmployerDetails }))
const EmployerDrawer = lazy(async () => ({ default: (await import('./EmployerDrawer.tsx')).EmployerDrawer }))

const tabs = ['members', 'layout', 'details'] as const

/** One employer: who works there, which columns it wants, what it owes. */
export function EmployerPage() {
  const { employerId = '' } = useParams()
  const { data, error, refetch } = useQuery(query(getEmployer, { employerId: employerId as EmployerId }))
  const { choice, set } = useListSearch()
  const [editing, setEditing] = useState(false)
  const tab = choice('tab', tabs) ?? 'members'
  if (!data) {
    return (
      <Page title="Employer">
        <Card>
          {error ? (
            <LoadProblem title="Failed to load the employer" error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      </Page>
    )
  }
  const { ageing } = data
  return (
    <Page
      title={data.name}
      description={`Payroll code ${data.code}`}
      actions={
        <>
          <Link
            className={buttonClass('secondary')}
            to="/coop/financial-operations/deductions"
            search={{ q: data.name }}
          >
            Schedules
          </Link>
          <Button needs="deduction.manage" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </>
      }
    >
      <FigureGrid label="Deducted, not yet remitted">
        <FigureCard
          label="Not remitted"
          value={<MoneyText amount={data.owed} />}
          {...(data.owed > 0n && { tone: 'warning' as const })}
        />
        <FigureCard label="0-30 days" value={<MoneyText amount={ageing.days0to30} />} />
        <FigureCard label="31-60 days" value={<MoneyText amount={ageing.days31to60} />} />
        <FigureCard label="61-90 days" value={<MoneyText amount={ageing.days61to90} />} />
        <FigureCard
          label="Over 90 days"
          value={<MoneyText amount={ageing.daysOver90} />}
          {...(ageing.daysOver90 > 0n && { tone: 'danger' as const })}
        />
      </FigureGrid>
      <Tabs
        label="Employer"
        tabs={[
          { key: 'members', label: `Members (${data.members})` },
          { key: 'layout', label: 'Columns' },
          { key: 'details', label: 'Details' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next === 'members' ? undefined : next, q: undefined, sort: undefined })}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {tab === 'members' && <Employees employer={data} />}
          {tab === 'layout' && <LayoutEditor employer={data} />}
          {tab === 'details' && <EmployerDetails employer={data} />}
        </Suspense>
      </Tabs>
      <Suspense>
        {editing && (
          <EmployerDrawer employer={data} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
        )}
      </Suspense>
    </Page>
  )
}
