import { useQuery } from '@tanstack/react-query'
import { listImportRows } from '#features/society/imports/contract.ts'
import { CircleCheck, ListX, Smartphone, UserCheck } from 'lucide'
import { Suspense, lazy, useMemo } from 'react'
import { query } from '#ui/api/query.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import type { IconPicture } from '#ui/Icon.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { countText, moneyText, plural } from '#ui/format.ts'
import { useListSearch } from '#ui/use-list-search.ts'
import './CheckStep.css'
import { rowColumns } from './RowCells.tsx'
import { RowsToCorrect } from './RowsToCorrect.tsx'
import { asksWho } from './Doubles.tsx'
import { WizardActions } from './WizardActions.tsx'
import { type Import, type ImportChanges, useCounted } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

// Each is needed by few files.
const PartDays = lazy(async () => ({ default: (await import('./PartDays.tsx')).PartDays }))

const FileDoubts = lazy(async () => ({ default: (await import('./FileDoubts.tsx')).FileDoubts }))

const views = ['problems', 'doubles', 'names', 'before', 'unpaid', 'skipped', 'left_out', 'all'] as const

const noneOf: Record<(typeof views)[number], string> = {
  problems: 'No problems left',
  doubles: 'No possible duplicates',
  names: 'No names that differ',
  before: 'No one has paid for this month',
  unpaid: 'Everyone paid something',
  skipped: 'No rows were skipped',
  left_out: 'No rows were left out',
  all: 'No rows',
}

/** Rows that are not right, to be corrected in place like in a spreadsheet, or skipped; and rows that may be somebody already. */
export function CheckStep({ found, onBack, onNext }: { found: Import; onBack: () => void; onNext: () => void }) {
  const { page, limit, choice, set } = useListSearch()
  const show =
    choice('show', views) ?? (found.rowsWithProblems > 0 ? 'problems' : found.rowsWithDoubles > 0 ? 'doubles' : 'all')
  const rows = useQuery({ ...query(listImportRows, { importId: found.id, show, page, limit }), staleTime: 0 })
  const { counted } = useCounted()
  const update = useUpdateImport(found.id)
  const { mutate } = update
  const shape = JSON.stringify([found.columns, found.mapping, found.fields])
  const withDoubles = rows.data?.rows.some(asksWho) ?? false
  const columns = useMemo(
    () =>
      rowColumns(
        JSON.parse(shape) as [string[], (string | null)[], Import['fields']],
        mutate,
        found.kind === 'contributions',
        withDoubles,
      ),
    [shape, mutate, found.kind, withDoubles],
  )
  const { rows: all, rowsSkipped, rowsWithProblems, rowsWithDoubles, rowsUnpaid } = found
  const ready = all - rowsSkipped - rowsWithProblems - rowsWithDoubles - rowsUnpaid
  const { title, description } = headOf(found)

  return (
    <>
      <ul className="import-totals" aria-label="Rows of the file" aria-live="polite">
        <Total count={ready} words={ready === 1 ? 'row ready' : 'rows ready'} look="ready" />
        <Total
          count={found.rowsWithProblems}
          words="with problems"
          look={found.rowsWithProblems > 0 ? 'problems' : ''}
        />
        {found.rowsWithDoubles > 0 && (
          <Total count={found.rowsWithDoubles} words="possible duplicates" look="doubles" />
        )}
        {rowsUnpaid > 0 && <Total count={rowsUnpaid} words="paid nothing" look="" />}
        <Total count={found.rowsSkipped} words="skipped" look="" />
        {found.rowsLeftOut > 0 && <Total count={found.rowsLeftOut} words="left out" look="" />}
        {found.total !== null && (
          <li className="import-totals__total">
            <strong>
              <MoneyText amount={found.total} />
            </strong>
            in rows that are ready{counted !== undefined && `, ${moneyText(counted)} counted`}
          </li>
        )}
      </ul>
      {update.error && <RefusedBanner error={update.error} title="This correction was not saved" />}
      <Suspense>
        <FileDoubts found={found} shown={show} onShow={(view) => set({ show: view })} />
      </Suspense>
      {found.rowsWithPartDays > 0 && (
        <Suspense>
          <PartDays found={found} onChoose={(partDays) => mutate({ partDays })} />
        </Suspense>
      )}
      <Card
        flush
        title={title}
        description={description}
        actions={
          <>
            {found.rowsWithProblems + found.rowsSkipped > 0 && <RowsToCorrect found={found} size="small" />}
            <ForAllRows found={found} update={update} />
          </>
        }
      >
        <div className="import-rows">
          <Tabs
            label="Which rows"
            active={show}
            onChange={(next) => set({ show: next })}
            tabs={[
              { key: 'problems', label: `Problems (${countText(found.rowsWithProblems)})` },
              ...(found.rowsWithDoubles > 0 || show === 'doubles'
                ? [{ key: 'doubles' as const, label: `Perhaps twice (${countText(found.rowsWithDoubles)})` }]
                : []),
              ...(found.rowsWithOtherNames > 0 || show === 'names'
                ? [{ key: 'names' as const, label: `Names that differ (${countText(found.rowsWithOtherNames)})` }]
                : []),
              ...(found.paidBefore || show === 'before'
                ? [{ key: 'before' as const, label: `Paid already (${countText(found.paidBefore?.payments ?? 0)})` }]
                : []),
              ...(rowsUnpaid > 0 || show === 'unpaid'
                ? [{ key: 'unpaid' as const, label: `Paid nothing (${countText(rowsUnpaid)})` }]
                : []),
              { key: 'skipped', label: `Skipped (${countText(found.rowsSkipped)})` },
              ...(found.rowsLeftOut > 0 || show === 'left_out'
                ? [{ key: 'left_out' as const, label: `Left out (${countText(found.rowsLeftOut)})` }]
                : []),
              { key: 'all', label: `All (${countText(found.rows)})` },
            ]}
          >
            {rows.isError ? (
              <LoadProblem title="Failed to load the rows" of={rows} />
            ) : (
              <Table
                caption="Rows of the file"
                dense
                columns={columns}
                rows={rows.data?.rows}
                rowKey={(row) => String(row.number)}
                busy={rows.isPlaceholderData && rows.data?.meta.page !== page}
                empty={
                  <EmptyState icon={CircleCheck} title={noneOf[show]}>
                    {show === 'problems' && `${plural(ready, 'row')} can go on.`}
                  </EmptyState>
                }
              />
            )}
          </Tabs>
          <Pagination
            meta={rows.data?.meta}
            onPage={(next) => set({ page: next })}
            onLimit={(next) => set({ limit: next })}
          />
        </div>
      </Card>
      <WizardActions note={update.isPending ? 'Saving …' : noteOf(found)}>
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" disabled={isOpen(found) || ready === 0} onClick={onNext}>
          {ready === 0 ? 'No rows to go on with' : `Continue with ${plural(ready, 'row')}`}
        </Button>
      </WizardActions>
    </>
  )
}

