import { skipToken, useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useEffect } from 'react'
import { isUuid, type ImportId } from '#core/ids.ts'
import type { ImportKind } from '#features/society/imports/rules/import.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { renew } from '#ui/api/renewal.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { LoadProblem } from '#ui/LoadProblem.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import { useListSearch } from '#ui/use-list-search.ts'
import { type Import, importQueries } from './api.ts'

const FileStep = lazy(async () => ({ default: (await import('./FileStep.tsx')).FileStep }))
const ColumnsStep = lazy(async () => ({ default: (await import('./ColumnsStep.tsx')).ColumnsStep }))
const CheckStep = lazy(async () => ({ default: (await import('./CheckStep.tsx')).CheckStep }))
const ConfirmStep = lazy(async () => ({ default: (await import('./ConfirmStep.tsx')).ConfirmStep }))
const ProgressStep = lazy(async () => ({ default: (await import('./ProgressStep.tsx')).ProgressStep }))
const DoneStep = lazy(async () => ({ default: (await import('./DoneStep.tsx')).DoneStep }))

const names = ['File', 'Columns', 'Check', 'Confirm', 'Done']
const chosenSteps = ['columns', 'check', 'confirm'] as const
type Step = 'file' | (typeof chosenSteps)[number] | 'posting' | 'done'

const places: Record<Step, number> = { file: 0, columns: 1, check: 2, confirm: 3, posting: 4, done: 5 }

/** The server says how far an import has come; between matching and confirming the person walks freely. */
export function stepOf(found: Import | undefined, wanted: (typeof chosenSteps)[number] | undefined): Step {
  if (!found) return 'file'
  if (found.status === 'posting') return 'posting'
  if (found.status === 'posted') return 'done'
  if (found.status === 'mapping') return 'columns'
  if (wanted === 'confirm' && (found.rowsWithProblems > 0 || found.rowsWithDoubles > 0)) return 'check'
  return wanted ?? 'columns'
}

/** From a file to the register or the books: file, columns, check, confirm, done. The address remembers the import, so a reload goes on. */
export function ImportWizard({ kind }: { kind: ImportKind }) {
  const { filter, choice, set } = useListSearch()
  const importId = isUuid(filter('import')) ? (filter('import') as ImportId) : undefined
  const asked = useQuery(importId ? importQueries.one(importId) : { queryKey: ['no import'], queryFn: skipToken })
  const found = importId && asked.data?.kind === kind ? asked.data : undefined
  const step = stepOf(found, choice('step', chosenSteps))
  const isPosted = found?.status === 'posted'
  useEffect(() => {
    // New members and new money: every list and figure asks again.
    if (isPosted) void renew()
  }, [isPosted])
  useEffect(() => {
    // Not its value: newer browsers answer with a promise, which React would take for a cleanup.
    scrollTo({ top: 0 })
  }, [step])

  const go = (next: (typeof chosenSteps)[number]) => set({ step: next })
  // A file in which nothing is to be put right goes on to the last look at once.
  const afterColumns = ({ rowsWithProblems, rowsWithDoubles }: Import) =>
    go(rowsWithProblems + rowsWithDoubles > 0 ? 'check' : 'confirm')
  const startAgain = () => set({ import: undefined, step: undefined, counted: undefined })
  const waiting = (
    <Card>
      <SkeletonLines lines={6} />
    </Card>
  )
  const isLost =
    importId && !found && (asked.isSuccess || (asked.error instanceof ApiError && asked.error.status === 404))
  return (
    <Page title={kind === 'members' ? 'Import members' : 'Import contributions'} description={found?.fileName}>
      <Stepper steps={names} current={places[step]} label="Steps of the import" />
      {isLost ? (
        <Banner
          tone="warning"
          title="This import is no longer here"
          actions={<Button onClick={startAgain}>Choose a file</Button>}
        >
          Choose the file again; nothing of it was {kind === 'members' ? 'registered' : 'recorded'} twice.
        </Banner>
      ) : asked.isError ? (
        <LoadProblem title="Failed to load the import" of={asked} />
      ) : importId && !found ? (
        waiting
      ) : !found ? (
        <Suspense fallback={waiting}>
          <FileStep kind={kind} onUploaded={(next) => set({ import: next.id, step: 'columns' })} />
        </Suspense>
      ) : (
        <Suspense fallback={waiting}>
          {step === 'columns' ? (
            <ColumnsStep found={found} onNext={afterColumns} onOtherFile={startAgain} />
          ) : step === 'check' ? (
            <CheckStep found={found} onBack={() => go('columns')} onNext={() => go('confirm')} />
          ) : step === 'confirm' ? (
            <ConfirmStep found={found} onBack={() => go('check')} onShow={(show) => set({ step: 'check', show })} />
          ) : step === 'posting' ? (
            <ProgressStep found={found} />
          ) : (
            <DoneStep found={found} onStartAgain={startAgain} />
          )}
        </Suspense>
      )}
    </Page>
  )
}
