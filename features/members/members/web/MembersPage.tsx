import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Bookmark, ListFilter, UserPlus } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import type { Parsed } from '#core/contract/endpoint.ts'
import { listMembers } from '#features/members/members/contract.ts'
import { memberRoles } from '#core/actor.ts'
import { isDay } from '#core/calendar.ts'
import { type EmployerId, isUuid } from '#core/ids.ts'
import type { FileFormat } from '#core/file-format.ts'
import { arrearsKinds, genders, memberSorts, memberStatuses } from '#features/members/members/rules/member.ts'
import { registerColumns } from '#features/members/members/rules/register.ts'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List } from '#ui/List.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { plural } from '#ui/format.ts'
import { whenIdle } from '#ui/idle.ts'
import { useTableChoice } from '#ui/table-choice.ts'
import { useListSearch, useSettled } from '#ui/use-list-search.ts'
import './MembersPage.css'
import { columnsOf, usualColumns } from './RegisterColumns.tsx'
import type { RegisterRow } from './RowActions.tsx'
import type { Chosen, Export } from './register-api.ts'

// The forms are fetched when somebody reaches for them, so that the list shows sooner on a slow line.
const drawers = () => import('./MemberDrawers.tsx')
const parts = () => import('./RegisterParts.tsx')
const dialogs = () => import('./RegisterDialogs.tsx')
const AddMemberDrawer = lazy(async () => ({ default: (await drawers()).AddMemberDrawer }))
const EditMemberDrawer = lazy(async () => ({ default: (await drawers()).EditMemberDrawer }))
const RolesDrawer = lazy(async () => ({ default: (await import('./RolesDrawer.tsx')).RolesDrawer }))
const DeleteMemberDialog = lazy(async () => ({ default: (await import('./MemberDialogs.tsx')).DeleteMemberDialog }))
const FiltersDrawer = lazy(async () => ({ default: (await dialogs()).FiltersDrawer }))
const ColumnsDialog = lazy(async () => ({ default: (await dialogs()).ColumnsDialog }))
const FilterChips = lazy(async () => ({ default: (await parts()).FilterChips }))
const RegisterTools = lazy(async () => {
  await whenIdle()
  return { default: (await import('./RegisterTools.tsx')).RegisterTools }
})
const NoMembers = lazy(async () => ({ default: (await parts()).NoMembers }))
const NothingFound = lazy(async () => ({ default: (await parts()).NothingFound }))
const SelectionBar = lazy(async () => ({ default: (await parts()).SelectionBar }))

const sorts = memberSorts.flatMap((name) => [name, `-${name}` as const])
const none: ReadonlySet<string> = new Set()

type Filter = Omit<Parsed<typeof listMembers>, 'page' | 'limit' | 'sort'>

