import { Link } from '#web/router/Link.tsx'
import { useNavigate } from '#web/router/place.ts'
import { useQuery } from '@tanstack/react-query'
import { EllipsisVertical, FileUp, HandCoins, Pencil, Shield, Trash2, UserPlus, Users } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import type { Replied } from '#contract/endpoint.ts'
import { type listMembers, memberSorts } from '#contract/members.ts'
import { memberRoles } from '#domain/actor.ts'
import { memberStatuses } from '#domain/members/member.ts'
import { Button, IconButton, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Page, Toolbar } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { phoneText } from '#web/ui/PhoneLinks.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { plural } from '#web/ui/format.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { MemberStatus } from './MemberStatus.tsx'
import './MembersPage.css'
import { memberQueries } from './api.ts'

type Row = Replied<typeof listMembers>
type Act = (what: 'edit' | 'roles' | 'delete' | 'contribute', row: Row) => void

// The forms are fetched when somebody reaches for them, so that the list shows sooner on a slow line.
const drawers = () => import('./MemberDrawers.tsx')
const AddMemberDrawer = lazy(async () => ({ default: (await drawers()).AddMemberDrawer }))
const EditMemberDrawer = lazy(async () => ({ default: (await drawers()).EditMemberDrawer }))
const RolesDialog = lazy(async () => ({ default: (await import('./MemberDialogs.tsx')).RolesDialog }))
const DeleteMemberDialog = lazy(async () => ({ default: (await import('./MemberDialogs.tsx')).DeleteMemberDialog }))

const sorts = memberSorts.flatMap((name) => [name, `-${name}` as const])

/** The cooperative's register. */
export function MembersPage() {
  const { page, limit, q, choice, filter, set } = useListSearch()
  const status = choice('status', memberStatuses)
  const role = choice('role', memberRoles)
  const sort = choice('sort', sorts)
  const members = useQuery(memberQueries.list({ page, limit, q: q || undefined, status, role, sort }))
  const [acting, setActing] = useState<{ what: 'edit' | 'roles' | 'delete'; row: Row }>()
  const navigate = useNavigate()
  const columns = useMemo(
    () =>
      columnsOf((what, row) =>
        what === 'contribute' ? navigate({ to: '/coop/financial-operations/contributions', search: { record: row.memberid } }) : setActing({ what, row }),
      ),
    [navigate],
  )
  const isFiltered = q !== '' || status !== undefined || role !== undefined
  const total = members.data?.meta.total
  // An empty register offers its first steps in the middle, and nothing to search in.
  const isEmpty = total === 0 && !isFiltered

  return (
    <Page
      title="Member Management"
      description={total === undefined ? <Skeleton width="18ch" /> : isEmpty ? undefined : isFiltered ? `${plural(total, 'member')} found` : `${plural(total, 'member')} in the register`}
      actions={
        !isEmpty && (
          <>
            <Link className={buttonClass('secondary')} to="/coop/member-management/import">
              <Icon of={FileUp} />
              Import
            </Link>
            <Button look="primary" icon={UserPlus} onPointerEnter={() => void drawers()} onFocus={() => void drawers()} onClick={() => set({ add: '1', page: filter('page') })}>
              Add member
            </Button>
          </>
        )
      }
    >
      <Card flush>
        {!isEmpty && (
          <Toolbar>
            <SearchBox label="Search name, phone or number" value={q} onSearch={(text) => set({ q: text })} />
            <Select
              hideLabel
              label="Status"
              value={status ?? ''}
              placeholder="Any status"
              options={[
                { value: 'active', label: 'Active' },
                { value: 'inactive', label: 'Inactive' },
              ]}
              onChange={(value) => set({ status: value })}
            />
            <Select
              hideLabel
              label="Role"
              value={role ?? ''}
              placeholder="Any role"
              options={[
                { value: 'member', label: 'Members' },
                { value: 'admin', label: 'Admins' },
              ]}
              onChange={(value) => set({ role: value })}
            />
          </Toolbar>
        )}
        {members.isError ? (
          <LoadProblem title="Failed to get members list" error={members.error} onRetry={() => void members.refetch()} />
        ) : (
          <Table
            caption="Members"
            columns={columns}
            rows={members.data?.rows}
            rowKey={(row) => row.memberid}
            onOpen={(row) => navigate({ to: '/coop/member/$memberId', params: { memberId: row.memberid } })}
            sort={sort ?? 'membershipno'}
            onSort={(next) => set({ sort: next })}
            busy={members.isPlaceholderData}
            loadingRows={limit}
            empty={isFiltered ? <NothingFound onClear={() => set({ q: '', status: '', role: '' })} /> : <NoMembers onAdd={() => set({ add: '1' })} />}
          />
        )}
        <Pagination meta={members.data?.meta} onPage={(next) => set({ page: next })} onLimit={(next) => set({ limit: next })} />
      </Card>
      <Suspense>
        {filter('add') !== '' && <AddMemberDrawer onClose={() => set({ add: undefined, page: filter('page') })} />}
        {acting?.what === 'edit' && <EditMemberDrawer member={acting.row} onClose={() => setActing(undefined)} />}
        {acting?.what === 'roles' && <RolesDialog member={acting.row} onClose={() => setActing(undefined)} />}
        {acting?.what === 'delete' && <DeleteMemberDialog member={acting.row} onClose={() => setActing(undefined)} />}
      </Suspense>
    </Page>
  )
}

