import type { Kobo } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { plural } from '#ui/format.ts'

type Column = { heading: string; total: Kobo; rows: number; isPart: boolean }

/** Columns of money that are not recorded, each with its total; `whole` is the column that has parts in its sums. */
export function ColumnsUnread({ columns, whole }: { columns: readonly Column[]; whole?: string | undefined }) {
  if (columns.length === 0) return null
  const isMissed = columns.some(({ isPart }) => !isPart)
  return (
    <Banner
      tone={isMissed ? 'warning' : 'info'}
      title={isMissed ? 'Some money in the file is not recorded' : 'Parts are recorded as one amount'}
    >
      {columns.map(({ heading, total, rows, isPart }) => (
        <div key={heading}>
          {isPart ? 'Not recorded apart' : 'Not recorded'}: column {heading}, <MoneyText amount={total} /> in{' '}
          {plural(rows, 'row')}
          {isPart && whole && `, which is part of ${whole}`}.
        </div>
      ))}
    </Banner>
  )
}
