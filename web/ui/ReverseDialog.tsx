import { type ReactNode, useState } from 'react'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from './ActionProblem.tsx'
import { CancelOr } from './CancelOr.tsx'
import { Dialog } from './Dialog.tsx'
import { Form } from './Form.tsx'
import { TextAreaField } from './TextField.tsx'

/** Asks for the reason before something in the books is undone; `waits` where another officer has to approve it first. */
export function ReverseDialog({
  title,
  confirm,
  waits = false,
  busy,
  error,
  children,
  onClose,
  onConfirm,
}: {
  title: string
  confirm: string
  waits?: boolean
  busy: boolean
  error: Error | null
  children: ReactNode
  onClose: () => void
  onConfirm: (reason: string) => void
}) {
  const [reason, setReason] = useState('')
  const [tries, setTries] = useState(0)
  const refused = fieldErrors(error)
  const lacking = tries > 0 && reason.trim() === '' ? 'Give the reason' : undefined
  const submit = () => {
    setTries(tries + 1)
    if (reason.trim() !== '') onConfirm(reason.trim())
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <CancelOr onCancel={onClose} look="danger" type="submit" form="reverse" busy={busy}>
          {waits ? 'Send for approval' : confirm}
        </CancelOr>
      }
    >
      <Form id="reverse" className="stack" onSubmit={submit} problems={lacking ? tries : error}>
        {error && Object.keys(refused).length === 0 && <RefusedBanner error={error} title="This was not reversed" />}
        <p>{children}</p>
        <TextAreaField
          label="Reason"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={lacking ?? refused['reason']}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
