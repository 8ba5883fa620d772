import { listEmployees } from '#features/payroll/employers/contract.ts'
import { FileUp, Users } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { Link } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { MemberNumber } from '#web/parts/MemberNumber.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { useList } from '#web/ui/use-list.ts'
import type { Employee, Employer } from './api.ts'

const EmployeesFileDialog = lazy(async () => ({
  default: (await import('./EmployeesFileDialog.tsx')).EmployeesFileDialog,
}))

/** The members from whose salary this employer deducts. */
export function Employees({ employer }: { employer: Employer }) {
  const { list, limit, q, set, filters } = useList(listEmployees, { employerId: employer.id })
  const { sort } = filters
  const [choosing, setChoosing] = useState(false)
  const choose = (
    <Button needs="deduction.manage" icon={FileUp} onClick={() => setChoosing(true)}>
      Assign from a file
    </Button>
  )
  return (
    <Card flush>
      <Toolbar>
        <SearchBox label="Search members" value={q} onSearch={(text) => set({ q: text })} />
        {employer.members > 0 && choose}
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the members"
        set={set}
        caption="Members at this employer"
        columns={columns}
        rowKey={(row) => row.memberId}
        sort={sort ?? 'membershipno'}
        dense
        loadingRows={limit}
        empty={
          q === '' ? (
            <EmptyState icon={Users} title="No members assigned yet" actions={choose}>
              A file needs two columns: membership number and staff number. One member at a time is assigned on the
              member's page, under Details.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Users}
              title="No member matches"
              actions={<Button onClick={() => set({ q: '' })}>Show all members</Button>}
            />
          )
        }
      />
      <Suspense>{choosing && <EmployeesFileDialog employer={employer} onClose={() => setChoosing(false)} />}</Suspense>
    </Card>
  )
}

const columns: Column<Employee>[] = [
  {
    key: 'name',
    header: 'Member',
    sort: 'name',
    card: 'title',
    cell: (row) => (
      <>
        <Link to="/coop/member/$memberId" params={{ memberId: row.memberId }} search={{ tab: 'details' }}>
          {row.name}
        </Link>{' '}
        <MemberNumber membershipno={row.membershipno} />
      </>
    ),
  },
  {
    key: 'staffNumber',
    header: 'Staff number',
    sort: 'staffNumber',
    cell: (row) => <span className="number">{row.staffNumber}</span>,
  },
  { key: 'from', header: 'From', cell: (row) => <DateText on={row.from} /> },
  moneyColumn('savings', 'Savings a month', (row) => row.savings),
  moneyColumn('shares', 'Shares a month', (row) => row.shares),
]
