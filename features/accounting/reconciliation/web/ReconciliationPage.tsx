import { useQuery } from '@tanstack/react-query'
import { proposeMatches, getReconciliation, listBankAccounts } from '#features/accounting/reconciliation/contract.ts'
import { FileUp, Landmark, Sparkles } from 'lucide'
import { Suspense, lazy, useState } from 'react'
import { type AccountId, isUuid } from '#core/ids.ts'
import { useAction } from '#ui/api/use-action.ts'
import { query } from '#ui/api/query.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import { ReconciliationStatement } from './ReconciliationStatement.tsx'
import type { Reconciliation } from './api.ts'

const BankLines = lazy(async () => ({ default: (await import('./BankLines.tsx')).BankLines }))
const OpenEntries = lazy(async () => ({ default: (await import('./OpenEntries.tsx')).OpenEntries }))
const Statements = lazy(async () => ({ default: (await import('./Statements.tsx')).Statements }))
const StatementDialog = lazy(async () => ({ default: (await import('./StatementDialog.tsx')).StatementDialog }))

const tabs = ['proposed', 'open', 'entries', 'matched', 'aside', 'statements'] as const
const bankCode = '1020'

/** What the bank says beside what the books say, and what leads from one to the other. */
export function ReconciliationPage() {
  const { filter, set } = useListSearch()
  const accounts = useQuery(query(listBankAccounts, {}))
  const asked = filter('account')
  const usual = accounts.data?.find(({ code }) => code === bankCode) ?? accounts.data?.[0]
  const accountId = isUuid(asked) ? (asked as AccountId) : usual?.accountId
  const found = useQuery({
    ...query(getReconciliation, { accountId: accountId as AccountId }),
    enabled: accountId !== undefined,
  })
  const [uploading, setUploading] = useState(false)
  const error = accounts.error ?? found.error
  const upload = (
    <Button needs="reconciliation.manage" look="primary" icon={FileUp} onClick={() => setUploading(true)}>
      Import statement
    </Button>
  )
  return (
    <Page
      title="Bank reconciliation"
      description="Match your bank statement to the books, and record from its lines what the books lack."
      actions={
        <>
          <Link className={buttonClass()} to="/coop/financial-operations/held-money" search={{ source: 'bank' }}>
            Held money
          </Link>
          {found.data?.figures && upload}
        </>
      }
    >
      <Card>
        <Select
          label="Account"
          value={accountId ?? ''}
          options={(accounts.data ?? []).map(({ accountId: value, code, name }) => ({
            value: value as string,
            label: `${code} ${name}`,
          }))}
          onChange={(value) => set({ account: value || undefined, tab: undefined, q: undefined })}
        />
      </Card>
      {error ? (
        <Card>
          <LoadProblem
            title="Failed to load the reconciliation"
            error={error}
            onRetry={() => void (accounts.error ? accounts.refetch() : found.refetch())}
          />
        </Card>
      ) : !found.data ? (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      ) : found.data.figures ? (
        <Account found={found.data} />
      ) : (
        <Card flush>
          <EmptyState icon={Landmark} title={`No statement of ${found.data.name} yet`} actions={upload}>
            Download the statement from the bank as Excel or CSV and read it here. Its lines are matched with the books
            by amount and date.
          </EmptyState>
        </Card>
      )}
      <Suspense>
        {uploading && found.data && <StatementDialog account={found.data} onClose={() => setUploading(false)} />}
      </Suspense>
    </Page>
  )
}

function Account({ found }: { found: Reconciliation }) {
  const { choice, set } = useListSearch()
  const { accountId, proposals, openLines, matched, setAside } = found
  const tab = choice('tab', tabs) ?? (proposals > 0 ? 'proposed' : 'open')
  const propose = useAction(proposeMatches)
  return (
    <>
      <ReconciliationStatement found={found} />
      {propose.error && <RefusedBanner error={propose.error} title="Nothing was matched" />}
      <Tabs
        label="Lines and entries"
        tabs={[
          { key: 'proposed', label: `To confirm (${proposals})` },
          { key: 'open', label: `On the statement only (${openLines})` },
          { key: 'entries', label: 'In the books only' },
          { key: 'matched', label: `Matched (${matched})` },
          ...(setAside > 0 || tab === 'aside' ? [{ key: 'aside' as const, label: `Set aside (${setAside})` }] : []),
          { key: 'statements', label: 'Statements' },
        ]}
        active={tab}
        onChange={(next) => set({ tab: next, q: undefined, sort: undefined })}
      >
        <Suspense fallback={<SkeletonLines lines={6} />}>
          {tab === 'entries' ? (
            <OpenEntries accountId={accountId} />
          ) : tab === 'statements' ? (
            <Statements found={found} />
          ) : (
            <BankLines
              key={tab}
              accountId={accountId}
              show={tab}
              actions={
                tab === 'open' &&
                openLines > 0 && (
                  <Button
                    needs="reconciliation.manage"
                    icon={Sparkles}
                    busy={propose.isPending}
                    onClick={() =>
                      propose.mutate(
                        { accountId },
                        {
                          onSuccess: ({ proposed }) =>
                            toast.success(
                              proposed === 0
                                ? 'Nothing more agrees by amount and date'
                                : `${plural(proposed, 'match', 'matches')} proposed`,
                            ),
                        },
                      )
                    }
                  >
                    Match again
                  </Button>
                )
              }
            />
          )}
        </Suspense>
      </Tabs>
    </>
  )
}
