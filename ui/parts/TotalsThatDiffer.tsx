import type { ReactNode } from 'react'
import type { Kobo } from '#core/money.ts'
import { Banner } from '#ui/Banner.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { countText } from '#ui/format.ts'

type Total = { row: number; says: Kobo | null; cell: string | null; sum: Kobo; isAbove: boolean }

/** The totals of a file that its rows do not come to, or that can't be read, both figures of each, and what to do about them. */
export function TotalsThatDiffer({ totals, children }: { totals: readonly Total[]; children: ReactNode }) {
  if (totals.length === 0) return null
  const isRead = totals.some(({ says }) => says !== null)
  return (
    <Banner tone="warning" title={isRead ? 'The file’s own total differs' : 'The file’s own total can’t be read'}>
      {totals.map(({ row, says, cell, sum, isAbove }) => (
        <div key={row}>
          Row {countText(row)} says {says === null ? `“${cell}”, which can’t be read` : <MoneyText amount={says} />},
          and the rows {isAbove ? 'below' : 'above'} it come to <MoneyText amount={sum} />.
        </div>
      ))}
      {children}
    </Banner>
  )
}
