import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { plural } from '#ui/format.ts'
import { TotalsThatDiffer } from '#ui/parts/TotalsThatDiffer.tsx'
import type { Import } from './api.ts'

/** What to look at before a month is recorded; neither keeps it from being recorded. */
export function MonthDoubts({ found, onShow }: { found: Import; onShow: (() => void) | undefined }) {
  const names = found.rowsWithOtherNames
  return (
    <>
      <TotalsThatDiffer totals={found.totalsThatDiffer}>
        Look for a wrong amount or a missing row before you record it.
      </TotalsThatDiffer>
      {names > 0 && (
        <Banner
          tone="warning"
          title={
            names === 1
              ? '1 row has another name than its number’s'
              : `${plural(names, 'row')} have another name than their number’s`
          }
          actions={
            onShow && (
              <Button size="small" onClick={onShow}>
                Show {names === 1 ? 'this row' : 'these rows'}
              </Button>
            )
          }
        >
          The number decides who gets the money. Correct it where it is wrong.
        </Banner>
      )}
    </>
  )
}
