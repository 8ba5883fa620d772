import { useQuery } from '@tanstack/react-query'
import { CircleCheck, ListX } from 'lucide'
import { useMemo } from 'react'
import { sentence } from '#web/api/api-error.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadProblem } from '#web/ui/LoadProblem.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Table } from '#web/ui/Table.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { countText, moneyText, plural } from '#web/ui/format.ts'
import { useListSearch } from '#web/ui/use-list-search.ts'
import './CheckStep.css'
import { rowColumns } from './RowCells.tsx'
import { WizardActions } from './WizardActions.tsx'
import { type Import, importQueries, useCounted } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

const views = ['problems', 'skipped', 'all'] as const

/** Rows that are not right, to be corrected in place like in a spreadsheet, or skipped. */
export function CheckStep({ found, onBack, onNext }: { found: Import; onBack: () => void; onNext: () => void }) {
  const { page, limit, choice, set } = useListSearch(25)
  const show = choice('show', views) ?? (found.rowsWithProblems > 0 ? 'problems' : 'all')
  const rows = useQuery(importQueries.rows({ importId: found.id, show, page, limit }))
  const { counted } = useCounted()
  const update = useUpdateImport(found.id)
  const { mutate } = update
  const shape = JSON.stringify([found.columns, found.mapping, found.fields])
  const columns = useMemo(
    () => rowColumns(JSON.parse(shape) as [string[], (string | null)[], Import['fields']], mutate, found.kind === 'contributions'),
    [shape, mutate, found.kind],
  )
  const ready = found.rows - found.rowsSkipped - found.rowsWithProblems

  return (
    <>
      <ul className="import-totals" aria-label="Rows of the file" aria-live="polite">
        <Total count={ready} words={ready === 1 ? 'row ready' : 'rows ready'} look="ready" />
        <Total count={found.rowsWithProblems} words="with problems" look={found.rowsWithProblems > 0 ? 'problems' : ''} />
        <Total count={found.rowsSkipped} words="skipped" look="" />
        {found.total !== null && (
          <li className="import-totals__total">
            <strong>
              <MoneyText amount={found.total} />
            </strong>
            in rows that are ready{counted !== undefined && `, ${moneyText(counted)} counted`}
          </li>
        )}
      </ul>
      {update.error && (
        <Banner tone="danger" title="This correction was not saved">
          {sentence(update.error)}
        </Banner>
      )}
      <Card
        flush
        title={found.rowsWithProblems > 0 ? 'Put these rows right, or skip them' : found.rowsSkipped > 0 ? 'The rows that are left are in order' : 'Every row is in order'}
        description={found.rowsWithProblems > 0 ? 'Type into a marked cell; Enter or leaving the cell saves it. Your file stays as it is.' : undefined}
        actions={
          found.rowsWithProblems > 0 && (
            <Button size="small" icon={ListX} busy={update.isPending && update.variables?.skipProblems === true} onClick={() => mutate({ skipProblems: true })}>
              Skip all {plural(found.rowsWithProblems, 'row')} with problems
            </Button>
          )
        }
      >
        <div className="import-rows">
          <Tabs
            label="Which rows"
            active={show}
            onChange={(next) => set({ show: next })}
            tabs={[
              { key: 'problems', label: `Problems (${countText(found.rowsWithProblems)})` },
              { key: 'skipped', label: `Skipped (${countText(found.rowsSkipped)})` },
              { key: 'all', label: `All (${countText(found.rows)})` },
            ]}
          >
            {rows.isError ? (
              <LoadProblem title="Failed to load the rows" error={rows.error} onRetry={() => void rows.refetch()} />
            ) : (
              <Table
                caption="Rows of the file"
                dense
                columns={columns}
                rows={rows.data?.rows}
                rowKey={(row) => String(row.number)}
                busy={rows.isPlaceholderData && rows.data?.meta.page !== page}
                empty={
                  <EmptyState icon={CircleCheck} title={show === 'problems' ? 'No problems left' : 'No rows were skipped'}>
                    {show === 'problems' && `${plural(ready, 'row')} can go on.`}
                  </EmptyState>
                }
              />
            )}
          </Tabs>
          <Pagination meta={rows.data?.meta} onPage={(next) => set({ page: next })} onLimit={(next) => set({ limit: next })} />
        </div>
      </Card>
      <WizardActions note={update.isPending ? 'Saving …' : found.rowsWithProblems > 0 ? `${plural(found.rowsWithProblems, 'row')} to put right or skip` : undefined}>
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" disabled={found.rowsWithProblems > 0 || ready === 0} onClick={onNext}>
          {ready === 0 ? 'No rows to go on with' : `Continue with ${plural(ready, 'row')}`}
        </Button>
      </WizardActions>
    </>
  )
}

function Total({ count, words, look }: { count: number; words: string; look: 'ready' | 'problems' | '' }) {
  return (
    <li className={look ? `import-totals__${look}` : ''}>
      <strong className="number">{countText(count)}</strong> {words}
    </li>
  )
}
