import { addDays, type Day, daysBetween } from '#core/calendar.ts'

/** What a cooperative is on: the free trial, the paid plan, or free for good. None of them opens or closes anything. */
export const plans = ['trial', 'standard', 'free'] as const
export type Plan = (typeof plans)[number]

/** As a list of cooperatives is filtered: a trial that runs, one in its last days, one that has ended. */
export const trialStandings = ['running', 'ending', 'ended'] as const
export type TrialStanding = (typeof trialStandings)[number]

const trialDays = 30
/** In its last days the officers see on their dashboard when the trial ends. */
export const trialEndingDays = 7
/** How far ahead a trial's last day may be set, so that a slip in the year is noticed. */
const trialDaysMax = 366

/** The last day of a trial that begins when a cooperative is approved. */
export function trialEndFrom(approvedOn: Day): Day {
  return addDays(approvedOn, trialDays)
}

/** How the trial is on a day; undefined on another plan and before it has begun. */
export function trialStanding(
  { plan, trialEndsOn }: { plan: Plan; trialEndsOn: Day | null },
  today: Day,
): TrialStanding | undefined {
  if (plan !== 'trial' || trialEndsOn === null) return undefined
  const left = daysBetween(today, trialEndsOn)
  if (left < 0) return 'ended'
  return left <= trialEndingDays ? 'ending' : 'running'
}

/** Whether a trial may be given this last day. */
export function isTrialEnd(day: Day, today: Day): boolean {
  const ahead = daysBetween(today, day)
  return ahead >= 0 && ahead <= trialDaysMax
}
