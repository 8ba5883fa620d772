import { listEmployees } from '#features/payroll/employers/contract.ts'
import { FileUp, Users } from 'lucide'
import { lazy } from 'react'
import { MemberNumber } from '#ui/parts/MemberNumber.tsx'
import { ListCard } from '#ui/ListPage.tsx'
import { columnsOf } from '#ui/columns-of.ts'
import { useList } from '#ui/use-list.ts'
import type { Employer } from './api.ts'

const EmployeesFileDialog = lazy(async () => ({
  default: (await import('./EmployeesFileDialog.tsx')).EmployeesFileDialog,
}))

/** The members from whose salary this employer deducts. */
export function Employees({ employer }: { employer: Employer }) {
  return (
    <ListCard
      of={useList(listEmployees, { employerId: employer.id })}
      caption="Members at this employer"
      words={['member', 'members']}
      search="Search members"
      sort="membershipno"
      columns={columns}
      rowKey={(row) => row.memberId}
      dense
      opens={[
        {
          name: 'assign',
          label: 'Assign from a file',
          needs: 'deduction.manage',
          icon: FileUp,
          hidden: employer.members === 0,
          form: (close) => <EmployeesFileDialog employer={employer} onClose={close} />,
        },
      ]}
      none={{
        icon: Users,
        title: 'No members assigned yet',
        says: "A file needs membership and staff numbers. Assign one member on the member's page, under Details.",
        does: ['assign'],
      }}
    />
  )
}

const columns = columnsOf(listEmployees, {
  name: {
    card: 'title',
    to: ({ memberId }) => ({ to: '/coop/member/$memberId', params: { memberId }, search: { tab: 'details' } }),
    note: (row) => <MemberNumber membershipno={row.membershipno} />,
  },
})
