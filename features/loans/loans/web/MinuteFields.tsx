import { useQuery } from '@tanstack/react-query'
import { listMeetings } from '#features/governance/meetings/contract.ts'
import { wholeList } from '#ui/api/whole-list.ts'
import type { MeetingId } from '#core/ids.ts'
import { Select } from '#ui/Select.tsx'
import { TextField } from '#ui/TextField.tsx'
import { dayText, todayInLagos } from '#ui/format.ts'
import * as strings from './strings.ts'

export type Minute = { meetingId: MeetingId | undefined; minute: string }
export const noMinute: Minute = { meetingId: undefined, minute: '' }

/** As it is sent: what was left empty is left out. */
export function minuteToSend({ meetingId, minute }: Minute) {
  return { ...(meetingId && { meetingId }), ...(minute.trim() !== '' && { minute: minute.trim() }) }
}

/** Where the decision is in the minutes, for who decides in a meeting; both may stay empty. */
export function MinuteFields({
  value,
  errors,
  onChange,
}: {
  value: Minute
  errors: Record<string, string>
  onChange: (value: Minute) => void
}) {
  const { data } = useQuery(wholeList(listMeetings, { sort: '-date' }))
  const held = data?.filter(({ status, date }) => status !== 'cancelled' && date <= todayInLagos()) ?? []
  return (
    <>
      {held.length > 0 && (
        <Select
          label={strings.decidedAt}
          value={value.meetingId ?? ''}
          placeholder={strings.noMeeting}
          options={held.map(({ id, title, date }) => ({ value: id, label: `${title}, ${dayText(date)}` }))}
          error={errors['meetingId']}
          onChange={(meetingId) => onChange({ ...value, meetingId: meetingId || undefined })}
        />
      )}
      <TextField
        label={strings.minuteNumberOrNote}
        optional
        maxLength={200}
        value={value.minute}
        error={errors['minute']}
        onChange={(minute) => onChange({ ...value, minute })}
      />
    </>
  )
}