/** The search and the filters in the address, without what is left out. */
function useMemberFilter({ q, choice, filter }: ReturnType<typeof useListSearch>): Filter {
  const day = (name: string) => (isDay(filter(name)) ? filter(name) : undefined)
  const employer = filter('employer')
  const all = {
    q: q || undefined,
    status: choice('status', memberStatuses),
    role: choice('role', memberRoles),
    gender: choice('gender', genders),
    employer: isUuid(employer) ? (employer as EmployerId) : undefined,
    joinedFrom: day('joinedFrom'),
    joinedTo: day('joinedTo'),
    arrears: choice('arrears', arrearsKinds),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Filter
}

const noFilter = {
  q: undefined,
  status: undefined,
  role: undefined,
  gender: undefined,
  employer: undefined,
  joinedFrom: undefined,
  joinedTo: undefined,
  arrears: undefined,
}

/** Ticked members, over several pages; another search or filter begins again. */
function useSelection(filter: Filter, total: number) {
  const key = JSON.stringify(filter)
  const [kept, setKept] = useState<{ key: string; ids: ReadonlySet<string>; isAll: boolean }>({
    key,
    ids: none,
    isAll: false,
  })
  const { ids, isAll } = kept.key === key ? kept : { ids: none, isAll: false }
  const chosen: Chosen = isAll
    ? { members: { filter }, count: total }
    : { members: { ids: [...ids] as RegisterRow['memberid'][] }, count: ids.size }
  return {
    ids,
    isAll,
    chosen,
    choose: (next: ReadonlySet<string>) => setKept({ key, ids: next, isAll: false }),
    chooseAll: (shown: readonly string[]) => setKept({ key, ids: new Set([...ids, ...shown]), isAll: true }),
    clear: () => setKept({ key, ids: none, isAll: false }),
  }
}

async function save(what: Export, format: FileFormat): Promise<void> {
  await (await import('./register-api.ts')).saveRegister(what, format)
}

MembersPage.begin = (queries: QueryClient) => {
  if (location.search === '') void queries.prefetchQuery(query(listMembers, { page: 1, limit: 10, sort: undefined }))
}

/** The cooperative's register. */
export function MembersPage() {
  const list = useListSearch()
  const { page, limit, q, choice, filter, set } = list
  const asked = useMemberFilter(list)
  const sort = choice('sort', sorts)
  const members = useQuery(query(listMembers, { page, limit, ...asked, sort }))
  const [acting, setActing] = useState<{ what: 'edit' | 'roles' | 'delete'; row: RegisterRow }>()
  const [open, setOpen] = useState<'filters' | 'columns'>()
  const [choiceOfColumns, chooseColumns] = useTableChoice('members', registerColumns, usualColumns)
  const navigate = useNavigate()
  const columns = useMemo(
    () =>
      columnsOf(choiceOfColumns.columns, (what, row) =>
        what === 'contribute'
          ? navigate({ to: '/coop/financial-operations/contributions', search: { record: row.memberid } })
          : setActing({ what, row }),
      ),
    [navigate, choiceOfColumns.columns],
  )
  const isFiltered = Object.keys(asked).length > 0
  const total = members.data?.meta.total
  const selection = useSelection(asked, total ?? 0)
  // An empty register offers its first steps in the middle, and nothing to search in.
  const isEmpty = total === 0 && !isFiltered
  const count = useSettled(
    total === undefined || isEmpty
      ? undefined
      : asked.q
        ? `Found ${plural(total, 'result')}`
        : `${plural(total, 'member')} ${isFiltered ? 'found' : 'in the register'}`,
    members.isPlaceholderData,
  )
  const shown = { columns: [...choiceOfColumns.columns], ...(sort ? { sort } : {}) }

  return (
    <Page
      title="Member Management"
      description={total === undefined ? <Skeleton width="18ch" /> : count}
      actions={!isEmpty && <Ways onAdd={() => set({ add: '1', page: filter('page') })} />}
    >
      <Card flush>
        {!isEmpty && (
          <Toolbar>
            <SearchBox label="Search name, phone or number" value={q} onSearch={(text) => set({ q: text })} />
            <Button icon={ListFilter} onClick={() => setOpen('filters')}>
              Filters
            </Button>
            <Suspense fallback={<RoomForTools />}>
              <RegisterTools
                shows={{ ...asked, ...shown }}
                onShow={({ sort: by, columns: those, ...filters }) => {
                  set({ ...noFilter, ...filters, sort: by })
                  if (those) chooseColumns({ ...choiceOfColumns, columns: those })
                }}
                onAll={() => set({ ...noFilter, sort: undefined })}
                save={(format) => save({ members: { filter: asked }, ...shown }, format)}
                onColumns={() => setOpen('columns')}
              />
            </Suspense>
          </Toolbar>
        )}
        {isFiltered && (
          <div className="register-chips">
            <Suspense>
              <FilterChips filter={asked} onRemove={(name) => set({ [name]: undefined })} />
            </Suspense>
          </div>
        )}
        {selection.chosen.count > 0 && total !== undefined && (
          <Suspense>
            <SelectionBar
              chosen={selection.chosen}
              total={total}
              isAll={selection.isAll}
              onAll={() => selection.chooseAll((members.data?.rows ?? []).map(({ memberid }) => memberid))}
              onClear={selection.clear}
              save={(format) => save({ members: selection.chosen.members, ...shown }, format)}
            />
          </Suspense>
        )}
        <List
          asked={members}
          failed={asked.q ? 'Failed to search members' : 'Failed to get members list'}
          set={set}
          caption="Members"
          columns={columns}
          rowKey={(row) => row.memberid}
          onOpen={(row) => navigate({ to: '/coop/member/$memberId', params: { memberId: row.memberid } })}
          sort={sort ?? 'membershipno'}
          selected={selection.isAll ? new Set(members.data?.rows.map(({ memberid }) => memberid)) : selection.ids}
          onSelect={selection.choose}
          dense={choiceOfColumns.dense}
          loadingRows={limit}
          empty={
            <Suspense>
              {isFiltered ? (
                <NothingFound onClear={() => set(noFilter)} />
              ) : (
                <NoMembers onAdd={() => set({ add: '1' })} />
              )}
            </Suspense>
          }
        />
      </Card>
      <Suspense>
        {filter('add') !== '' && may('member.create') && (
          <AddMemberDrawer onClose={() => set({ add: undefined, page: filter('page') })} />
        )}
        {open === 'filters' && <FiltersDrawer filter={filter} onApply={set} onClose={() => setOpen(undefined)} />}
        {open === 'columns' && (
          <ColumnsDialog
            choice={choiceOfColumns}
            usual={usualColumns}
            onChoose={chooseColumns}
            onClose={() => setOpen(undefined)}
          />
        )}
        {acting?.what === 'edit' && <EditMemberDrawer member={acting.row} onClose={() => setActing(undefined)} />}
        {acting?.what === 'roles' && <RolesDrawer member={acting.row} onClose={() => setActing(undefined)} />}
        {acting?.what === 'delete' && <DeleteMemberDialog member={acting.row} onClose={() => setActing(undefined)} />}
      </Suspense>
    </Page>
  )
}

/** As wide as what comes, which would else break the line and push the table down. */
function RoomForTools() {
  return (
    <>
      {may('member.views') && (
        <Button icon={Bookmark} disabled>
          All
        </Button>
      )}
      <span className="register-tools-room" />
    </>
  )
}

/** Ways by which people come into the register. */
function Ways({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <Link className={buttonClass('secondary')} to="/coop/member-management/applications">
        Applications
      </Link>
      <Link className={buttonClass('secondary')} to="/coop/member-management/requests">
        Requests
      </Link>
      <Link needs="member.create" className={buttonClass('secondary')} to="/coop/member-management/import">
        Import
      </Link>
      <Button needs="member.create" look="primary" icon={UserPlus} loads={drawers} onClick={onAdd}>
        Add member
      </Button>
    </>
  )
}
