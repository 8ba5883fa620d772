import { useQuery } from '@tanstack/react-query'
import { listAccountTypes } from '#contract/society/account-types.ts'
import { previewDividend } from '#contract/society/surplus.ts'
import { HandCoins, UserMinus } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import type { AccountTypeId } from '#domain/ids.ts'
import { exclusionRuleNames, exclusionRules } from '#domain/society/surplus/exclusion.ts'
import {
  dividendBasisNames,
  type DividendMethod,
  dividendMethodNames,
  dividendMethods,
} from '#domain/society/surplus/words.ts'
import { wholeList } from '#web/api/whole-list.ts'
import { SaveMenu } from '#web/parts/SaveMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { Toolbar } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { Select, optionsOf } from '#web/ui/Select.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { saveDownload } from '#web/ui/save-download.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import { useList } from '#web/ui/use-list.ts'
import type { AccountType, Surplus } from './api.ts'
import { DividendFigures } from './DividendFigures.tsx'
import { DividendLines, ShowExcluded } from './DividendLines.tsx'
import { NamedAmounts, type NamedRow, wholeLine } from './NamedAmounts.tsx'
import { type Excluded, ExcludedChips, ExcludeMemberDialog, namedIn } from './ExcludeMembers.tsx'

const PayDividendDialog = lazy(async () => ({ default: (await import('./PayDividendDialog.tsx')).PayDividendDialog }))

type Decided = NonNullable<Surplus['appropriation']>
type Paying = { appropriation: Decided; line: Decided['lines'][number]; officers: Surplus['officers'] }

/** How a line of the appropriation is shared among the members: the rule, what each gets by it, and paying it. */
export function PayDividend(props: Paying & { onClose: () => void }) {
  const types = useQuery(wholeList(listAccountTypes, {}))
  if (types.isError) return <LoadProblem title="Failed to load the account types" of={types} />
  return types.data ? <Shared {...props} types={types.data} /> : <SkeletonLines lines={6} />
}

const basisOptions = (types: readonly AccountType[]) => [
  ...types
    .filter(({ kind }) => kind !== 'fixed_deposit')
    .map(({ id, name }) => ({ value: id as string, label: `Balance of ${name}` })),
  { value: 'interest_paid', label: dividendBasisNames.interest_paid },
  { value: 'purchases', label: dividendBasisNames.purchases },
  { value: 'named', label: 'Amounts by name, such as honoraria' },
]

/** What was chosen in the address, as a preview and a run are asked with it; undefined while amounts by name are not whole. */
function useTerms({ appropriation, line }: Paying, types: readonly AccountType[]) {
  const { filter, choice } = useListSearch()
  const [excluded, setExcluded] = useState<readonly Excluded[]>([])
  const [rows, setRows] = useState<readonly NamedRow[]>([])
  const shares = types.find(({ kind }) => kind === 'shares')
  const by = filter('by') || (isForHonoraria(line.name) ? 'named' : shares?.id) || 'interest_paid'
  const method: DividendMethod = choice('method', dividendMethods) ?? 'month_counted'
  const excluding = choice('excluding', exclusionRules) ?? 'none'
  const of = {
    ...{ appropriationId: appropriation.id, accountId: line.accountId },
    taxPercent: Number(filter('tax') || 0),
  }
  const named = wholeLine(rows, line.amount)
  const exclusions = { ...(excluding !== 'none' && { excluding }), ...namedIn(excluded) }
  const isNamed = by === 'named'
  const summed = (['interest_paid', 'purchases'] as const).find((each) => each === by)
  return {
    ...{ by, method, isNamed, excluded, setExcluded, rows, setRows },
    isWhole: !isNamed || named !== undefined,
    excludesAny: !isNamed && (excluding !== 'none' || excluded.length > 0),
    terms: isNamed
      ? { ...of, basis: 'named' as const, named: named ?? [] }
      : summed
        ? { ...of, basis: summed, ...exclusions }
        : {
            ...{ ...of, basis: 'balance' as const, ...exclusions },
            ...{ accountTypeId: by as AccountTypeId, method, heldMonths: Number(filter('held') || 0) },
          },
  }
}

const isForHonoraria = (account: string) => /honorari/i.test(account)

function Shared({ types, onClose, ...paying }: Paying & { types: readonly AccountType[]; onClose: () => void }) {
  const { line, officers } = paying
  const { filter, choice, set: setSearch } = useListSearch()
  const { by, method, isNamed, isWhole, excluded, setExcluded, excludesAny, rows, setRows, terms } = useTerms(
    paying,
    types,
  )
  const only = choice('only', ['excluded'])
  const { list, q, filters, set } = useList(
    previewDividend,
    { ...terms, ...(only && { only }) },
    { staleTime: 0, enabled: isWhole },
  )
  const summary = isWhole ? list.data?.summary : undefined
  return (
    <>
      <h3>Pay to members: {line.name}</h3>
      <TermsToolbar types={types} by={by} method={method} />
      {isNamed ? (
        <NamedAmounts line={line.amount} officers={officers} rows={rows} onChange={setRows} />
      ) : (
        <ExcludedChips excluded={excluded} onChange={setExcluded} />
      )}
      {isWhole && <DividendFigures summary={summary} shared={line.amount} excludesAny={excludesAny} />}
      <Toolbar>
        {isWhole && <SearchBox label="Search member" value={q} onSearch={(text) => set({ q: text })} />}
        {(excludesAny || only) && <ShowExcluded only={only} onChange={(value) => setSearch({ only: value })} />}
        {isWhole && (
          <SaveMenu save={(format) => saveDownload(previewDividend, { ...terms, format }, `dividend.${format}`)} />
        )}
        <Button onClick={onClose}>Back</Button>
        <Button
          needs="transaction.decide"
          look="primary"
          disabled={!summary || list.isPlaceholderData}
          onClick={() => setSearch({ do: 'pay', page: filter('page') })}
        >
          Pay to members
        </Button>
      </Toolbar>
      {isWhole && (
        <DividendLines
          of={summary}
          asked={list}
          failed="The dividend could not be worked out"
          set={set}
          sort={filters.sort ?? 'membershipno'}
          empty={
            <EmptyState
              icon={HandCoins}
              title={q ? 'No member matches' : only ? 'No member is excluded' : 'No member gets anything'}
            />
          }
        />
      )}
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
        onChange={(value) => setSearch({ by: value, only: undefined })}
      />
      {!(by in dividendBasisNames) && (
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
      {by !== 'named' && (
        <>
          <Select
            label="Excluded"
            value={choice('excluding', exclusionRules) ?? 'none'}
            options={optionsOf(exclusionRules, exclusionRuleNames)}
            onChange={(value) => setSearch({ excluding: value, only: undefined })}
          />
          <Button icon={UserMinus} onClick={() => setSearch({ do: 'exclude' })}>
            Exclude a member
          </Button>
        </>
      )}
    </Toolbar>
  )
}

const heldOptions = ['0', '3', '6', '9', '12'].map((value) => ({
  value,
  label: value === '0' ? 'Any time' : `${value} months before the year ended`,
}))
const taxOptions = ['0', '5', '7.5', '10'].map((value) => ({ value, label: value === '0' ? 'None' : `${value} %` }))
