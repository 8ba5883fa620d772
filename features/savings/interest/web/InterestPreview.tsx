import { previewInterest } from '#features/savings/interest/contract.ts'
import { Percent } from 'lucide'
import { Suspense, lazy } from 'react'
import type { AccountTypeId } from '#core/ids.ts'
import { may } from '#ui/session/may.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { List } from '#ui/List.tsx'
import { MemberLink } from '#ui/parts/MemberLink.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select } from '#ui/Select.tsx'
import { type Column, moneyColumn } from '#ui/Table.tsx'
import { countText, dayText, moneyText } from '#ui/format.ts'
import { saveDownload } from '#ui/save-download.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { useList } from '#ui/use-list.ts'
import type { InterestLine, InterestType } from './api.ts'

const PostInterestDialog = lazy(async () => ({
  default: (await import('./PostInterestDialog.tsx')).PostInterestDialog,
}))

const methods: Record<InterestType['method'], string> = {
  minimum: 'on the least balance of the period',
  average: 'on the average balance',
  daily: 'on the balance of each day',
}

/** What a period of one account type comes to if it is posted now. */
export function InterestPreview({
  types,
}: {
  types: readonly [InterestType, ...InterestType[]] | readonly InterestType[]
}) {
  const { filter, set } = useListSearch()
  const type = types.find(({ accountTypeId }) => accountTypeId === filter('type')) ?? types[0]
  if (!type) return null
  const period = type.periods.find(({ to }) => to === filter('to')) ?? type.periods[0]
  return (
    <>
      <Toolbar>
        <Select
          label="Account type"
          value={type.accountTypeId}
          options={types.map(({ accountTypeId, name }) => ({ value: accountTypeId, label: name }))}
          onChange={(value) => set({ type: value, to: undefined, q: '' })}
        />
        {period && (
          <Select
            label="Period"
            value={period.to}
            options={type.periods.map(({ from, to }) => ({
              value: to as string,
              label: `${dayText(from)} to ${dayText(to)}`,
            }))}
            onChange={(value) => set({ to: value, q: '' })}
          />
        )}
      </Toolbar>
      <p className="muted">
        {type.annualRatePercent} % a year {methods[type.method]}
        {type.leastBalance > 0n && `, from ${moneyText(type.leastBalance)} on`}
        {type.postedThrough && `. Posted through ${dayText(type.postedThrough)}`}.
      </p>
      {period ? (
        <Lines key={`${type.accountTypeId} ${period.to}`} type={type} period={period} />
      ) : (
        <EmptyState icon={Percent} title="Every period that is over is posted">
          The next one can be worked out on the day after it ends.
        </EmptyState>
      )}
    </>
  )
}

function Lines({ type, period }: { type: InterestType; period: InterestType['periods'][number] }) {
  const asked = { accountTypeId: type.accountTypeId as AccountTypeId, to: period.to }
  const { list, q, filter, set, filters } = useList(previewInterest, { ...asked }, { staleTime: 0 })
  const { sort } = filters
  const { data } = list
  const summary = data?.summary
  const differs = summary !== undefined && data?.rows.some(({ difference }) => difference !== 0n)
  return (
    <>
      <FigureGrid label="Interest of the period">
        <FigureCard label="To be paid" loading={!summary} value={summary && <MoneyText amount={summary.total} />} />
        <FigureCard label="Members" loading={!summary} value={summary && countText(summary.members)} />
        <FigureCard
          label="Adjustments for earlier periods"
          loading={!summary}
          value={summary && <MoneyText amount={summary.difference} />}
        />
      </FigureGrid>
      {differs && (
        <p className="muted">
          Entries that were dated back or reversed since changed what earlier periods earned. The difference is settled
          with this one; what was posted stays.
        </p>
      )}
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        <SaveMenu save={(format) => saveDownload(previewInterest, { ...asked, format }, `interest.${format}`)} />
        <Button
          needs="transaction.decide"
          look="primary"
          disabled={!summary || summary.total === 0n}
          onClick={() => set({ do: 'post', page: filter('page') })}
        >
          Post interest
        </Button>
      </Toolbar>
      <List
        asked={list}
        failed="The interest could not be worked out"
        set={set}
        caption="Interest member by member"
        columns={differs ? columns : columns.filter(({ key }) => key !== 'interest' && key !== 'difference')}
        rowKey={(row) => row.memberId}
        sort={sort ?? 'membershipno'}
        loadingRows={8}
        empty={
          <EmptyState icon={Percent} title={q ? 'No member matches' : 'No balances in this period'}>
            Choose another period, or record what came in on the day on which it came.
          </EmptyState>
        }
      />
      <Suspense>
        {filter('do') === 'post' && may('transaction.decide') && summary && summary.total > 0n && (
          <PostInterestDialog
            accountTypeId={type.accountTypeId}
            summary={summary}
            onClose={() => set({ do: undefined, page: filter('page') })}
          />
        )}
      </Suspense>
    </>
  )
}

const columns: Column<InterestLine>[] = [
  { key: 'member', header: 'Member', sort: 'membershipno', card: 'title', cell: (row) => <MemberLink {...row} /> },
  moneyColumn('basis', 'Earning balance', (row) => row.basis),
  moneyColumn('interest', 'Interest', (row) => row.interest),
  moneyColumn('difference', 'Earlier periods', (row) => row.difference),
  moneyColumn('amount', 'To be paid', (row) => row.amount, { sort: 'amount', card: 'corner' }),
]
