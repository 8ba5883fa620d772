import { labelled } from '#core/words.ts'
import { useQuery } from '@tanstack/react-query'
import { listFixedDeposits } from '#features/savings/fixed-deposits/contract.ts'
import { EllipsisVertical, Plus, Scissors, Undo2 } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { depositStatuses } from '#features/savings/fixed-deposits/rules/words.ts'
import { Link } from '#ui/router/Link.tsx'
import { may } from '#ui/session/may.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { type Deposit, depositColumns } from '#ui/parts/DepositTable.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { Menu } from '#ui/Menu.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Page, Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import type { Column } from '#ui/Table.tsx'
import { countText } from '#ui/format.ts'
import { useList } from '#ui/use-list.ts'
import { depositQueries } from './api.ts'

const OpenDepositDrawer = lazy(async () => ({ default: (await import('./OpenDepositDrawer.tsx')).OpenDepositDrawer }))
const BreakDepositDialog = lazy(async () => ({
  default: (await import('./BreakDepositDialog.tsx')).BreakDepositDialog,
}))
const PayMaturedDialog = lazy(async () => ({ default: (await import('./PayMaturedDialog.tsx')).PayMaturedDialog }))
const NoDeposits = lazy(async () => ({ default: (await import('./NoDeposits.tsx')).NoDeposits }))
const ReverseDeposit = lazy(async () => ({ default: (await import('./ReverseDeposit.tsx')).ReverseDeposit }))

const statusLabels = labelled({
  open: 'Open',
  paid_out: 'Paid out',
  renewed: 'Renewed',
  broken: 'Broken',
  reversed: 'Reversed',
})

/** Every fixed deposit, the next to mature first, and what waits to be paid out. */
export function FixedDepositsPage() {
  const [acting, setActing] = useState<{ what: 'break' | 'reverse'; deposit: Deposit }>()
  const types = useQuery(depositQueries.types())
  const { list, limit, q, filter, set, isFiltered, filters } = useList(listFixedDeposits)
  const { status, sort } = filters
  const { data } = list
  const summary = data?.summary
  const offered = types.data !== undefined && types.data.length > 0
  const keep = { page: filter('page') }
  return (
    <Page
      title="Fixed deposits"
      description="Money that members leave for a term"
      actions={
        offered && (
          <Button needs="transaction.decide" look="primary" icon={Plus} onClick={() => set({ do: 'open', ...keep })}>
            Open a deposit
          </Button>
        )
      }
    >
      {summary && summary.waiting > 0 && (
        <Banner
          tone="warning"
          title={`Matured deposits, ${summary.waiting} waiting`}
          actions={
            <>
              <Button needs="transaction.decide" look="primary" onClick={() => set({ do: 'mature', ...keep })}>
                Pay out or renew {summary.waiting === 1 ? 'it' : 'all'}
              </Button>
              <Button onClick={() => set({ matured: 'true', status: undefined, q: '' })}>
                {summary.waiting === 1 ? 'Show it' : 'Show them'}
              </Button>
            </>
          }
        >
          Each is paid to ordinary savings or renewed, as it was agreed.
        </Banner>
      )}
      <FigureGrid label="Fixed deposits">
        <FigureCard label="Open" loading={!summary} value={summary && countText(summary.open)} />
        <FigureCard label="On deposit" loading={!summary} value={summary && <MoneyText amount={summary.principal} />} />
        <FigureCard
          label="Matured, waiting"
          loading={!summary}
          value={summary && countText(summary.waiting)}
          {...(summary && summary.waiting > 0 && { tone: 'warning' as const })}
        />
      </FigureGrid>
      <Card flush>
        <Toolbar>
          <SearchBox label="Search member or certificate" value={q} onSearch={(text) => set({ q: text })} />
          <Select
            hideLabel
            label="State"
            value={status ?? ''}
            placeholder="Any state"
            options={optionsOf(depositStatuses, statusLabels)}
            onChange={(value) => set({ status: value, matured: undefined })}
          />
          {isFiltered && (
            <Button look="quiet" onClick={() => set({ q: '', status: undefined, matured: undefined })}>
              Clear
            </Button>
          )}
        </Toolbar>
        <List
          asked={list}
          failed="Failed to load the deposits"
          set={set}
          caption="Fixed deposits"
          columns={columnsFor((what, deposit) => setActing({ what, deposit }))}
          rowKey={(row) => row.id}
          sort={sort ?? 'maturesOn'}
          loadingRows={limit}
          empty={
            <Suspense>
              <NoDeposits filtered={isFiltered} offered={offered} onOpen={() => set({ do: 'open' })} />
            </Suspense>
          }
        />
      </Card>
      <Suspense>
        {filter('do') === 'open' && may('transaction.decide') && types.data && (
          <OpenDepositDrawer types={types.data} onClose={() => set({ do: undefined, ...keep })} />
        )}
        {filter('do') === 'mature' && may('transaction.decide') && summary && summary.waiting > 0 && (
          <PayMaturedDialog waiting={summary.waiting} onClose={() => set({ do: undefined, ...keep })} />
        )}
        {acting?.what === 'break' && (
          <BreakDepositDialog deposit={acting.deposit} onClose={() => setActing(undefined)} />
        )}
        {acting?.what === 'reverse' && <ReverseDeposit deposit={acting.deposit} onClose={() => setActing(undefined)} />}
      </Suspense>
    </Page>
  )
}

function columnsFor(act: (what: 'break' | 'reverse', deposit: Deposit) => void): Column<Deposit>[] {
  const member: Column<Deposit> = {
    key: 'member',
    header: 'Member',
    cell: (row) => (
      <Link to="/coop/member/$memberId" params={{ memberId: row.memberId }}>
        {row.memberName}
      </Link>
    ),
  }
  const menu: Column<Deposit> = {
    key: 'menu',
    header: '',
    width: '64px',
    cell: (row) => {
      const items = [
        ...(row.status === 'open' && !row.matured
          ? [
              {
                label: 'Break',
                needs: 'transaction.decide' as const,
                icon: Scissors,
                onSelect: () => act('break', row),
              },
            ]
          : []),
        ...(row.status !== 'reversed'
          ? [
              {
                needs: 'transaction.decide' as const,
                label:
                  row.status === 'open'
                    ? 'Reverse the opening'
                    : `Reverse, it was not ${statusLabels[row.status].toLowerCase()}`,
                icon: Undo2,
                danger: true,
                onSelect: () => act('reverse', row),
              },
            ]
          : []),
      ]
      return items.length === 0 ? null : (
        <Menu
          label={`Actions for ${row.certificate}`}
          items={items}
          trigger={(props) => (
            <IconButton icon={EllipsisVertical} label={`Actions for ${row.certificate}`} {...props} />
          )}
        />
      )
    },
  }
  const [certificate, ...rest] = depositColumns
  return [...(certificate ? [certificate] : []), member, ...rest, menu]
}
