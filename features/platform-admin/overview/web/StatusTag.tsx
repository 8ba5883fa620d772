import { Ban, CircleCheck, CirclePause, Clock } from 'lucide'
import type { CooperativeStatus } from '#core/actor.ts'
import type { IconPicture } from '#ui/Icon.tsx'
import { Tag, type TagTone } from '#ui/Tag.tsx'

export const statusWords: Record<CooperativeStatus, { word: string; tone: TagTone; icon: IconPicture }> = {
  pending: { word: 'Waiting', tone: 'warning', icon: Clock },
  active: { word: 'Active', tone: 'success', icon: CircleCheck },
  suspended: { word: 'Suspended', tone: 'danger', icon: CirclePause },
  rejected: { word: 'Rejected', tone: 'neutral', icon: Ban },
}

export function StatusTag({ status }: { status: CooperativeStatus }) {
  // A newer server may send a status that this version has no word for.
  const { word, ...look } = statusWords[status] ?? { word: status }
  return <Tag {...look}>{word}</Tag>
}
