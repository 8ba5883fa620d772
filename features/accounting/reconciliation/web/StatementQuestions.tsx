import { moneyText } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { dayText } from '#ui/format.ts'
import type { StatementRead } from './api.ts'

/** What a person has to say of a whole file, and what they may want to know of the statement before it. */
export function StatementQuestions({
  read,
  onColumns,
  onOrder,
  onLineOrder,
}: {
  read: StatementRead
  onColumns: () => void
  onOrder: (dayOrder: 'day' | 'month') => void
  onLineOrder: (lineOrder: 'oldest' | 'newest') => void
}) {
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
          They make sense with the month first only, as in 09/21/2026 for 21 September, and are shown so.
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
