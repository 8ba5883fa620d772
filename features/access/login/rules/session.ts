import type { Role } from '#core/actor.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds that an access token works. */
export const accessLifetime = 15 * minute

/** A refresh token that was spent a moment ago still gets its one successor: two tabs may refresh at the same time. */
export const refreshOverlap = 10_000

export const trustedDeviceLifetime = 90 * day
export const resetCodeLifetime = 10 * minute
/** How long a person may be away at a third party, how long the code of the way back works, and a ticket after it. */
export const signInLifetime = 10 * minute
export const signInCodeLifetime = minute
export const signInTicketLifetime = 10 * minute
/** How long the ticket of a login's first step waits for the second. */
export const secondStepLifetime = 5 * minute
export const recoveryCodeCount = 10
/** How long a browser may take to answer with a passkey. */
export const passkeyChallengeLifetime = 5 * minute
/** Passkeys that one login may have. */
export const passkeysMax = 10
export const superAdminPasswordLengthMin = 12
/** How long the password that a first start makes up opens the super administrator's login. */
export const firstPasswordLifetime = 3 * day
export const activationCodeLifetime = 14 * day
/** Codes that one account may ask for in an hour. */
export const resetCodesPerHour = 3

/** Milliseconds a refresh token works unused, and a session lasts in all, whatever its use. */
export function refreshLifetimes(role: Role, keepSignedIn: boolean): { idle: number; absolute: number } {
  if (role === 'superadmin') return { idle: 30 * minute, absolute: 8 * hour }
  if (!keepSignedIn) return { idle: 30 * minute, absolute: 12 * hour }
  return { idle: role === 'member' ? 14 * day : 7 * day, absolute: 30 * day }
}

/** So many failures within the window (milliseconds) lock, each time for the next of these minutes and then for the last. */
export type FailureLimit = { allowed: number; window: number; lockMinutes: readonly number[] }

/** Wrong passwords before the account locks: five for strangers, ten for a known device. */
export function passwordLimit(bucket: string): FailureLimit {
  return { allowed: bucket === strangers ? 5 : 10, window: 15 * minute, lockMinutes: [1, 2, 4, 8, 15] }
}
export const strangers = 'strangers'

/**
 * Wrong activation codes pause further tries and never end the code, so that no stranger can burn it: first those from
 * the stranger's own network, then those from anywhere. From anywhere fewer than 2,000 tries fit into the 14 days that a
 * code works, also where a count is swept after a day. Of the 10^8 codes of eight digits that is one chance in 50,000
 * for whoever keeps at it all that time from many networks.
 */
export const codeLimits = {
  network: { allowed: 10, window: day, lockMinutes: [1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 1440] },
  everywhere: { allowed: 50, window: day, lockMinutes: [60, 240, 1440] },
} satisfies Record<string, FailureLimit>

/** How long the nth lock in a row lasts, in milliseconds; the first is n = 0. */
export function lockDuration({ lockMinutes }: FailureLimit, locksBefore: number): number {
  return (lockMinutes[Math.min(locksBefore, lockMinutes.length - 1)] ?? 0) * minute
}
