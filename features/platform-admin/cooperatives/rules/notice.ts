import { oneSms } from '#features/access/messages/rules/one-sms.ts'
import type { CooperativeStatus } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { Plan } from './plan.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** What a cooperative is told once it is registered. */
export function registeredText(name: string, coopId: string): string {
  return oneSms((short) => fill(strings.ajoseIsRegisteredYourCooperative, { name: short(name), coopId }))
}

/** What a cooperative is told when its status was decided. */
export function statusSentence(
  { name, status: before }: { name: string; status: CooperativeStatus },
  status: Exclude<CooperativeStatus, 'pending'>,
  reason: string | undefined,
): string {
  return {
    active:
      before === 'suspended'
        ? reason
          ? fill(strings.isOpenAgainBecause, { name, reason })
          : fill(strings.isOpenAgain, { name })
        : fill(strings.isVerifiedYouCanLog, { name }),
    suspended: reason ? fill(strings.isSuspendedBecause, { name, reason }) : fill(strings.isSuspended, { name }),
    rejected: reason ? fill(strings.wasNotApprovedBecause, { name, reason }) : fill(strings.wasNotApproved, { name }),
  }[status]
}

export function planSentence(name: string, { plan, trialEndsOn }: { plan: Plan; trialEndsOn: Day | null }): string {
  if (plan === 'free') return fill(strings.nowUsesAjoseFreeOf, { name })
  if (plan === 'standard') return fill(strings.isNowOnTheStandard, { name })
  return trialEndsOn === null
    ? fill(strings.beginsAFreeTrialWhen, { name })
    : fill(strings.theFreeTrialOfNow, { name, trialEndsOn: dayText(trialEndsOn) })
}

/** What a cooperative is told when its verification still needs something. */
export function documentsSentence(name: string, message: string): string {
  return fill(strings.toVerifyWeNeedMore, { name, message })
}
