import { useQuery } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/society/account-types.ts'
import { previewDividend } from '#contract/society/surplus.ts'
import { HandCoins } from 'lucide'
import { Suspense, lazy } from 'react'
import type { AccountTypeId } from '#domain/ids.ts'
import { zeroKobo } from '#domain/money.ts'
import { dividendDestinationNames } from '#domain/society/surplus/destination.ts'
import { dividendExclusionNames, exclusionRuleNames, exclusionRules } from '#domain/society/surplus/exclusion.ts'
import { type DividendMethod, dividendMethodNames, dividendMethods } from '#domain/society/surplus/words.ts'
import { wholeList } from '#web/api/whole-list.ts'
import { MemberLink } from '#web/parts/MemberLink.tsx'
import { SaveMenu } from '#web/parts/SaveMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FigureCard, FigureGrid } from '#web/ui/FigureCard.tsx'
import { List } from '#web/ui/List.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { type Column, moneyColumn } from '#web/ui/Table.tsx'
import { countText } from '#web/ui/format.ts'
import { saveDownload } from '#web/ui/save-download.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { useList } from '#web/ui/use-list.ts'
import type { AccountType, DividendLine, Surplus } from './api.ts'

const PayDividendDialog = lazy(async () => ({ default: (await import('./PayDividendDialog.tsx')).PayDividendDialog }))

type Decided = NonNullable<Surplus['appropriation']>

/** How a line of the appropriation is shared among the members: the rule, what each gets by it, and paying it. */
export function PayDividend(props: { appropriation: Decided; line: Decided['lines'][number]; onClose: () => void }) {
  const types = useQuery(wholeList(listAccountTypes, {}))
  if (types.isError) return <LoadProblem title="Failed to load the account types" of={types} />
  return types.data ? <Shared {...props} types={types.data} /> : <SkeletonLines lines={6} />
}

const basisOptions = (types: readonly AccountType[]) => [
  ...types
    .filter(({ kind }) => kind !== 'fixed_deposit')
    .map(({ id, name }) => ({ value: id as string, label: `Balance of ${name}` })),
  { value: 'interest_paid', label: 'Loan interest paid in the year' },
]

function Shared({
  appropriation,
  line,
  types,
  onClose,
}: {
  appropriation: Decided
  line: Decided['lines'][number]
  types: readonly AccountType[]
  onClose: () => void
}) {
  const { filter, choice, set: setSearch } = useListSearch()
  const shares = types.find(({ kind }) => kind === 'shares')
  const by = filter('by') || shares?.id || 'interest_paid'
  const method: DividendMethod = choice('method', dividendMethods) ?? 'month_counted'
  const excluding = choice('excluding', exclusionRules) ?? 'none'
  const isBalance = by !== 'interest_paid'
  const terms = {
    appropriationId: appropriation.id,
    accountId: line.accountId,
    basis: isBalance ? ('balance' as const) : ('interest_paid' as const),
    ...(isBalance && { accountTypeId: by as AccountTypeId, method, heldMonths: Number(filter('held') || 0) }),
    taxPercent: Number(filter('tax') || 0),
    ...(excluding !== 'none' && { excluding }),
  }
  const only = choice('only', ['excluded'])
  const { list, q, filters, set } = useList(previewDividend, { ...terms, ...(only && { only }) }, { staleTime: 0 })
  const summary = list.data?.summary
  return (
    <>
      <h3>Pay to members: {line.name}</h3>
      <TermsToolbar types={types} by={by} method={method} />
      <FigureGrid label="What members get">
        <FigureCard label="Shared out" value={<MoneyText amount={line.amount} />} />
        <FigureCard label="Members" loading={!summary} value={summary && countText(summary.members)} />
        {excluding !== 'none' && (
          <FigureCard label="Excluded" loading={!summary} value={summary && countText(summary.excludedMembers)} />
        )}
        <FigureCard label="Withholding tax" loading={!summary} value={summary && <MoneyText amount={summary.tax} />} />
        <FigureCard label="To the members" loading={!summary} value={summary && <MoneyText amount={summary.net} />} />
      </FigureGrid>
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        {excluding !== 'none' && (
          <Select
            label="Show"
            hideLabel
            value={only ?? 'all'}
            options={showOptions}
            onChange={(value) => setSearch({ only: value === 'excluded' ? value : undefined })}
          />
        )}
        <SaveMenu save={(format) => saveDownload(previewDividend, { ...terms, format }, `dividend.${format}`)} />
        <Button onClick={onClose}>Back</Button>
        <Button
          needs="transaction.decide"
          look="primary"
          disabled={!summary}
          onClick={() => setSearch({ do: 'pay', page: filter('page') })}
        >
          Pay to members
        </Button>
      </Toolbar>
      <List
        asked={list}
        failed="The dividend could not be worked out"
        set={set}
        caption="What each member gets"
        columns={summary?.tax === zeroKobo ? columns.filter(({ key }) => key !== 'tax' && key !== 'gross') : columns}
        rowKey={(row) => row.memberId}
        sort={filters.sort ?? 'membershipno'}
        empty={
          <EmptyState
            icon={HandCoins}
            title={q ? 'No member matches' : only ? 'No member is excluded' : 'No member gets anything'}
          />
        }
      />
      <Suspense>
        {filter('do') === 'pay' && summary && (
          <PayDividendDialog
            terms={terms}
            summary={summary}
            savings={types.filter(({ kind }) => kind === 'savings')}
            onClose={() => setSearch({ do: undefined, page: filter('page') })}
            onDone={() => setSearch({ do: undefined, pay: undefined, tab: 'dividends' })}
          />
        )}
      </Suspense>
    </>
  )
}

