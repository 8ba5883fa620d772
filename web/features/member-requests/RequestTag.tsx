import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide'
import type { RequestKind, RequestStatus } from '#domain/member-requests/member-request.ts'
import { Tag } from '#web/ui/Tag.tsx'

export const requestTitles: Record<RequestKind, string> = { contribution: 'Monthly contribution', profile: 'Own record', nominees: 'Nominees' }

export function RequestTag({ status }: { status: RequestStatus }) {
  if (status === 'waiting') return <Tag tone="warning" icon={Clock}>Waiting</Tag>
  if (status === 'approved') return <Tag tone="success" icon={CircleCheck}>Approved</Tag>
  return status === 'declined' ? <Tag tone="danger" icon={CircleX}>Declined</Tag> : <Tag icon={Undo2}>Withdrawn</Tag>
}
