import { CalendarClock, CircleCheck, CircleSlash, FileCheck, FilePen } from 'lucide'
import type { MeetingStatus } from '#domain/governance/governance/meeting.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** How far a meeting and its minutes are. */
export function MeetingTag({
  meeting: { status, hasMinutes, adoptedAt },
}: {
  meeting: { status: MeetingStatus; hasMinutes: boolean; adoptedAt: Date | null }
}) {
  if (status === 'cancelled')
    return (
      <Tag tone="danger" icon={CircleSlash}>
        Cancelled
      </Tag>
    )
  if (status === 'planned')
    return (
      <Tag tone="info" icon={CalendarClock}>
        Planned
      </Tag>
    )
  if (adoptedAt)
    return (
      <Tag tone="success" icon={FileCheck}>
        Minutes adopted
      </Tag>
    )
  return hasMinutes ? (
    <Tag tone="warning" icon={FilePen}>
      Minutes not adopted
    </Tag>
  ) : (
    <Tag icon={CircleCheck}>Held</Tag>
  )
}
