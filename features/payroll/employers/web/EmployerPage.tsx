import { useQuery } from '@tanstack/react-query'
import { getEmployer } from '#features/payroll/employers/contract.ts'
import { lazy } from 'react'
import type { EmployerId } from '#core/ids.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useParams } from '#ui/router/place.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Detail } from '#ui/Detail.tsx'
import { Figures } from '#ui/FigureCard.tsx'
import { Employees } from './Employees.tsx'

const LayoutEditor = lazy(async () => ({ default: (await import('./LayoutEditor.tsx')).LayoutEditor }))
const EmployerDetails = lazy(async () => ({ default: (await import('./EmployerDetails.tsx')).EmployerDetails }))
const EmployerDrawer = lazy(async () => ({ default: (await import('./EmployerDrawer.tsx')).EmployerDrawer }))

/** One employer: who works there, which columns it wants, what it owes. */
export function EmployerPage() {
  const { employerId = '' } = useParams()
  return (
    <Detail
      of={useQuery(query(getEmployer, { employerId: employerId as EmployerId }))}
      before="Employer"
      failed="Failed to load the employer"
      head={({ name, code }) => ({
        title: name,
        description: `Payroll code ${code}`,
        actions: (
          <Link className={buttonClass('secondary')} to="/coop/financial-operations/deductions" search={{ q: name }}>
            Schedules
          </Link>
        ),
      })}
      opens={(employer) => [
        {
          name: 'edit',
          label: 'Edit',
          needs: 'deduction.manage',
          form: (close) => <EmployerDrawer employer={employer} onClose={close} onSaved={close} />,
        },
      ]}
      above={(employer) => (
        <Figures
          label="Deducted, not yet remitted"
          of={employer}
          amounts={[
            ['Not remitted', ({ owed }) => owed, 'warning'],
            ['0-30 days', ({ ageing }) => ageing.days0to30],
            ['31-60 days', ({ ageing }) => ageing.days31to60],
            ['61-90 days', ({ ageing }) => ageing.days61to90],
            ['Over 90 days', ({ ageing }) => ageing.daysOver90, 'danger'],
          ]}
        />
      )}
      label="Employer"
      tabs={[
        {
          key: 'members',
          label: 'Members',
          count: ({ members }) => members,
          panel: (employer) => <Employees employer={employer} />,
        },
        { key: 'layout', label: 'Columns', panel: (employer) => <LayoutEditor employer={employer} /> },
        { key: 'details', label: 'Details', panel: (employer) => <EmployerDetails employer={employer} /> },
      ]}
    />
  )
}