function columnsOf(act: Act): Column<Row>[] {
  return [
    { key: 'number', header: 'Number', sort: 'membershipno', card: 'hidden', cell: (row) => <span className="number muted" title={row.membershipno}>{row.membershipno.split('/').at(-1)}</span> },
    {
      key: 'name',
      header: 'Name',
      sort: 'lastName',
      card: 'title',
      cell: (row) => (
        <>
          <Link to="/coop/member/$memberId" params={{ memberId: row.memberid }}>
            {row.firstName} {row.lastName}
          </Link>
          <span className="member-number muted number">{row.membershipno.split('/').at(-1)}</span>
        </>
      ),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: (row) => (
        <a className="member-phone number" href={`tel:${row.phone}`}>
          {phoneText(row.phone)}
        </a>
      ),
    },
    { key: 'joined', header: 'Joined', sort: 'registrationDate', card: 'hidden', cell: (row) => <DateText on={row.registrationDate} /> },
    { key: 'monthly', header: 'Monthly', align: 'end', card: 'hidden', cell: (row) => <MoneyText amount={row.monthlyContributions} /> },
    { key: 'savings', header: 'Savings', align: 'end', sort: 'savings', cell: (row) => <MoneyText amount={row.savings} /> },
    { key: 'shares', header: 'Shares', align: 'end', card: 'hidden', cell: (row) => <MoneyText amount={row.shares} /> },
    { key: 'status', header: 'Status', cell: (row) => <MemberStatus member={row} /> },
    {
      key: 'menu',
      header: '',
      width: '56px',
      card: 'corner',
      cell: (row) => (
        <Menu
          label={`Actions for ${row.firstName} ${row.lastName}`}
          trigger={(props) => <IconButton icon={EllipsisVertical} label={`Actions for ${row.firstName} ${row.lastName}`} {...props} />}
          items={[
            { label: 'Record contribution', icon: HandCoins, onSelect: () => act('contribute', row), disabled: row.status !== 'active' },
            { label: 'Edit', icon: Pencil, onSelect: () => act('edit', row) },
            { label: 'Roles', icon: Shield, onSelect: () => act('roles', row) },
            'divider',
            { label: 'Delete', icon: Trash2, danger: true, onSelect: () => act('delete', row) },
          ]}
        />
      ),
    },
  ]
}

function NoMembers({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={Users}
      title="No members yet"
      actions={
        <>
          <Button onClick={onAdd}>Add one member</Button>
          <Link className={buttonClass('primary')} to="/coop/member-management/import">
            Import your register
          </Link>
        </>
      }
    >
      Import your register from Excel or CSV, or add one member.
    </EmptyState>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={Users} title="No member matches" actions={<Button onClick={onClear}>Clear search and filters</Button>}>
      Try part of a name, the last digits of a phone, or the membership number.
    </EmptyState>
  )
}
