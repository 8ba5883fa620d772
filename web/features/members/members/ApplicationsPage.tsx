import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, Inbox, SearchX } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { listMembershipApplications, applicationSorts } from '#contract/members/membership-applications.ts'
import { applicationStatuses } from '#domain/members/membership-applications/membership-application.ts'
import { query } from '#web/api/query.ts'
import { AgoText } from '#web/ui/AgoText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { phoneText } from '#web/ui/PhoneLinks.tsx'
import { RowButton } from '#web/ui/RowButton.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { useListSearch } from '#web/ui/use-list-search.ts'
import type { Application } from './api.ts'

const drawer = () => import('./ApplicationDrawer.tsx')
const ApplicationDrawer = lazy(async () => ({ default: (await drawer()).ApplicationDrawer }))
const JoinSettingsCard = lazy(async () => ({ default: (await import('./JoinSettingsCard.tsx')).JoinSettingsCard }))

const sorts = applicationSorts.flatMap((name) => [name, `-${name}` as const])
const shows = [...applicationStatuses, 'all'] as const

/** Who asks to become a member; those that wait at first. */
export function ApplicationsPage() {
  const { page, limit, q, choice, set } = useListSearch()
  const show = choice('show', shows) ?? 'waiting'
  const sort = choice('sort', sorts)
  const status = applicationStatuses.find((each) => each === show)
  const list = useQuery(query(listMembershipApplications, { page, limit, q: q || undefined, sort, status }))
  // The application itself and not its id: once decided it leaves the list of those that wait, and its outcome is still being read.
  const [open, setOpen] = useState<Application>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <>
      <Page title="Membership applications" description="People who asked to become members on your join page.">
        <Card flush>
          <Toolbar>
            <SearchBox label="Search name, phone or number" value={q} onSearch={(next) => set({ q: next })} />
            <Select
              label="Show"
              hideLabel
              value={show}
              options={[
                { value: 'waiting', label: 'Waiting' },
                { value: 'approved', label: 'Approved' },
                { value: 'declined', label: 'Declined' },
                { value: 'all', label: 'All applications' },
              ]}
              onChange={(next) => set({ show: next === 'waiting' ? undefined : next })}
            />
          </Toolbar>
          <List
            asked={list}
            failed="Failed to load the applications"
            set={set}
            caption="Applications"
            columns={columns}
            rowKey={(row) => row.id}
            onOpen={setOpen}
            sort={sort ?? 'number'}
            empty={
              q !== '' || show !== 'waiting' ? (
                <EmptyState
                  icon={SearchX}
                  title="No application matches"
                  actions={<Button onClick={() => set({ q: '', show: undefined })}>Show pending</Button>}
                />
              ) : (
                <EmptyState icon={Inbox} title="No pending applications">
                  Share the address of your join page; who applies there appears here.
                </EmptyState>
              )
            }
          />
        </Card>
        <Suspense>
          <JoinSettingsCard />
        </Suspense>
      </Page>
      {open && (
        <Suspense>
          <ApplicationDrawer key={open.id} application={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function columnsOf(onOpen: (application: Application) => void): Column<Application>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      sort: 'lastName',
      card: 'title',
      cell: (row) => (
        <RowButton loads={drawer} onClick={() => onOpen(row)}>
          {row.firstName} {row.lastName}
        </RowButton>
      ),
    },
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
    {
      key: 'review',
      header: '',
      width: '96px',
      cell: (row) =>
        row.status === 'waiting' && (
          <Button
            size="small"
            aria-label={`Review the application of ${row.firstName} ${row.lastName}`}
            onClick={() => onOpen(row)}
          >
            Review
          </Button>
        ),
    },
  ]
}

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
