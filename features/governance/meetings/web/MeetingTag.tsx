import { CalendarClock, CircleCheck, CircleSlash, FileCheck, FilePen } from 'lucide'
import type { MeetingStatus } from '#features/governance/meetings/rules/meeting.ts'
import { Tag } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

/** How far a meeting and its minutes are. */
export function MeetingTag({
  meeting: { status, hasMinutes, adoptedAt },
}: {
  meeting: { status: MeetingStatus; hasMinutes: boolean; adoptedAt: Date | null }
}) {
  if (status === 'cancelled')
    return (
      <Tag tone="danger" icon={CircleSlash}>
        {strings.cancelled}
      </Tag>
    )
  if (status === 'planned')
    return (
      <Tag tone="info" icon={CalendarClock}>
        {strings.planned}
      </Tag>
    )
  if (adoptedAt)
    return (
      <Tag tone="success" icon={FileCheck}>
        {strings.minutesAdopted}
      </Tag>
    )
  return hasMinutes ? (
    <Tag tone="warning" icon={FilePen}>
      {strings.minutesNotAdopted}
    </Tag>
  ) : (
    <Tag icon={CircleCheck}>{strings.held}</Tag>
  )
}
