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
              ? '1 row’s name does not match its member'
              : `${plural(names, 'row')} have names that do not match their members`
          }
          actions={
            onShow && (
              <Button size="small" onClick={onShow}>
                Show {names === 1 ? 'this row' : 'these rows'}
              </Button>
            )
          }
        >
          The membership number, staff number or phone decides who gets the money. Correct it where it is wrong.
        </Banner>
      )}
    </>
  )
}
