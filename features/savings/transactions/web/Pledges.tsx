import { useQuery } from '@tanstack/react-query'
import { listPledges } from '#features/savings/pledges/contract.ts'
import { LockKeyhole } from 'lucide'
import { Suspense, lazy, useMemo, useState } from 'react'
import { query } from '#ui/api/query.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { List } from '#ui/List.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import type { Pledge } from './api.ts'

const form = () => import('./PledgeForms.tsx')
const PlacePledge = lazy(async () => ({ default: (await form()).PlacePledge }))
const ReleasePledge = lazy(async () => ({ default: (await form()).ReleasePledge }))

const sorts = ['placedAt', '-placedAt', 'amount', '-amount'] as const

const purposes: Record<Pledge['purpose'], string> = { hold: 'Hold', own_loan: 'Own loan', guarantee: 'Guarantee' }

/** What of the members' money is pledged and cannot leave, and by whom it was held or released. */
export function Pledges() {
  const { page, limit, q, choice, filter, set } = useListSearch()
  const state = choice('state', ['open', 'released'] as const)
  const sort = choice('sort', sorts)
  const placing = may('pledge.place') && filter('place') !== undefined && filter('place') !== ''
  const [releasing, setReleasing] = useState<Pledge>()
  const list = useQuery(query(listPledges, { page, limit, q: q || undefined, state, sort }))
  const { data } = list
  const columns = useMemo(() => columnsOf(setReleasing), [setReleasing])
  const isFiltered = q !== '' || state !== undefined
  const place = (
    <Button needs="pledge.place" look="primary" icon={LockKeyhole} loads={form} onClick={() => set({ place: 'new' })}>
      Hold an amount
    </Button>
  )
  return (
    <>
      <div className="record-lead">
        <p className="muted">
          Money that is pledged stays on the member's account and cannot leave it until it is released.
        </p>
        {data && (data.rows.length > 0 || isFiltered) ? place : null}
      </div>
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        <Select
          hideLabel
          label="State"
          value={state ?? ''}
          placeholder="Open and released"
          options={[
            { value: 'open', label: 'Open' },
            { value: 'released', label: 'Released' },
          ]}
          onChange={(value) => set({ state: value })}
        />
      </Toolbar>
      <List
        asked={list}
        failed="Failed to load the pledges"
        set={set}
        caption="Pledges"
        columns={columns}
        rowKey={(row) => row.id}
        sort={sort ?? '-placedAt'}
        totals={data && { member: 'Open now', amount: <MoneyText amount={data.summary.pledged} /> }}
        empty={
          <EmptyState
            icon={LockKeyhole}
            title={isFiltered ? 'No pledge matches' : 'Nothing is pledged'}
            actions={isFiltered ? undefined : place}
          >
            Hold an amount where savings have to stay, such as during a dispute.
          </EmptyState>
        }
      />
      <Suspense>
        {placing && <PlacePledge onClose={() => set({ place: undefined })} />}
        {releasing && <ReleasePledge pledge={releasing} onClose={() => setReleasing(undefined)} />}
      </Suspense>
    </>
  )
}

function columnsOf(release: (pledge: Pledge) => void): Column<Pledge>[] {
  return [
    { key: 'member', header: 'Member', card: 'title', cell: (row) => row.memberName },
    { key: 'account', header: 'Account', cell: (row) => row.account },
    moneyColumn('amount', 'Amount', (row) => row.amount, { sort: 'amount' }),
    { key: 'purpose', header: 'Purpose', cell: (row) => `${purposes[row.purpose]}: ${row.reason}` },
    {
      key: 'placed',
      header: 'Placed',
      sort: 'placedAt',
      cell: (row) => (
        <>
          <DateText on={row.placedAt} /> by {row.placedBy}
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: (row) =>
        row.releasedAt ? (
          <>
            Released <DateText on={row.releasedAt} /> by {row.releasedBy}: {row.releasedReason}
          </>
        ) : row.purpose === 'hold' ? (
          <Button needs="pledge.place" size="small" onPointerEnter={() => void form()} onClick={() => release(row)}>
            Release
          </Button>
        ) : (
          'Ends with the loan'
        ),
    },
  ]
}
