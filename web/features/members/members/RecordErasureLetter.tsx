import { useState } from 'react'
import { recordErasureLetter } from '#contract/society/data-protection.ts'
import { useAction } from '#web/api/use-action.ts'
import { fieldErrors } from '#web/api/api-error.ts'
import { RefusedBanner } from '#web/ui/RefusedBanner.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, CancelOr } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { todayInLagos } from '#web/ui/format.ts'
import { toastThen } from '#web/ui/toast.ts'
import type { Day } from '#domain/calendar.ts'
import type { Member } from './MemberForm.tsx'

/** A former member asked in a letter to be erased; recording it erases no one yet. */
export function RecordErasureLetter({ member, onClose }: { member: Member; onClose: () => void }) {
  const record = useAction(recordErasureLetter)
  const [writtenOn, setWrittenOn] = useState('')
  const [note, setNote] = useState('')
  const [tries, setTries] = useState(0)
  const problems = {
    writtenOn: writtenOn === '' ? 'Choose the date of the letter' : undefined,
    note: note.trim() === '' ? 'Say who wrote and where the letter is kept' : undefined,
  }
  const isMissing = problems.writtenOn !== undefined || problems.note !== undefined
  const refused = fieldErrors(record.error)
  const shown = tries > 0 ? problems : { writtenOn: undefined, note: undefined }
  function submit() {
    setTries(tries + 1)
    if (isMissing) return
    record.mutate(
      { id: member.memberid, writtenOn: writtenOn as Day, note: note.trim() },
      toastThen('Recorded. Decide about it now.', onClose),
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Letter of ${member.firstName} ${member.lastName}`}
      description="A former member can’t log in, so they ask in writing. Nothing is erased before you decide about it."
      actions={
        <CancelOr onCancel={onClose} look="primary" type="submit" form="erasure-letter" busy={record.isPending}>
          Record the letter
        </CancelOr>
      }
    >
      <Form
        id="erasure-letter"
        className="stack"
        problems={tries > 0 && isMissing ? tries : record.error}
        onSubmit={submit}
      >
        {record.error && Object.keys(refused).length === 0 && (
          <RefusedBanner error={record.error} title="The letter was not recorded" />
        )}
        <DateField
          label="Date of the letter"
          max={todayInLagos()}
          value={writtenOn}
          onChange={setWrittenOn}
          error={shown.writtenOn ?? refused['writtenOn']}
          data-autofocus
        />
        <TextAreaField
          label="Note"
          hint="Who wrote, and where the letter is kept. It goes with the person’s data."
          rows={3}
          maxLength={500}
          value={note}
          onChange={setNote}
          error={shown.note ?? refused['note']}
        />
      </Form>
    </Dialog>
  )
}
