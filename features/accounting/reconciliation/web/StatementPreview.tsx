import { Suspense, lazy, useState } from 'react'
import { moneyText } from '#core/money.ts'
import { ApiError, isConnectionProblem, sentence } from '#ui/api/api-error.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Drawer } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { countText, plural } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import {
  headingsRead,
  hasCorrections,
  leaveOut,
  takeBack,
  withoutUnused,
} from '#features/accounting/reconciliation/rules/correcting.ts'
import { type Asked, type Reconciliation, type StatementRead, useReadStatement, useUpload } from './api.ts'
import { StatementFigures } from './StatementFigures.tsx'
import { StatementLeftOut } from './StatementLeftOut.tsx'
import { StatementLines } from './StatementLines.tsx'
import './StatementPreview.css'
import { StatementQuestions } from './StatementQuestions.tsx'
import { StatementRows } from './StatementRows.tsx'

const StatementColumns = lazy(async () => ({ default: (await import('./StatementColumns.tsx')).StatementColumns }))

/** What a bank's file comes to, with each row that needs a person; every correction reads the file again. */
export function StatementPreview({
  account,
  file,
  first,
  onOther,
  onClose,
}: {
  account: Reconciliation
  file: File
  first: StatementRead
  onOther: (isCorrected: boolean) => void
  onClose: () => void
}) {
  const [read, setRead] = useState(first)
  const [asked, setAsked] = useState<Asked>({})
  const [choosing, setChoosing] = useState(false)
  const reading = useReadStatement(account.accountId)
  const store = useUpload(account.accountId)

  function ask(next: Asked) {
    const before = asked
    setAsked(next)
    reading.mutate(
      { file, ...next },
      {
        onSuccess: (found) => {
          setRead(found)
          setAsked((now) => withoutUnused(now, found.unused))
        },
        // What is refused is taken back; what had no answer is asked again.
        onError: (error) => !isConnectionProblem(error) && setAsked(before),
      },
    )
  }
  function add() {
    const { page: _page, open: _open, ...corrections } = asked
    const { lines, opening, closing } = read
    store.mutate(
      { file, ...corrections, shown: { lines, opening, closing } },
      {
        onSuccess: ({ added, known, moved, proposed }) => {
          toast.success(
            [
              `${plural(added, 'line')} added, from ${moneyText(opening)} to ${moneyText(closing)}`,
              `${proposed} matched with the books`,
              ...(known > 0 ? [`${known} ${known === 1 ? 'was' : 'were'} there already`] : []),
              ...(moved > 0 ? [`${moved} moved to another day`] : []),
            ].join('; '),
          )
          onClose()
        },
        onError: (error) =>
          error instanceof ApiError && error.errors.some(({ field }) => reread.has(field)) && ask(asked),
      },
    )
  }
  if (choosing)
    return (
      <Suspense>
        <StatementColumns
          account={account}
          read={read}
          isOrderSaid={asked.columns?.dayOrder !== undefined}
          onUse={(columns) => {
            setChoosing(false)
            ask({ ...asked, columns })
          }}
          onClose={() => setChoosing(false)}
        />
      </Suspense>
    )
  const wrong = whatIsWrong(read)
  const order = (dayOrder: 'day' | 'month') => ask({ ...asked, columns: { ...headingsRead(read.columns), dayOrder } })
  return (
    <Drawer
      wide
      open
      onClose={onClose}
      title="Check the statement"
      description={`${file.name}, for ${account.name}. Nothing is stored yet.`}
      actions={
        <>
          {wrong && <p className="dialog__sentence">{wrong}</p>}
          <Button onClick={() => onOther(hasCorrections(asked))}>Another file</Button>
          <Button
            look="primary"
            disabled={wrong !== undefined || reading.isPending || reading.isError}
            busy={store.isPending}
            type="submit"
            form="statement"
          >
            {wrong ? 'Add lines' : whatIsAdded(read)}
          </Button>
        </>
      }
    >
      <Form
        id="statement"
        className="stack statement-preview"
        data-filled={hasCorrections(asked) ? '' : undefined}
        aria-busy={reading.isPending}
        onSubmit={add}
      >
        {store.error && (
          <Banner tone="danger" title="The statement was not added">
            {sentence(store.error)}
          </Banner>
        )}
        {reading.error && (
          <Banner
            tone="danger"
            title="This correction was not made"
            actions={
              isConnectionProblem(reading.error) && (
                <Button size="small" onClick={() => ask(asked)}>
                  Try again
                </Button>
              )
            }
          >
            {sentence(reading.error)}
          </Banner>
        )}
        <StatementQuestions
          read={read}
          onColumns={() => setChoosing(true)}
          onOrder={order}
          onLineOrder={(lineOrder) => ask({ ...asked, lineOrder })}
          onComplete={(rows) => ask({ ...asked, differ: [...new Set([...(asked.differ ?? []), ...rows])] })}
        />
        {read.missing === null && (
          <>
            <StatementFigures account={account} read={read} />
            <StatementRows read={read} asked={asked} onAsk={ask} onColumns={() => setChoosing(true)} />
            <StatementLines
              read={read}
              page={asked.page}
              onPage={(page) => ask({ ...asked, page })}
              onColumns={() => setChoosing(true)}
              onCorrect={(row) => ask({ ...asked, open: [...(asked.open ?? []), row] })}
              onLeaveOut={(row) => ask(leaveOut(asked, row))}
            />
            <StatementLeftOut read={read} onTakeBack={(row) => ask(takeBack(asked, row))} />
          </>
        )}
      </Form>
    </Drawer>
  )
}

/** What was refused because others have changed what is stored: the file is read again. */
const reread: ReadonlySet<string | undefined> = new Set(['shown', 'known'])

function whatIsAdded({ lines, known, moved }: StatementRead): string {
  const fresh = lines - known
  if (fresh === 0) return moved > 0 ? `Move ${plural(moved, 'line')}` : 'Save what has changed'
  return fresh === 1 ? 'Add this line' : `Add these ${countText(fresh)} lines`
}

function whatIsLeft(rows: StatementRead['rows'], count: number): string {
  const isDoubt = rows.some(({ doubt }) => doubt?.answer === null)
  return isDoubt
    ? count === 1
      ? 'Choose whether the row is here already to go on.'
      : `Choose for each of ${countText(count)} rows whether it is here already to go on.`
    : `Correct or leave out ${plural(count, 'row')} to go on.`
}

/** Why a statement can't be added as it is, and what is to do. */
function whatIsWrong({
  missing,
  asksOrder,
  lineOrders,
  differences,
  rows,
  rowsWithProblems,
  lines,
  known,
  moved,
  back,
  absent,
}: StatementRead): string | undefined {
  if (missing !== null) return 'Choose which column is what to go on.'
  if (asksOrder) return 'Choose Month first or Day first to go on.'
  if (rowsWithProblems > 0) return whatIsLeft(rows, rowsWithProblems)
  if (lineOrders) return 'Choose Oldest on top or Newest on top to go on.'
  if (differences.some(({ isAccepted }) => !isAccepted))
    return 'Compare the figures of the file with its lines to go on.'
  if (lines === 0) return 'No line was found. Take rows back that are lines, or choose another file.'
  const changes = lines - known + moved + back + (absent?.lines ?? 0)
  return changes === 0 ? 'Every line of this statement is here already.' : undefined
}
