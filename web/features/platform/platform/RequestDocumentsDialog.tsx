import { useState } from 'react'
import { requestDocuments } from '#contract/platform/platform.ts'
import { MessagesAreSaved } from '#web/parts/MessagesAreSaved.tsx'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastThen } from '#web/ui/toast.ts'
import type { CooperativeDetail } from './api.ts'

export function RequestDocumentsDialog({
  cooperative,
  onClose,
}: {
  cooperative: CooperativeDetail
  onClose: () => void
}) {
  const [message, setMessage] = useState('')
  const [tries, setTries] = useState(0)
  const request = useAction(requestDocuments)
  const isMissing = message.trim() === ''
  const error = tries > 0 && isMissing ? 'Write what you need' : fieldErrors(request.error)['message']

  function submit() {
    setTries(tries + 1)
    if (isMissing) return
    request.mutate(
      { id: cooperative.id, message: message.trim() },
      toastThen(`${cooperative.name} is asked for documents`, onClose),
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Ask ${cooperative.name} for documents`}
      description={
        <>
          {`It goes to ${cooperative.email ? `${cooperative.phone} and ${cooperative.email}` : cooperative.phone}. The cooperative keeps waiting, and can log in to read it and to upload.`}
          <MessagesAreSaved />
        </>
      }
      actions={
        <CancelOr onCancel={onClose} type="submit" form="request-documents" look="primary" busy={request.isPending}>
          Send
        </CancelOr>
      }
    >
      <Form
        id="request-documents"
        className="stack"
        onSubmit={submit}
        problems={tries > 0 && isMissing ? tries : request.error}
      >
        {request.error && !error && <RefusedBanner error={request.error} title="The message was not sent" />}
        <TextAreaField
          label="What do you need?"
          name="message"
          maxLength={500}
          rows={4}
          placeholder="Send the second page of the certificate, with the stamp."
          value={message}
          onChange={setMessage}
          error={error}
        />
      </Form>
    </Dialog>
  )
}
