import { type Refusal, refusal } from '#core/refusal.ts'

export const supportAccessStands = refusal(
  'support_access_stands',
  409,
  'This cooperative was asked for support access already. Open that one, or end it first.',
)
const supportAccessDecided = refusal(
  'support_access_decided',
  409,
  'An officer has decided about this support access already.',
)
const supportAccessNotAllowed = refusal(
  'support_access_not_allowed',
  409,
  'No officer of this cooperative has allowed this support access. Wait for one, or call them.',
)
const supportAccessOver = refusal('support_access_over', 409, 'This support access is over. Ask for it again.')

export const supportMinutesMax = 60
export const supportMinutesMin = 5
/** An ask that no officer answers by then is over. */
const waitingMilliseconds = 24 * 3_600_000

export const supportStatuses = ['waiting', 'declined', 'open', 'expired', 'ended'] as const
export type SupportStatus = (typeof supportStatuses)[number]

export type SupportAccess = {
  askedAt: Date
  /** Null while it waits. */
  allowed: boolean | null
  expiresAt: Date | null
  endedAt: Date | null
}

export function supportStatusOf({ askedAt, allowed, expiresAt, endedAt }: SupportAccess, now: Date): SupportStatus {
  if (endedAt !== null) return 'ended'
  if (allowed === false) return 'declined'
  const until = expiresAt ?? new Date(askedAt.getTime() + waitingMilliseconds)
  if (until <= now) return 'expired'
  return allowed ? 'open' : 'waiting'
}

/** Why an officer can't decide about it now, or undefined when they can. */
export function whyNotDecideSupport(access: SupportAccess, now: Date): Refusal | undefined {
  const status = supportStatusOf(access, now)
  if (status === 'waiting') return undefined
  return access.allowed === null ? supportAccessOver() : supportAccessDecided()
}

/** Why its super administrator can't open it now, or undefined when they can. */
export function whyNotOpenSupport(access: SupportAccess, now: Date): Refusal | undefined {
  const status = supportStatusOf(access, now)
  if (status === 'open') return undefined
  return status === 'waiting' || status === 'declined' ? supportAccessNotAllowed() : supportAccessOver()
}

/** Why neither side can end it now, or undefined when they can. */
export function whyNotEndSupport(access: SupportAccess, now: Date): Refusal | undefined {
  return ['waiting', 'open'].includes(supportStatusOf(access, now)) ? undefined : supportAccessOver()
}
