import { useState } from 'react'
import { finishOwnAction } from '#contract/governance/actions.ts'
import { actionNoteLengthMax } from '#domain/governance/actions/action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { useAction } from '#web/api/use-action.ts'
import { CancelOr, Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'
import type { Action } from './api.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** A member says that their action is done, and what was done. */
export function OwnDoneDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const [note, setNote] = useState('')
  const finish = useAction(finishOwnAction)
  const refused = fieldErrors(finish.error)
  const submit = () =>
    finish.mutate({ id: action.id, note: note.trim() || null }, toastThen(strings.markedAsDone, onClose))
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.isThisDone}
      description={fill(strings.yourOfficersAreToldThat, { wording: action.wording })}
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="own-action-done" busy={finish.isPending}>
          {strings.markAsDone}
        </CancelOr>
      }
    >
      <Form id="own-action-done" className="stack" problems={finish.error} onSubmit={submit}>
        {finish.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={finish.error} title={strings.itWasNotRecorded} />
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
