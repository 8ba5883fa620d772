import { useQuery } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/society/account-types.ts'
import { previewDividend } from '#contract/society/surplus.ts'
import { HandCoins, UserMinus } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import type { AccountTypeId } from '#domain/ids.ts'
import { exclusionRuleNames, exclusionRules } from '#domain/society/surplus/exclusion.ts'
import { type DividendMethod, dividendMethodNames, dividendMethods } from '#domain/society/surplus/words.ts'
import { wholeList } from '#web/api/whole-list.ts'
import { SaveMenu } from '#web/parts/SaveMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { List } from '#web/ui/List.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { saveDownload } from '#web/ui/save-download.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { useList } from '#web/ui/use-list.ts'
import type { AccountType, Surplus } from './api.ts'
import { dividendColumns } from './dividend-columns.tsx'
import { DividendFigures } from './DividendFigures.tsx'
import { showOptions } from './DividendRun.tsx'
import { type Excluded, ExcludedChips, ExcludeMemberDialog, namedIn } from './ExcludeMembers.tsx'

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
  const [excluded, setExcluded] = useState<readonly Excluded[]>([])
  const excludesAny = excluding !== 'none' || excluded.length > 0
  const isBalance = by !== 'interest_paid'
  const terms = {
    appropriationId: appropriation.id,
    accountId: line.accountId,
    basis: isBalance ? ('balance' as const) : ('interest_paid' as const),
    ...(isBalance && { accountTypeId: by as AccountTypeId, method, heldMonths: Number(filter('held') || 0) }),
    taxPercent: Number(filter('tax') || 0),
    ...(excluding !== 'none' && { excluding }),
    ...namedIn(excluded),
  }
  const only = choice('only', ['excluded'])
  const { list, q, filters, set } = useList(previewDividend, { ...terms, ...(only && { only }) }, { staleTime: 0 })
  const summary = list.data?.summary
  return (
    <>
      <h3>Pay to members: {line.name}</h3>
      <TermsToolbar types={types} by={by} method={method} />
      <ExcludedChips excluded={excluded} onChange={setExcluded} />
      <DividendFigures summary={summary} shared={line.amount} excludesAny={excludesAny} />
      <Toolbar>
        <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />
        {excludesAny && (
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
        columns={dividendColumns(summary)}
        rowKey={(row) => row.memberId}
        sort={filters.sort ?? 'membershipno'}
        empty={
          <EmptyState
            icon={HandCoins}
            title={q ? 'No member matches' : only ? 'No member is excluded' : 'No member gets anything'}
          />
        }
      />
      {filter('do') === 'exclude' && (
        <ExcludeMemberDialog
          excluded={excluded}
          onClose={() => setSearch({ do: undefined })}
          onExclude={(one) => {
            setExcluded([...excluded, one])
            setSearch({ do: undefined })
          }}
        />
      )}
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
      <Button icon={UserMinus} onClick={() => setSearch({ do: 'exclude' })}>
        Exclude a member
      </Button>
    </Toolbar>
  )
}

const heldOptions = ['0', '3', '6', '9', '12'].map((value) => ({
  value,
  label: value === '0' ? 'Any time' : `${value} months before the year ended`,
}))
const taxOptions = ['0', '5', '7.5', '10'].map((value) => ({ value, label: value === '0' ? 'None' : `${value} %` }))
