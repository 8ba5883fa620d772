import { useState } from 'react'
import { recordErasureLetter } from '#features/members/data-protection/contract.ts'
import { useAction } from '#ui/api/use-action.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormDialog, useTried } from '#ui/FormDrawer.tsx'
import { TextAreaField } from '#ui/TextField.tsx'
import { todayInLagos } from '#ui/format.ts'
import { toastThen } from '#ui/toast.ts'
import type { Day } from '#core/calendar.ts'
import type { Member } from './MemberForm.tsx'

/** A former member asked in a letter to be erased; recording it erases no one yet. */
export function RecordErasureLetter({ member, onClose }: { member: Member; onClose: () => void }) {
  const record = useAction(recordErasureLetter)
  const [writtenOn, setWrittenOn] = useState('')
  const [note, setNote] = useState('')
  const problems = {
    ...(writtenOn === '' && { writtenOn: 'Choose the date of the letter' }),
    ...(note.trim() === '' && { note: 'Say who wrote and where the letter is kept' }),
  }
  const tried = useTried(record, problems)
  const { shown } = tried
  function submit() {
    record.mutate(
      { id: member.memberid, writtenOn: writtenOn as Day, note: note.trim() },
      toastThen('Recorded. Decide about it now.', onClose),
    )
  }
  return (
    <FormDialog
      id="erasure-letter"
      tried={tried}
      title={`Letter of ${member.firstName} ${member.lastName}`}
      description="A former member can’t log in, so they ask in writing. Nothing is erased before you decide about it."
      button="Record the letter"
      failed="The letter was not recorded"
      onSubmit={submit}
      onClose={onClose}
    >
      <DateField
        label="Date of the letter"
        max={todayInLagos()}
        value={writtenOn}
        onChange={setWrittenOn}
        error={shown['writtenOn']}
        data-autofocus
      />
      <TextAreaField
        label="Note"
        hint="Who wrote, and where the letter is kept. It goes with the person’s data."
        rows={3}
        maxLength={500}
        value={note}
        onChange={setNote}
        error={shown['note']}
      />
    </FormDialog>
  )
}
