import { cancelMeeting } from '#features/governance/meetings/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { useState } from 'react'
import { AlsoBox } from '#ui/parts/AlsoBox.tsx'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { Meeting } from './api.ts'

/** Asks why a meeting is off, and says who will be told. */
export function CancelDialog({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [alsoSms, setAlsoSms] = useState(false)
  const [tries, setTries] = useState(0)
  const cancel = useAction(cancelMeeting)
  const problem = reason.trim() === '' ? 'Say why it is cancelled' : undefined
  function submit() {
    setTries(tries + 1)
    if (problem) return
    cancel.mutate({ id: meeting.id, reason, alsoSms }, toastThen('Meeting cancelled', onClose))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cancel ${meeting.title}?`}
      description={
        meeting.noticeSentAt
          ? 'Everybody who got its notice is told, with your reason.'
          : 'No notice was sent, so no one is told.'
      }
      actions={
        <>
          <Button onClick={onClose}>Keep meeting</Button>
          <Button look="danger" type="submit" form="cancel-meeting" busy={cancel.isPending}>
            Cancel meeting
          </Button>
        </>
      }
    >
      <Form
        id="cancel-meeting"
        className="stack"
        problems={tries > 0 && problem ? tries : cancel.error}
        onSubmit={submit}
      >
        {cancel.error && <RefusedBanner error={cancel.error} title="The meeting was not cancelled" />}
        <TextField
          label="Reason"
          maxLength={200}
          value={reason}
          onChange={setReason}
          error={tries > 0 ? problem : undefined}
          data-autofocus
        />
        {meeting.noticeSentAt && <AlsoBox label="Also by SMS" checked={alsoSms} onChange={setAlsoSms} />}
      </Form>
    </Dialog>
  )
}
