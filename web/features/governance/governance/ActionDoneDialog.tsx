import { useState } from 'react'
import { finishAction } from '#contract/governance/actions.ts'
import { isDay } from '#domain/calendar.ts'
import { actionNoteLengthMax } from '#domain/governance/actions/action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { CancelOr, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { todayInLagos } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
import type { Action } from './api.ts'

/** When an action was done, and what was done. */
export function ActionDoneDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const [on, setOn] = useState<string>(todayInLagos())
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const finish = useAction(finishAction)
  const refused = fieldErrors(finish.error)
  const problem = tried && !isDay(on) ? 'Enter the day' : refused['on']
  function submit() {
    setTried(true)
    if (!isDay(on)) return
    finish.mutate({ id: action.id, on, note: note.trim() || null }, toastThen('Marked as done', onClose))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mark as done"
      description={action.wording}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="action-done" busy={finish.isPending}>
          Mark as done
        </CancelOr>
      }
    >
      <Form id="action-done" className="stack" problems={problem ?? finish.error} onSubmit={submit}>
        {finish.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={finish.error} title="It was not recorded" />
        )}
        <DateField
          label="Done on"
          min={action.meetingDate ?? undefined}
          max={todayInLagos()}
          value={on}
          onChange={setOn}
          error={problem}
        />
        <TextAreaField
          label="What was done"
          optional
          rows={2}
          maxLength={actionNoteLengthMax}
          value={note}
          onChange={setNote}
          error={refused['note']}
        />
      </Form>
    </Dialog>
  )
}
