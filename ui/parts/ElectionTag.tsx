import { CircleCheck, CircleSlash, Clock, Vote } from 'lucide'
import { type ElectionPhase, electionPhaseNames } from '#features/governance/elections/rules/words.ts'
import { Tag, type TagTone } from '#ui/Tag.tsx'
import type { IconPicture } from '#ui/Icon.tsx'

const shown: Record<ElectionPhase, { tone: TagTone; icon: IconPicture }> = {
  announced: { tone: 'neutral', icon: Clock },
  nominations: { tone: 'info', icon: Vote },
  ballot: { tone: 'warning', icon: Vote },
  completed: { tone: 'success', icon: CircleCheck },
  cancelled: { tone: 'danger', icon: CircleSlash },
}

/** Where an election is. */
export function ElectionTag({ phase }: { phase: ElectionPhase }) {
  return <Tag {...shown[phase]}>{electionPhaseNames[phase]}</Tag>
}
