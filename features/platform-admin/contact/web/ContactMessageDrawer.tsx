import { Check, Mail, Undo2 } from 'lucide'
import { updateContactMessage } from '#features/platform-admin/contact/contract.ts'
import { useState } from 'react'
import { useAction } from '#ui/api/use-action.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { RefusedBanner } from '#ui/RefusedBanner.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { DateText } from '#ui/DateText.tsx'
import { Drawer, CancelOr } from '#ui/Dialog.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/Form.tsx'
import { Icon } from '#ui/Icon.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { toastThen } from '#ui/toast.ts'
import './ContactMessageDrawer.css'
import { ContactStatusTag } from './ContactStatusTag.tsx'
import type { ContactMessage } from './api.ts'

/** A message, the way to answer it by email, and what was done about it. */
export function ContactMessageDrawer({ message, onClose }: { message: ContactMessage; onClose: () => void }) {
  const [note, setNote] = useState(message.note ?? '')
  const update = useAction(updateContactMessage)
  const { name, email, subject, number, status, createdAt, answeredAt } = message
  const isOpen = status === 'open'
  const noteError = fieldErrors(update.error)['note']

  function save() {
    update.mutate(
      { id: message.id, status: isOpen ? 'answered' : 'open', note: note.trim() === '' ? null : note.trim() },
      toastThen(isOpen ? `${number} is answered` : `${number} is open again`, onClose),
    )
  }

  return (
    <Drawer
      open
      onClose={onClose}
      title={subject}
      actions={
        <CancelOr
          onCancel={onClose}
          look={isOpen ? 'primary' : 'secondary'}
          icon={isOpen ? Check : Undo2}
          type="submit"
          form="contact-message"
          busy={update.isPending}
        >
          {isOpen ? 'Mark as answered' : 'Open again'}
        </CancelOr>
      }
    >
      <div className="stack">
        <Facts
          items={[
            { label: 'Status', value: <ContactStatusTag status={status} /> },
            { label: 'Number', value: <span className="number">{number}</span> },
            { label: 'From', value: name },
            { label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> },
            { label: 'Written', value: <DateText on={createdAt} time /> },
            { label: 'Answered', value: answeredAt && <DateText on={answeredAt} time /> },
          ]}
        />
        <p className="contact-words">{message.message}</p>
        <p>
          <a
            className={buttonClass('secondary')}
            href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject} (${number})`)}`}
          >
            <Icon of={Mail} />
            Answer by email
          </a>
        </p>
        <Form id="contact-message" className="stack" onSubmit={save} problems={update.error}>
          {update.error && !noteError && <RefusedBanner error={update.error} title="The message was not updated" />}
          <TextAreaField
            label="Note"
            optional
            name="note"
            maxLength={1000}
            rows={3}
            hint="What was done about it, for whoever looks next."
            value={note}
            onChange={setNote}
            error={noteError}
          />
        </Form>
      </div>
    </Drawer>
  )
}
