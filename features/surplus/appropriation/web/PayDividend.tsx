import { useQuery } from '@tanstack/react-query'
import { listAccountTypes } from '#features/society/configuration/account-types.ts'
import { getDividendRules, previewDividend } from '#features/surplus/appropriation/contract.ts'
import { HandCoins, UserMinus } from 'lucide'
import { Suspense, lazy, useEffect, useState } from 'react'
import type { AccountTypeId } from '#core/ids.ts'
import { exclusionRuleNames, exclusionRules } from '#features/surplus/appropriation/rules/exclusion.ts'
import {
  dividendBasisNames,
  type DividendMethod,
  dividendMethodNames,
  dividendMethods,
  isForPatronage,
} from '#features/surplus/appropriation/rules/words.ts'
import { query } from '#ui/api/query.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import { SaveMenu } from '#ui/SaveMenu.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Toolbar } from '#ui/Page.tsx'
import { SearchBox } from '#ui/SearchBox.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { saveDownload } from '#ui/save-download.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { useList } from '#ui/use-list.ts'
import type { AccountType, DividendRules, Surplus } from './api.ts'
import { BasisSelect } from './BasisSelect.tsx'
import { type Draft, dropDraft, saveDraft, readDraft } from './draft-api.ts'
import { DividendFigures } from './DividendFigures.tsx'
import { DividendLimits } from './DividendLimits.tsx'
import { DividendLines, ShowExcluded } from './DividendLines.tsx'
import { HeldSelect } from './HeldSelect.tsx'
import { NamedAmounts, wholeLine } from './NamedAmounts.tsx'
import { ExcludedChips, ExcludeMemberDialog, namedIn } from './ExcludeMembers.tsx'

const PayDividendDialog = lazy(async () => ({ default: (await import('./PayDividendDialog.tsx')).PayDividendDialog }))

type Decided = NonNullable<Surplus['appropriation']>
type Paying = { appropriation: Decided; line: Decided['lines'][number]; officers: Surplus['officers'] }

/** How a line of the appropriation is shared among the members: the rule, what each gets by it, and paying it. */
export function PayDividend(props: Paying & { onClose: () => void }) {
  const types = useQuery(wholeList(listAccountTypes, {}))
  const rules = useQuery(query(getDividendRules, {}))
  if (types.isError) return <LoadProblem title="Failed to load the account types" of={types} />
  if (rules.isError) return <LoadProblem title="Failed to load your bye-laws on the dividend" of={rules} />
  return types.data && rules.data ? (
    <Shared {...props} types={types.data} rules={rules.data} />
  ) : (
    <SkeletonLines lines={6} />
  )
}

/** What was chosen in the address, else what the bye-laws say, as a preview and a run are asked with it; undefined while amounts by name are not whole. */
function useTerms({ appropriation, line, rules }: Paying & { rules: DividendRules }, types: readonly AccountType[]) {
  const { filter, choice } = useListSearch()
  const { id: appropriationId } = appropriation
  const { accountId } = line
  const [draft, setDraft] = useState<Draft>(() => readDraft({ appropriationId, accountId }))
  useEffect(() => saveDraft({ appropriationId, accountId }, draft), [appropriationId, accountId, draft])
  const { rows, excluded } = draft
  const shares = types.find(({ kind }) => kind === 'shares')
  const ruled = isForPatronage(line.name) ? rules.patronageBasis : (rules.accountTypeId ?? rules.basis ?? shares?.id)
  const by = filter('by') || (isForHonoraria(line.name) ? 'named' : ruled) || 'interest_paid'
  const method: DividendMethod = choice('method', dividendMethods) ?? rules.method ?? 'month_counted'
  const held = filter('held') || String(rules.heldMonths ?? 0)
  const excluding = choice('excluding', exclusionRules) ?? 'none'
  const of = { ...{ appropriationId, accountId }, taxPercent: Number(filter('tax') || 0) }
  const named = wholeLine(rows, line.amount)
  const exclusions = { ...(excluding !== 'none' && { excluding }), ...namedIn(excluded) }
  const isNamed = by === 'named'
  const summed = (['interest_paid', 'purchases'] as const).find((each) => each === by)
  return {
    ...{ by, method, held, isNamed, excluded, rows },
    change: (changes: Partial<Draft>) => setDraft({ ...draft, ...changes }),
    isWhole: !isNamed || named !== undefined,
    excludesAny: !isNamed && (excluding !== 'none' || excluded.length > 0),
    terms: isNamed
      ? { ...of, basis: 'named' as const, named: named ?? [] }
      : summed
        ? { ...of, basis: summed, ...exclusions }
        : {
            ...{ ...of, basis: 'balance' as const, ...exclusions },
            ...{ accountTypeId: by as AccountTypeId, method, heldMonths: Number(held) },
          },
  }
}

const isForHonoraria = (account: string) => /honorari/i.test(account)

function Shared({
  types,
  onClose,
  ...paying
}: Paying & { types: readonly AccountType[]; rules: DividendRules; onClose: () => void }) {
  const { line, officers } = paying
  const { filter, choice, set: setSearch } = useListSearch()
  const { by, method, held, isNamed, isWhole, excluded, excludesAny, rows, change, terms } = useTerms(paying, types)
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
      <TermsToolbar types={types} by={by} method={method} held={held} />
      {isNamed ? (
        <NamedAmounts
          line={line.amount}
          officers={officers}
          rows={rows}
          onChange={(changed) => change({ rows: changed })}
        />
      ) : (
        <ExcludedChips excluded={excluded} onChange={(changed) => change({ excluded: changed })} />
      )}
      {isWhole && <DividendFigures summary={summary} shared={line.amount} excludesAny={excludesAny} />}
      {summary && <DividendLimits pool={line.amount} summary={summary} />}
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
          disabled={!summary || list.isPlaceholderData || (summary.cap !== null && line.amount > summary.cap.allowed)}
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
            change({ excluded: [...excluded, one] })
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
            onDone={() => {
              dropDraft(terms)
              setSearch({ do: undefined, pay: undefined, tab: 'dividends' })
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** The rule that members share by. */
function TermsToolbar({
  types,
  by,
  method,
  held,
}: {
  types: readonly AccountType[]
  by: string
  method: DividendMethod
  held: string
}) {
  const { filter, choice, set: setSearch } = useListSearch()
  return (
    <Toolbar isRoomy>
      <BasisSelect
        label="Shared by"
        types={types}
        namesToo
        value={by}
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
          <HeldSelect value={held} onChange={(value) => setSearch({ held: value })} />
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

const taxOptions = ['0', '5', '7.5', '10'].map((value) => ({ value, label: value === '0' ? 'None' : `${value} %` }))
