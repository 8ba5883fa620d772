import { recordErasureLetter } from '#features/members/data-protection/contract.ts'
import { ActionForm, fieldsFor } from '#ui/ActionForm.tsx'
import { todayInLagos } from '#ui/format.ts'
import type { Member } from './MemberForm.tsx'

const f = fieldsFor<typeof recordErasureLetter>()

/** A former member asked in a letter to be erased; recording it erases no one yet. */
export function RecordErasureLetter({ member, onClose }: { member: Member; onClose: () => void }) {
  return (
    <ActionForm
      isDialog
      endpoint={recordErasureLetter}
      given={{ id: member.memberid }}
      wrong={({ writtenOn }) => (writtenOn ? {} : { writtenOn: 'Choose the date of the letter' })}
      title={`Letter of ${member.firstName} ${member.lastName}`}
      description="A former member can’t log in, so they ask in writing. Nothing is erased before you decide about it."
      button="Record the letter"
      failed="The letter was not recorded"
      says="Recorded. Decide about it now."
      onClose={onClose}
    >
      <f.Day name="writtenOn" label="Date of the letter" max={todayInLagos()} data-autofocus />
      <f.LongText
        name="note"
        label="Note"
        hint="Who wrote, and where the letter is kept. It goes with the person’s data."
        rows={3}
        maxLength={500}
      />
    </ActionForm>
  )
}
