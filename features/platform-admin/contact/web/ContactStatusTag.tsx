import { CircleCheck, Clock } from 'lucide'
import { Tag } from '#ui/Tag.tsx'
import type { ContactMessage } from './api.ts'

export function ContactStatusTag({ status }: { status: ContactMessage['status'] }) {
  return status === 'open' ? (
    <Tag tone="warning" icon={Clock}>
      Open
    </Tag>
  ) : (
    <Tag tone="success" icon={CircleCheck}>
      Answered
    </Tag>
  )
}
