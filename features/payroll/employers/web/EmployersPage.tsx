import { listEmployers } from '#features/payroll/employers/contract.ts'
import { BuildingComplex, Plus, SlidersHorizontal } from 'lucide'
import { lazy } from 'react'
import type { Where } from '#ui/router/paths.ts'
import { useNavigate } from '#ui/router/place.ts'
import { ListPage } from '#ui/ListPage.tsx'
import { columnsOf } from '#ui/columns-of.ts'
import { useList } from '#ui/use-list.ts'
import type { Employer } from './api.ts'

const EmployerDrawer = lazy(async () => ({ default: (await import('./EmployerDrawer.tsx')).EmployerDrawer }))
const DeductionSettingsDrawer = lazy(async () => ({
  default: (await import('#features/payroll/schedules/web/DeductionSettingsDrawer.tsx')).DeductionSettingsDrawer,
}))

/** Employers, and what each has deducted and kept, by how long. */
export function EmployersPage() {
  const employers = useList(listEmployers)
  const navigate = useNavigate()
  return (
    <ListPage
      of={employers}
      title="Employers"
      description="Who deducts from salaries, and what is deducted and not yet remitted"
      words={['employer', 'employers']}
      search="Search employers"
      sort="name"
      columns={columns}
      rowKey={(row) => row.id}
      opens={[
        {
          name: 'settings',
          label: 'Rules',
          needs: 'deduction.manage',
          icon: SlidersHorizontal,
          form: (close) => <DeductionSettingsDrawer onClose={close} />,
        },
        {
          name: 'new',
          label: 'Add employer',
          needs: 'deduction.manage',
          icon: Plus,
          look: 'primary',
          form: (close) => <EmployerDrawer onClose={close} onSaved={(employer) => navigate(employerPage(employer))} />,
        },
      ]}
      none={{
        icon: BuildingComplex,
        title: 'No employer yet',
        says: 'Each employer has its own columns and its own account of what it owes.',
        does: ['new', 'Add an employer'],
      }}
    />
  )
}

const employerPage = ({ id }: Employer): Where => ({
  to: '/coop/financial-operations/deductions/employers/$employerId',
  params: { employerId: id },
})

const columns = columnsOf(listEmployers, { name: { card: 'title', to: employerPage, note: (row) => row.code } })