/** The rule that members share by. */
function TermsToolbar({ types, by, method }: { types: readonly AccountType[]; by: string; method: DividendMethod }) {
  const { filter, choice, set: setSearch } = useListSearch()
  return (
    <Toolbar>
      <Select
        label="Shared by"
        value={by}
        options={basisOptions(types)}
        onChange={(value) => setSearch({ by: value })}
      />
      {by !== 'interest_paid' && (
        <>
          <Select
            label="Which balance counts"
            value={method}
            options={optionsOf(dividendMethods, dividendMethodNames)}
            onChange={(value) => setSearch({ method: value })}
          />
          <Select
            label="Held for"
            value={filter('held') || '0'}
            options={heldOptions}
            onChange={(value) => setSearch({ held: value })}
          />
        </>
      )}
      <Select
        label="Withholding tax"
        value={filter('tax') || '0'}
        options={taxOptions}
        onChange={(value) => setSearch({ tax: value })}
      />
      <Select
        label="Excluded"
        value={choice('excluding', exclusionRules) ?? 'none'}
        options={optionsOf(exclusionRules, exclusionRuleNames)}
        onChange={(value) => setSearch({ excluding: value, only: undefined })}
      />
    </Toolbar>
  )
}

const showOptions = [
  { value: 'all', label: 'All members' },
  { value: 'excluded', label: 'Excluded members' },
]
const heldOptions = ['0', '3', '6', '9', '12'].map((value) => ({
  value,
  label: value === '0' ? 'Any time' : `${value} months before the year ended`,
}))
const taxOptions = ['0', '5', '7.5', '10'].map((value) => ({ value, label: value === '0' ? 'None' : `${value} %` }))

function PaidTo({ paidTo, exclusion }: DividendLine) {
  if (exclusion) return <>Excluded: {dividendExclusionNames[exclusion].toLowerCase()}</>
  return <>{paidTo && dividendDestinationNames[paidTo]}</>
}

const columns: Column<DividendLine>[] = [
  { key: 'member', header: 'Member', sort: 'membershipno', card: 'title', cell: (row) => <MemberLink {...row} /> },
  moneyColumn('basis', 'Shared by', (row) => row.basis),
  moneyColumn('gross', 'Gross', (row) => row.gross),
  moneyColumn('tax', 'Withholding tax', (row) => row.tax),
  { key: 'paidTo', header: 'Paid to', cell: PaidTo },
  moneyColumn('net', 'Gets', (row) => row.net, { sort: 'net', card: 'corner' }),
]
