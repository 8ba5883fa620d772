import { useQuery } from '@tanstack/react-query'
import { query } from '#ui/api/query.ts'
import { Link } from '#ui/router/Link.tsx'
import { useNavigate } from '#ui/router/place.ts'
import { FileUp, HandCoins, Plus, Users } from 'lucide'
import { Suspense, lazy, useMemo } from 'react'
import { listContributions, contributionSorts } from '#features/savings/contributions/contract.ts'
import { isPeriod, periodOf } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { may } from '#ui/session/may.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Icon } from '#ui/Icon.tsx'
import { List } from '#ui/List.tsx'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { MonthPicker } from '#ui/MonthPicker.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { StandingTag, standingLabels } from '#ui/parts/StandingTag.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { periodName, plural, todayInLagos } from '#ui/format.ts'
import { useListSearch, useSettled } from '#ui/use-list-search.ts'
import './ContributionsPage.css'
import type { Contribution } from './api.ts'

// The form is fetched when somebody reaches for it, so that the list shows sooner on a slow line.
const drawer = () => import('./RecordContributionDrawer.tsx')
const RecordContributionDrawer = lazy(async () => ({ default: (await drawer()).RecordContributionDrawer }))

const sorts = contributionSorts.flatMap((name) => [name, `-${name}` as const])
const standings = ['missing', 'part', 'paid', 'none'] as const

/** A month: what every member was to pay, has paid and still owes; who owes comes first, for the list is opened to collect. */
export function ContributionsPage() {
  const { page, limit, q, choice, filter, set } = useListSearch()
  const asked = filter('month')
  const period = isPeriod(asked) ? asked : periodOf(todayInLagos())
  const standing = choice('standing', standings)
  const sort = choice('sort', sorts) ?? '-outstanding'
  const list = useQuery(query(listContributions, { period, page, limit, q: q || undefined, standing, sort }))
  const navigate = useNavigate()
  const keptPage = filter('page')
  const columns = useMemo(() => columnsOf((memberId) => set({ record: memberId, page: keptPage })), [set, keptPage])
  const { data, isPlaceholderData } = list
  const isFiltered = q !== '' || standing !== undefined
  const isEmpty = data?.meta.total === 0 && !isFiltered
  const month = periodName(period)
  const description = useSettled(
    data && !isEmpty
      ? `${month} · ${plural(data.meta.total, 'member')}${standing ? `, ${standingLabels[standing].toLowerCase()}` : ''}`
      : month,
    isPlaceholderData,
  )

  return (
    <Page
      title="Contributions"
      description={description}
      actions={
        !isEmpty && (
          <>
            <Link
              needs="contribution.post"
              className={buttonClass('secondary')}
              to="/coop/financial-operations/contributions/collect"
            >
              Collection sheet
            </Link>
            <Link
              needs="contribution.post"
              className={buttonClass('secondary')}
              to="/coop/financial-operations/contributions/import"
            >
              <Icon of={FileUp} />
              Import month
            </Link>
            <Button
              needs="contribution.post"
              look="primary"
              icon={Plus}
              loads={drawer}
              onClick={() => set({ record: 'new', page: filter('page') })}
            >
              Record contribution
            </Button>
          </>
        )
      }
    >
      <Card flush className="contributions">
        <Toolbar>
          <MonthPicker label="Month" value={period} onChange={(next) => set({ month: next })} />
          <SearchBox label="Search members" value={q} onSearch={(text) => set({ q: text })} />
          <Select
            hideLabel
            label="Standing"
            value={standing ?? ''}
            placeholder="Paid or not"
            options={optionsOf(standings, standingLabels)}
            onChange={(value) => set({ standing: value })}
          />
        </Toolbar>
        <List
          asked={list}
          failed="Failed to get financial records"
          set={set}
          caption={`Contributions of ${month}`}
          columns={columns}
          rowKey={(row) => `${row.memberId} ${row.period}`}
          onOpen={(row) => navigate({ to: '/coop/member/$memberId', params: { memberId: row.memberId } })}
          sort={sort}
          loadingRows={limit}
          totals={
            data?.summary && {
              member: isFiltered ? 'Total of those found' : 'Total of the month',
              expected: <MoneyText amount={data.summary.expected} />,
              paid: <MoneyText amount={data.summary.paid} />,
              outstanding: <MoneyText amount={data.summary.outstanding} />,
            }
          }
          empty={
            isFiltered ? (
              <EmptyState
                icon={HandCoins}
                title={standing === 'missing' || standing === 'part' ? 'No member is behind' : 'No member matches'}
                actions={<Button onClick={() => set({ q: '', standing: '' })}>Show all members</Button>}
              />
            ) : (
              <NothingYet />
            )
          }
        />
      </Card>
      <Suspense>
        {filter('record') !== '' && may('contribution.post') && (
          <RecordContributionDrawer
            payerId={filter('record')}
            month={period}
            onClose={() => set({ record: undefined, page: filter('page') })}
          />
        )}
      </Suspense>
    </Page>
  )
}

function NothingYet() {
  return (
    <EmptyState
      icon={Users}
      title="No members yet"
      actions={
        <Link needs="member.create" className={buttonClass('primary')} to="/coop/member-management">
          Add members
        </Link>
      }
    >
      Contributions are expected from members. Import your register or add one first.
    </EmptyState>
  )
}

function columnsOf(record: (memberId: MemberId) => void): Column<Contribution>[] {
  return [
    {
      key: 'member',
      header: 'Member',
      sort: 'lastName',
      card: 'title',
      cell: ({ memberId, firstName, lastName, membershipno }) => (
        <MemberLink memberId={memberId} name={`${firstName} ${lastName}`} membershipno={membershipno} />
      ),
    },
    moneyColumn('expected', 'Expected', (row) => row.expected),
    moneyColumn('paid', 'Paid', (row) => row.paid, { sort: 'paid' }),
    moneyColumn('outstanding', 'Outstanding', (row) => row.outstanding, { sort: 'outstanding' }),
    {
      key: 'standing',
      header: 'Standing',
      card: 'corner',
      cell: (row) => (
        <span
          className={row.outstanding > 0n && may('contribution.post') && !row.waitsForEmployer ? 'standing-owing' : ''}
        >
          <StandingTag {...row} />
        </span>
      ),
    },
    {
      key: 'record',
      header: '',
      width: '104px',
      card: 'corner',
      cell: (row) => (
        <Button
          needs="contribution.post"
          size="small"
          className={row.outstanding > 0n && !row.waitsForEmployer ? '' : 'record-paid'}
          aria-label={`Record a contribution of ${row.firstName} ${row.lastName}`}
          onClick={() => record(row.memberId)}
        >
          Record
        </Button>
      ),
    },
  ]
}
