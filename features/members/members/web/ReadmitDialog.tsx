import { useState } from 'react'
import type { Replied } from '#core/contract/endpoint.ts'
import type { getMember } from '#features/members/members/member-details.ts'
import { readmitMember } from '#features/members/members/readmission.ts'
import type { Day } from '#core/calendar.ts'
import { DateField } from '#ui/DateField.tsx'
import { ReasonDialog } from '#ui/ReasonDialog.tsx'
import { todayInLagos } from '#ui/format.ts'

/** Admits who left again, under the number of before. */
export function ReadmitDialog({
  member: { memberid: id, firstName, lastName },
  onClose,
}: {
  member: Replied<typeof getMember>
  onClose: () => void
}) {
  const [day, setDay] = useState<string>(todayInLagos())
  const name = `${firstName} ${lastName}`
  return (
    <ReasonDialog
      endpoint={readmitMember}
      input={{ id, joinedOn: day as Day }}
      title={`Readmit ${name}?`}
      description={`${name} is a member again, with the same number, records and login. Waiting periods and contributions count from the new date.`}
      button="Readmit member"
      look="primary"
      failed="The member was not readmitted"
      done={`${name} is a member again`}
      fields={(refused) => (
        <DateField
          label="Member again from"
          max={todayInLagos()}
          value={day}
          onChange={setDay}
          error={refused['joinedOn']}
        />
      )}
      onClose={onClose}
    />
  )
}