/** One correction of all rows that need it. */
function ForAllRows({ found, update }: { found: Import; update: ReturnType<typeof useUpdateImport> }) {
  const button = (icon: IconPicture, changes: ImportChanges, words: string) => (
    <Button
      size="small"
      icon={icon}
      busy={
        update.isPending &&
        Object.entries(changes).every(([name, value]) => update.variables?.[name as keyof ImportChanges] === value)
      }
      onClick={() => update.mutate(changes)}
    >
      {words}
    </Button>
  )
  if (found.rowsWithProblems > 0)
    return (
      <>
        {found.rowsWithSamePhone > 1 &&
          button(
            Smartphone,
            { allSharePhones: true },
            `All ${plural(found.rowsWithSamePhone, 'row')} share their phones`,
          )}
        {button(
          ListX,
          { skipProblems: true },
          found.rowsWithProblems === 1
            ? 'Skip the row with problems'
            : `Skip all ${plural(found.rowsWithProblems, 'row')} with problems`,
        )}
      </>
    )
  if (found.rowsWithDoubles <= 1) return null
  return (
    <>
      {button(
        ListX,
        { allDoubles: 'skip' },
        found.rowsWithDoubles === 1 ? 'Skip this row' : `Skip all ${plural(found.rowsWithDoubles, 'row')}`,
      )}
      {button(UserCheck, { allDoubles: 'another' }, 'All are other people')}
    </>
  )
}

/** Whether a row still asks for something. */
function isOpen({ rowsWithProblems, rowsWithDoubles }: Import): boolean {
  return rowsWithProblems > 0 || rowsWithDoubles > 0
}

function headOf(found: Import): { title: string; description?: string } {
  if (found.rowsWithProblems > 0)
    return {
      title: 'Put these rows right, or skip them',
      description:
        'Type into a marked cell; Enter or leaving the cell saves it. Or download these rows, skip them here and continue with the others: once corrected, the downloaded file is uploaded like any other.',
    }
  if (found.rowsWithDoubles > 0)
    return {
      title: 'Are these people members already?',
      description: 'Skip a row that is the same person, or say that it is another person.',
    }
  if (found.rowsWithOtherNames > 0) return { title: 'Every row can be recorded' }
  return { title: found.rowsSkipped > 0 ? 'The rows that are left are in order' : 'Every row is in order' }
}

function noteOf({ rowsWithProblems, rowsWithDoubles }: Import): string | undefined {
  if (rowsWithProblems > 0) return `${plural(rowsWithProblems, 'row')} to put right or skip`
  return rowsWithDoubles > 0 ? `${plural(rowsWithDoubles, 'row')} to decide on` : undefined
}

function Total({ count, words, look }: { count: number; words: string; look: 'ready' | 'problems' | 'doubles' | '' }) {
  return (
    <li className={look ? `import-totals__${look}` : ''}>
      <strong className="number">{countText(count)}</strong> {words}
    </li>
  )
}
