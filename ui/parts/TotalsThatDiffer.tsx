import type { ReactNode } from 'react'
import type { Kobo } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { countText } from '#ui/format.ts'

/** The totals of a file that its rows do not come to, both figures of each, and what to do about them. */
export function TotalsThatDiffer({
  totals,
  children,
}: {
  totals: readonly { row: number; says: Kobo; sum: Kobo }[]
  children: ReactNode
}) {
  if (totals.length === 0) return null
  return (
    <Banner tone="warning" title="The file’s own total differs">
      {totals.map(({ row, says, sum }) => (
        <div key={row}>
          Row {countText(row)} says <MoneyText amount={says} />, and the rows above it come to{' '}
          <MoneyText amount={sum} />.
        </div>
      ))}
      {children}
    </Banner>
  )
}
