import { CircleCheck, CircleX, Clock, Inbox } from 'lucide'
import { Suspense, lazy } from 'react'
import { listMembershipApplications } from '#features/members/applications/contract.ts'
import { applicationStatuses } from '#features/members/applications/rules/membership-application.ts'
import { ReviewList, useShown } from '#ui/parts/ReviewList.tsx'
import { AgoText } from '#ui/AgoText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Page } from '#ui/Page.tsx'
import { phoneText } from '#ui/PhoneLinks.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { Tag } from '#ui/Tag.tsx'
import { useList } from '#ui/use-list.ts'
import type { Application } from './api.ts'

const loads = () => import('./ApplicationDrawer.tsx')
const ApplicationDrawer = lazy(async () => ({ default: (await loads()).ApplicationDrawer }))
const JoinSettingsCard = lazy(async () => ({ default: (await import('./JoinSettingsCard.tsx')).JoinSettingsCard }))

/** Who asks to become a member; those that wait at first. */
export function ApplicationsPage() {
  const shown = useShown(applicationStatuses)
  const listed = useList(listMembershipApplications, { status: shown.status })
  return (
    <Page title="Membership applications" description="People who asked to become members on your join page.">
      <ReviewList
        noun="application"
        shown={shown}
        listed={listed}
        sort={listed.filters.sort ?? 'number'}
        header="Name"
        nameOf={nameOf}
        columns={columns}
        none={
          <EmptyState icon={Inbox} title="No pending applications">
            Share the address of your join page; who applies there appears here.
          </EmptyState>
        }
        loads={loads}
        drawer={(application, onClose) => <ApplicationDrawer application={application} onClose={onClose} />}
      />
      <Suspense>
        <JoinSettingsCard />
      </Suspense>
    </Page>
  )
}

const nameOf = ({ firstName, lastName }: Application) => `${firstName} ${lastName}`

const columns: Column<Application>[] = [
  {
    key: 'number',
    header: 'Number',
    sort: 'number',
    card: 'bare',
    cell: (row) => <span className="number">{row.number}</span>,
  },
  {
    key: 'phone',
    header: 'Phone',
    card: 'bare',
    cell: (row) => <span className="number">{phoneText(row.phone)}</span>,
  },
  moneyColumn('monthly', 'Each month', (row) => row.monthlyContributions),
  { key: 'when', header: 'When', card: 'bare', cell: (row) => <AgoText at={row.createdAt} /> },
  { key: 'status', header: 'Status', card: 'corner', cell: (row) => <ApplicationTag application={row} /> },
]

function ApplicationTag({ application: { status, samePhone, alsoWaiting } }: { application: Application }) {
  if (status === 'approved')
    return (
      <Tag tone="success" icon={CircleCheck}>
        Approved
      </Tag>
    )
  if (status === 'declined')
    return (
      <Tag tone="neutral" icon={CircleX}>
        Declined
      </Tag>
    )
  return (
    <Tag tone="warning" icon={Clock}>
      {samePhone ? 'Phone of a member' : alsoWaiting > 0 ? 'Applied twice' : 'Waiting'}
    </Tag>
  )
}
