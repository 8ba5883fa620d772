import { useState } from 'react'
import { finishAction, finishOwnAction } from '#features/governance/actions/contract.ts'
import { isDay } from '#core/calendar.ts'
import { fill } from '#core/fill.ts'
import { actionNoteLengthMax } from '#features/governance/actions/rules/action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Action } from './api.ts'
import * as strings from './strings.ts'

/** What was done, and when: an officer names the day, a member says it of their `own` today. */
export function ActionDoneDialog({ action, own, onClose }: { action: Action; own?: boolean; onClose: () => void }) {
  const [on, setOn] = useState<string>(todayInLagos())
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const finishOwn = useAction(finishOwnAction)
  const finish = useAction(finishAction)
  const { error, isPending } = own ? finishOwn : finish
  const refused = fieldErrors(error)
  const problem = tried && !isDay(on) ? strings.enterTheDay : refused['on']
  function submit() {
    setTried(true)
    const done = { id: action.id, note: note.trim() || null }
    const then = toastThen(strings.markedAsDone, onClose)
    if (own) finishOwn.mutate(done, then)
    else if (isDay(on)) finish.mutate({ ...done, on }, then)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={own ? strings.isThisDone : strings.markAsDone}
      description={own ? fill(strings.yourOfficersAreToldThat, { wording: action.wording }) : action.wording}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="action-done" busy={isPending}>
          {strings.markAsDone}
        </CancelOr>
      }
    >
      <Form id="action-done" className="stack" problems={problem ?? error} onSubmit={submit}>
        {error && Object.keys(refused).length === 0 && <RefusedBanner error={error} title={strings.itWasNotRecorded} />}
        {!own && (
          <DateField
            label={strings.doneOn}
            min={action.meetingDate ?? undefined}
            max={todayInLagos()}
            value={on}
            onChange={setOn}
            error={problem}
          />
        )}
        <TextAreaField
          label={strings.whatWasDone}
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
