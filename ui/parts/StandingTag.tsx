import { labelled } from '#core/words.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Clock } from 'lucide'
import type { Standing } from '#features/savings/contributions/rules/contribution.ts'
import { Tag } from '#ui/Tag.tsx'
import * as strings from './strings.ts'

/** The state of a member's month. */
export const standingLabels: Record<Standing, string> = labelled({
  paid: strings.paid,
  part: strings.partPaid,
  missing: strings.notPaid,
  none: strings.nothingDue,
})

const looks = {
  paid: { tone: 'success', icon: CircleCheck },
  part: { tone: 'warning', icon: CircleDashed },
  missing: { tone: 'danger', icon: CircleAlert },
  none: { tone: 'neutral', icon: CircleSlash },
} as const

export function StandingTag({ standing, waitsForEmployer }: { standing: Standing; waitsForEmployer: boolean }) {
  if (waitsForEmployer) return <Tag icon={Clock}>{strings.waitingForEmployer}</Tag>
  return <Tag {...looks[standing]}>{standingLabels[standing]}</Tag>
}
