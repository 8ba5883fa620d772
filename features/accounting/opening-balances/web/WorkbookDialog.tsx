import { useState } from 'react'
import { type Day, isDay } from '#core/calendar.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { plural, todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import { useUploadWorkbook } from './api.ts'

/** Reads the filled workbook as at a day; nothing is posted. */
export function WorkbookDialog({ asOf, onClose }: { asOf: Day | undefined; onClose: () => void }) {
  const today = todayInLagos()
  const [on, setOn] = useState<string>(asOf ?? `${Number(today.slice(0, 4)) - 1}-12-31`)
  const send = useUploadWorkbook()
  const wrongDay = fieldErrors(send.error)['asOf']
  const read = (file: File) => {
    if (!isDay(on)) return
    send.mutate(
      { asOf: on, file },
      toastThen(
        ({ differencesTotal }) =>
          differencesTotal === 0 ? 'Everything agrees' : `${plural(differencesTotal, 'problem')} to correct`,
        onClose,
      ),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Read the workbook"
      description="Nothing is posted. A workbook that no one has signed is replaced."
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="stack">
        {send.error && !wrongDay && <RefusedBanner error={send.error} title="The workbook was not read" />}
        <DateField
          label="Balances as at"
          max={today}
          value={on}
          onChange={setOn}
          error={wrongDay ?? (isDay(on) ? undefined : 'Choose the day of the balances')}
          hint="The last day in your old books: of an audited balance sheet, or of a trial balance within the year"
          data-autofocus
        />
        <FileDrop
          label={
            send.isPending ? `Reading ${send.variables?.file.name ?? ''} …` : 'Drop the workbook here or choose it'
          }
          hint="Excel (.xlsx) with the sheets Members and General ledger, and Loans where loans run"
          accept=".xlsx"
          busy={send.isPending}
          onFile={read}
        />
      </div>
    </Dialog>
  )
}
