import { oneSms } from '#domain/access/messages/one-sms.ts'
import type { CooperativeStatus } from '#domain/actor.ts'
import { type Day, dayText } from '#domain/calendar.ts'
import type { Plan } from './plan.ts'

/** What a cooperative is told once it is registered. */
export function registeredText(name: string, coopId: string): string {
  return oneSms(
    (short) =>
      `Ajose: ${short(name)} is registered. Your Cooperative ID is ${coopId}. We review your details in 1-3 business days.`,
  )
}

/** What a cooperative is told when its status was decided. */
export function statusSentence(
  { name, status: before }: { name: string; status: CooperativeStatus },
  status: Exclude<CooperativeStatus, 'pending'>,
  reason: string | undefined,
): string {
  const because = reason ? ` Reason: ${reason}` : ''
  return {
    active:
      before === 'suspended'
        ? `${name} is open again.${because} You can log in.`
        : `${name} is verified. You can log in and add your members.`,
    suspended: `${name} is suspended.${because} Contact support to reopen it. You can still download your books on the login page.`,
    rejected: `${name} was not approved.${because} Contact support to appeal.`,
  }[status]
}

export function planSentence(name: string, { plan, trialEndsOn }: { plan: Plan; trialEndsOn: Day | null }): string {
  if (plan === 'free') return `${name} now uses Ajose free of charge.`
  if (plan === 'standard') return `${name} is now on the standard plan.`
  return trialEndsOn === null
    ? `${name} begins a free trial when it is approved.`
    : `The free trial of ${name} now runs until ${dayText(trialEndsOn)}.`
}

/** What a cooperative is told when its verification still needs something. */
export function documentsSentence(name: string, message: string): string {
  return `To verify ${name} we need more from you: ${message} Log in to upload it.`
}
