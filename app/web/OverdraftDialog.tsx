import { useState } from 'react'
import { CancelOr, Dialog } from '#ui/Dialog.tsx'
import { Form } from '#ui/Form.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import * as strings from './strings.ts'

/** Takes the reason for which a bank account is overdrawn, before the payment goes on. */
export function OverdraftDialog({
  message,
  onAnswer,
}: {
  message: string
  onAnswer: (reason: string | undefined) => void
}) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const submit = () => (reason.trim().length < 3 ? setError(strings.enterTheReason) : onAnswer(reason.trim()))
  const cancel = () => onAnswer(undefined)
  return (
    <Dialog
      open
      onClose={cancel}
      title={strings.overdrawTheBank}
      description={message}
      actions={
        <CancelOr onCancel={cancel} type="submit" form="overdraft" look="danger">
          {strings.recordAnyway}
        </CancelOr>
      }
    >
      <Form id="overdraft" className="stack" problems={error} onSubmit={submit}>
        <TextAreaField
          label={strings.reason}
          name="reason"
          hint={strings.theReasonIsOnRecord}
          value={reason}
          onChange={setReason}
          error={error}
          maxLength={500}
          data-autofocus
        />
      </Form>
    </Dialog>
  )
}
