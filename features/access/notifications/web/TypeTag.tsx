import { labelled } from '#core/words.ts'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

export const typeWords: Record<NotificationType, string> = labelled({
  info: strings.information,
  success: strings.done,
  warning: strings.warning,
  error: strings.problem,
})
const looks = {
  info: { tone: 'info', icon: Info },
  success: { tone: 'success', icon: CircleCheck },
  warning: { tone: 'warning', icon: TriangleAlert },
  error: { tone: 'danger', icon: CircleAlert },
} as const satisfies Record<NotificationType, { tone: TagTone; icon: unknown }>

export function TypeTag({ type }: { type: NotificationType }) {
  return <Tag {...looks[type]}>{typeWords[type]}</Tag>
}
