import { useState } from 'react'
import { recordFiling } from '#features/governance/filings/contract.ts'
import { isDay } from '#core/calendar.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toast } from '#ui/toast.ts'
import type { Filing } from './api.ts'

/** When it was done, and by which receipt or letter that shows. */
export function DoneDialog({ filing: { id, name, everyMonths }, onClose }: { filing: Filing; onClose: () => void }) {
  const [on, setOn] = useState<string>(todayInLagos())
  const [reference, setReference] = useState('')
  const [tried, setTried] = useState(false)
  const record = useAction(recordFiling)
  const refused = fieldErrors(record.error)
  const problem = tried && !isDay(on) ? 'Enter the day' : refused['on']
  function submit() {
    setTried(true)
    if (!isDay(on)) return
    record.mutate(
      { id, on, reference: reference.trim() || null },
      {
        onSuccess: () => {
          toast.success('Recorded as done')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      description={everyMonths === null ? undefined : 'The next one is added to the calendar.'}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="filing-done" busy={record.isPending}>
          Mark as done
        </CancelOr>
      }
    >
      <Form id="filing-done" className="stack" problems={problem ?? record.error} onSubmit={submit}>
        {record.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={record.error} title="It was not recorded" />
        )}
        <DateField label="Done on" max={todayInLagos()} value={on} onChange={setOn} error={problem} />
        <TextField
          label="Number of the receipt or letter"
          optional
          maxLength={120}
          value={reference}
          onChange={setReference}
          error={refused['reference']}
        />
      </Form>
    </Dialog>
  )
}
