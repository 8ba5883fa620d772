import { BadgeCheck, CircleAlert, Clock, Gift, Hourglass } from 'lucide'
import { daysBetween } from '#core/calendar.ts'
import { type Plan, trialStanding } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { plural, todayInLagos } from '#ui/format.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Cooperative } from './api.ts'

export const planWords: Record<Plan, string> = { trial: 'Free trial', standard: 'Standard', free: 'Free' }

/** The plan, and of a trial how long it still runs. */
export function PlanTag({ cooperative }: { cooperative: Pick<Cooperative, 'plan' | 'trialEndsOn'> }) {
  const today = todayInLagos()
  const standing = trialStanding(cooperative, today)
  const left = cooperative.trialEndsOn ? daysBetween(today, cooperative.trialEndsOn) : 0
  if (cooperative.plan === 'standard')
    return (
      <Tag tone="success" icon={BadgeCheck}>
        {planWords.standard}
      </Tag>
    )
  if (cooperative.plan === 'free') return <Tag icon={Gift}>{planWords.free}</Tag>
  if (standing === 'ended')
    return (
      <Tag tone="danger" icon={CircleAlert}>
        Trial ended
      </Tag>
    )
  if (standing === undefined) return <Tag icon={Hourglass}>Trial not begun</Tag>
  return (
    <Tag tone={standing === 'ending' ? 'warning' : 'info'} icon={Clock}>
      {left === 0 ? 'Trial ends today' : `Trial, ${plural(left, 'day')} left`}
    </Tag>
  )
}
