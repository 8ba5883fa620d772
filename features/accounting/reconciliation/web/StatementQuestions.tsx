import { moneyText } from '#core/money.ts'
import { labelled } from '#core/words.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { countText, dayText, plural } from '#ui/format.ts'
import type { StatementRead } from './api.ts'

const kinds = labelled({
  opening: 'opening balance',
  closing: 'closing balance',
  paidOut: 'money out',
  paidIn: 'money in',
  amount: 'total',
})

/** What a person has to say of a whole file, and what they may want to know of the statement before it. */
export function StatementQuestions({
  read,
  onColumns,
  onOrder,
  onLineOrder,
  onComplete,
}: {
  read: StatementRead
  onColumns: () => void
  onOrder: (dayOrder: 'day' | 'month') => void
  onLineOrder: (lineOrder: 'oldest' | 'newest') => void
  onComplete: (rows: number[]) => void
}) {
  const differences = read.differences.filter(({ isAccepted }) => !isAccepted)
  return (
    <>
      {read.missing !== null && (
        <Banner
          tone="warning"
          title="Some columns are not known"
          actions={
            <Button look="primary" size="small" onClick={onColumns}>
              Choose which column is what
            </Button>
          }
        >
          {read.missing}
        </Banner>
      )}
      {read.asksOrder && (
        <Banner
          tone="warning"
          title="Is the month first in these dates?"
          actions={
            <>
              <Button look="primary" size="small" onClick={() => onOrder('month')}>
                Month first
              </Button>
              <Button size="small" onClick={() => onOrder('day')}>
                Day first
              </Button>
            </>
          }
        >
          {read.dayOrder === 'month'
            ? 'They make sense with the month first only, as in 09/21/2026 for 21 September, and are shown so.'
            : 'They make sense both ways, as 04/09/2026 is 4 September or 9 April, and are shown with the day first. An earlier file of this bank had the month first.'}
        </Banner>
      )}
      {read.lineOrders && (
        <Banner
          tone="warning"
          title="Which line of a day is on top?"
          actions={
            <>
              <Button size="small" onClick={() => onLineOrder('oldest')}>
                Oldest on top
              </Button>
              <Button size="small" onClick={() => onLineOrder('newest')}>
                Newest on top
              </Button>
            </>
          }
        >
          Some lines take each other back, so the balances fit both ways. With the oldest on top the statement begins
          with {moneyText(read.lineOrders.oldest)}, with the newest with {moneyText(read.lineOrders.newest)}.
        </Banner>
      )}
      {differences.length > 0 && (
        <Banner
          tone="warning"
          title="The file says other figures than its lines come to"
          actions={
            <Button size="small" onClick={() => onComplete(differences.map(({ row }) => row))}>
              Every line is here
            </Button>
          }
        >
          Lines may be missing at its beginning or its end. Compare them with the bank, or download the statement again.
          <ul>
            {differences.map(({ row, kind, said, read: come }) => (
              <li key={`${row} ${kind}`}>
                Row {countText(row)}, {kinds[kind]}: {moneyText(said)} in the file, {moneyText(come)} by its lines
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {read.absent && (
        <Banner
          tone="warning"
          title={
            read.absent.lines === 1
              ? 'A line of an earlier statement is not in this file'
              : `${countText(read.absent.lines)} lines of earlier statements are not in this file`
          }
        >
          {read.absent.lines > 1 && 'The first is '}
          {moneyText(read.absent.amount)} of {dayText(read.absent.on)}, {read.absent.narration}. Compare these days with
          the bank before you add the lines. What the bank has taken back can then be set aside under “On the statement
          only”; undo the match of a line that is matched first.
        </Banner>
      )}
      {read.unused.length > 0 && (
        <Banner tone="warning" title="What was chosen for some rows no longer applies">
          {`${plural(new Set(read.unused.map(({ row }) => row)).size, 'row')}, of which the first is row ${countText(read.unused[0]?.row ?? 0)}. Ajose asks again where a row may still be a line that is here already.`}
        </Banner>
      )}
      {!read.lineOrders && read.before && read.from && (
        <Banner
          tone="warning"
          title={
            read.from > read.before.to ? 'Lines before this statement are missing' : 'Two statements overlap and differ'
          }
        >
          The statement before ended on {dayText(read.before.to)} with {moneyText(read.before.closing)}, and this one
          begins with {moneyText(read.opening)}.{' '}
          {read.from > read.before.to
            ? 'Download the days between them too.'
            : 'Some days are in both. Compare them with the bank before you add these lines.'}
        </Banner>
      )}
    </>
  )
}
