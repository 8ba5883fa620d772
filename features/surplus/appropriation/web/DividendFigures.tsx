import type { Kobo } from '#core/money.ts'
import { FigureCard, FigureGrid } from '#ui/FigureCard.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { countText } from '#ui/format.ts'

type Figures = { members: number; excludedMembers: number; gross: Kobo; tax: Kobo; net: Kobo }

/** What members get of a dividend together; `shared` is what is to be shared out, where that is known before the rest. */
export function DividendFigures({
  summary,
  shared = summary?.gross,
  excludesAny,
}: {
  summary: Figures | undefined
  shared?: Kobo | undefined
  excludesAny: boolean
}) {
  return (
    <FigureGrid label="What members get">
      <FigureCard
        label="Shared out"
        loading={shared === undefined}
        value={shared !== undefined && <MoneyText amount={shared} />}
      />
      <FigureCard label="Members" loading={!summary} value={summary && countText(summary.members)} />
      {excludesAny && (
        <FigureCard label="Excluded" loading={!summary} value={summary && countText(summary.excludedMembers)} />
      )}
      <FigureCard label="Withholding tax" loading={!summary} value={summary && <MoneyText amount={summary.tax} />} />
      <FigureCard label="To the members" loading={!summary} value={summary && <MoneyText amount={summary.net} />} />
    </FigureGrid>
  )
}
