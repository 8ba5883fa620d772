import { useQuery } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { listMemberRequests, requestSorts } from '#contract/members/member-requests.ts'
import { requestKinds, requestStatuses } from '#domain/members/member-requests/member-request.ts'
import { query } from '#web/api/query.ts'
import { Link } from '#web/router/Link.tsx'
import { AgoText } from '#web/ui/AgoText.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { RowButton } from '#web/ui/RowButton.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { moneyText } from '#web/ui/format.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { fieldLabels, RequestTag, requestTitles } from './RequestTag.tsx'
import type { MemberRequest } from './api.ts'

const drawer = () => import('./RequestDrawer.tsx')
const RequestDrawer = lazy(async () => ({ default: (await drawer()).RequestDrawer }))

const sorts = requestSorts.flatMap((name) => [name, `-${name}` as const])
const shows = [...requestStatuses, 'all'] as const

/** What members ask to have changed; those that wait at first. */
export function RequestsPage() {
  const { page, limit, q, choice, set } = useListSearch()
  const show = choice('show', shows) ?? 'waiting'
  const kind = choice('kind', requestKinds)
  const sort = choice('sort', sorts)
  const status = requestStatuses.find((each) => each === show)
  const list = useQuery(query(listMemberRequests, { page, limit, q: q || undefined, sort, status, kind }))
  // The request itself and not its id: once decided it leaves the list of those that wait.
  const [open, setOpen] = useState<MemberRequest>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <>
      <Page title="Requests" description="Changes that members ask for from their phones.">
        <Card flush>
          <Toolbar>
            <SearchBox label="Search name, phone or number" value={q} onSearch={(next) => set({ q: next })} />
            <Select
              label="Kind"
              hideLabel
              value={kind ?? ''}
              placeholder="Any kind"
              options={optionsOf(requestKinds, requestTitles)}
              onChange={(next) => set({ kind: next || undefined })}
            />
            <Select
              label="Show"
              hideLabel
              value={show}
              options={[
                { value: 'waiting', label: 'Waiting' },
                { value: 'approved', label: 'Approved' },
                { value: 'declined', label: 'Declined' },
                { value: 'withdrawn', label: 'Withdrawn' },
                { value: 'all', label: 'All requests' },
              ]}
              onChange={(next) => set({ show: next === 'waiting' ? undefined : next })}
            />
          </Toolbar>
          <List
            asked={list}
            failed="Failed to load the requests"
            set={set}
            caption="Requests"
            columns={columns}
            rowKey={(row) => row.id}
            onOpen={setOpen}
            sort={sort ?? 'createdAt'}
            empty={
              q !== '' || show !== 'waiting' || kind ? (
                <EmptyState
                  icon={SearchX}
                  title="No request matches"
                  actions={
                    <Button onClick={() => set({ q: '', show: undefined, kind: undefined })}>Show pending</Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={Inbox}
                  title="No request waits"
                  actions={
                    <Link className={buttonClass()} to="/coop/member-management">
                      Open the register
                    </Link>
                  }
                >
                  Members ask in their portal, under Profile or Contributions; what they ask appears here. You can
                  change a record yourself in the register.
                </EmptyState>
              )
            }
          />
        </Card>
      </Page>
      {open && (
        <Suspense>
          <RequestDrawer key={open.id} request={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function columnsOf(onOpen: (request: MemberRequest) => void): Column<MemberRequest>[] {
  return [
    {
      key: 'member',
      header: 'Member',
      sort: 'lastName',
      card: 'title',
      cell: (row) => (
        <RowButton loads={drawer} onClick={() => onOpen(row)}>
          {row.memberName}
        </RowButton>
      ),
    },
    {
      key: 'number',
      header: 'Number',
      card: 'bare',
      cell: (row) => <span className="number">{row.membershipno}</span>,
    },
    {
      key: 'what',
      header: 'Asks for',
      card: 'bare',
      cell: (row) =>
        row.contribution
          ? `${moneyText(row.contribution.after)} each month`
          : row.fields.map(({ field }) => fieldLabels[field]).join('; ') || requestTitles[row.kind],
    },
    { key: 'when', header: 'When', sort: 'createdAt', card: 'bare', cell: (row) => <AgoText at={row.createdAt} /> },
    { key: 'status', header: 'Status', card: 'corner', cell: (row) => <RequestTag status={row.status} /> },
    {
      key: 'review',
      header: '',
      width: '96px',
      cell: (row) =>
        row.status === 'waiting' && (
          <Button size="small" aria-label={`Review the request of ${row.memberName}`} onClick={() => onOpen(row)}>
            Review
          </Button>
        ),
    },
  ]
}
