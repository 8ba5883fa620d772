import { useState } from 'react'
import { dropAction } from '#features/governance/actions/contract.ts'
import { actionNoteLengthMax } from '#features/governance/actions/rules/action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { useAction } from '#ui/api/use-action.ts'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Action } from './api.ts'

/** Asks why an action is not done any more. */
export function ActionDropDialog({ action, onClose }: { action: Action; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const drop = useAction(dropAction)
  const refused = fieldErrors(drop.error)
  const problem = tried && reason.trim() === '' ? 'Say why it is dropped' : refused['reason']
  function submit() {
    setTried(true)
    if (reason.trim() === '') return
    drop.mutate({ id: action.id, reason }, toastThen('Action dropped', onClose))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Drop this action?"
      description={`${action.wording} ${action.memberName} is told, with your reason.`}
      actions={
        <CancelOr onCancel={onClose} look="danger" type="submit" form="action-drop" busy={drop.isPending}>
          Drop action
        </CancelOr>
      }
    >
      <Form id="action-drop" className="stack" problems={problem ?? drop.error} onSubmit={submit}>
        {drop.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={drop.error} title="The action was not dropped" />
        )}
        <TextAreaField
          label="Reason"
          rows={2}
          maxLength={actionNoteLengthMax}
          value={reason}
          onChange={setReason}
          error={problem}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
