import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { MoneyText } from '#ui/MoneyText.tsx'
import { countText, plural } from '#ui/format.ts'
import { ColumnsUnread } from '#ui/parts/ColumnsUnread.tsx'
import { TotalsThatDiffer } from '#ui/parts/TotalsThatDiffer.tsx'
import { OtherMonth } from './OtherMonth.tsx'
import { PaidBefore } from './PaidBefore.tsx'
import type { Import } from './api.ts'

const rowsShown = 5

/** What to look at before a file is recorded; what was paid for its month already is asked about, the rest keeps nothing from being recorded. */
export function FileDoubts({
  found,
  shown,
  onShow,
}: {
  found: Import
  shown?: string
  onShow: (view: 'names' | 'before') => void
}) {
  const names = found.rowsWithOtherNames
  const moreSums = found.sumsThatDiffer.length - rowsShown
  return (
    <>
      <OtherMonth found={found} />
      {found.paidBefore && (
        <PaidBefore found={found} onShow={shown === 'before' ? undefined : () => onShow('before')} />
      )}
      <TotalsThatDiffer totals={found.totalsThatDiffer}>
        Look for a wrong amount or a missing row before you record it.
      </TotalsThatDiffer>
      {found.sumsThatDiffer.length > 0 && (
        <Banner tone="warning" title="Totals that differ from their parts">
          {found.sumsThatDiffer.slice(0, rowsShown).map(({ row, heading, says, sum }) => (
            <div key={row}>
              Row {countText(row)}: {heading} is <MoneyText amount={says} />, and its parts come to{' '}
              <MoneyText amount={sum} />.
            </div>
          ))}
          {moreSums > 0 && <div>{plural(moreSums, 'more row')} differ too.</div>}
          Look for a wrong amount before you record it.
        </Banner>
      )}
      <ColumnsUnread columns={found.columnsUnread} whole={found.columns[found.mapping.indexOf('amount')]} />
      {names > 0 && (
        <Banner
          tone="warning"
          title={
            names === 1
              ? '1 row’s name does not match its member'
              : `${plural(names, 'row')} have names that do not match their members`
          }
          actions={
            shown !== 'names' && (
              <Button size="small" onClick={() => onShow('names')}>
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
