import { useState } from 'react'
import { requestDocuments } from '#features/platform-admin/overview/contract.ts'
import { MessagesAreSaved } from '#ui/parts/MessagesAreSaved.tsx'
import { useAction } from '#ui/api/use-action.ts'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import type { CooperativeDetail } from './api.ts'

export function RequestDocumentsDialog({
  cooperative,
  onClose,
}: {
  cooperative: CooperativeDetail
  onClose: () => void
}) {
  const [message, setMessage] = useState('')
  const request = useAction(requestDocuments)
  const tried = useTried(request, message.trim() === '' ? { message: 'Write what you need' } : {})

  function submit() {
    request.mutate(
      { id: cooperative.id, message: message.trim() },
      toastThen(`${cooperative.name} is asked for documents`, onClose),
    )
  }

  return (
    <FormDialog
      id="request-documents"
      tried={tried}
      title={`Ask ${cooperative.name} for documents`}
      description={
        <>
          {`It goes to ${cooperative.email ? `${cooperative.phone} and ${cooperative.email}` : cooperative.phone}. The cooperative keeps waiting, and can log in to read it and to upload.`}
          <MessagesAreSaved />
        </>
      }
      button="Send"
      failed="The message was not sent"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label="What do you need?"
        name="message"
        maxLength={500}
        rows={4}
        placeholder="Send the second page of the certificate, with the stamp."
        value={message}
        onChange={setMessage}
        error={tried.shown['message']}
      />
    </FormDialog>
  )
}
