import { byPayroll } from '#features/society/imports/rules/by-payroll.ts'
import { recordings } from '#features/society/imports/rules/import.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Select, optionsOf } from '#ui/Select.tsx'
import { moneyText, periodName, plural } from '#ui/format.ts'
import type { Import } from './api.ts'
import { useUpdateImport } from './changing-api.ts'

const recordingWords = {
  files: 'Only what exceeds earlier files',
  paid: 'Only what exceeds their payments',
  all: 'All of it, as other payments',
}

/** What is recorded of members who have paid for the month already. */
export function PaidBefore({ found, onShow }: { found: Import; onShow: (() => void) | undefined }) {
  const update = useUpdateImport(found.id)
  const { paidBefore, period, records } = found
  if (!paidBefore) return null
  const { payments, paid, inFiles, deducted, deductedBy, all, difference, less, voucher, fileName, lastChoice } =
    paidBefore
  // Where files brought all that was paid, the two are one.
  const isMixed = inFiles > 0n && inFiles < paid
  const choices = recordings.filter((choice) => isMixed || choice !== 'files')
  const last = lastChoice && (lastChoice.records === 'files' && !isMixed ? 'paid' : lastChoice.records)
  const where = voucher === null ? '' : ` (see voucher ${voucher}${fileName === null ? '' : `, ${fileName}`})`
  const lower = `${less === 1 ? '1 member has' : `${plural(less, 'member')} have`} less in this file than was recorded, which stays as it is. If it was too much, reverse it.`
  const waiting = deducted > 0n ? ' What was deducted is credited once the employer has paid it over.' : ''
  return (
    <Card
      title={`${plural(payments, 'member')} ${payments === 1 ? 'has' : 'have'} paid${period ? ` for ${periodName(period)}` : ''} already`}
      description={`${moneyText(paid)} is recorded for them${where}${isMixed ? `, ${moneyText(inFiles)} of it by earlier files` : ''}${byPayroll(deducted, deductedBy)}.${waiting} This file has ${moneyText(all)} for them.`}
      actions={
        onShow && (
          <Button size="small" onClick={onShow}>
            Show {payments === 1 ? 'this row' : 'these rows'}
          </Button>
        )
      }
    >
      {update.error && <RefusedBanner error={update.error} title="This was not saved" />}
      <div className="stack">
        <Select
          label="What to record for them"
          value={records ?? ''}
          placeholder="Choose what to record"
          options={optionsOf(choices, recordingWords)}
          hint={
            records === null
              ? 'Record the difference where this file corrects an earlier one, and all of it where they paid once more.'
              : records === 'all'
                ? `${moneyText(all)} will be recorded on top of what they have paid.`
                : `${moneyText(difference)} will be recorded for them.${less > 0 ? ` ${lower}` : ''}`
          }
          disabled={update.isPending}
          onChange={(choice) => choice && update.mutate({ records: choice })}
        />
        {records === null && last && (
          <div className="row">
            For {lastChoice.fileName}, “{recordingWords[last]}” was chosen.
            <Button size="small" busy={update.isPending} onClick={() => update.mutate({ records: last })}>
              Choose it again
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
