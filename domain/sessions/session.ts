import type { Role } from '#domain/actor.ts'

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
export const superAdminPasswordLengthMin = 12
export const activationCodeLifetime = 14 * day
/** Codes that one account may ask for in an hour. */
export const resetCodesPerHour = 3

/** Milliseconds a refresh token works unused, and a session lasts in all, whatever its use. */
export function refreshLifetimes(role: Role, keepSignedIn: boolean): { idle: number; absolute: number } {
  if (role === 'superadmin') return { idle: 30 * minute, absolute: 8 * hour }
  if (!keepSignedIn) return { idle: 30 * minute, absolute: 12 * hour }
  return { idle: role === 'member' ? 14 * day : 7 * day, absolute: 30 * day }
}

/** Wrong passwords within a quarter of an hour before the account locks: five for strangers, ten for a known device. */
export const failureWindow = 15 * minute
export function failuresAllowed(bucket: string): number {
  return bucket === strangers ? 5 : 10
}
export const strangers = 'strangers'

const lockMinutes = [1, 2, 4, 8, 15]

/** How long the nth lock in a row lasts, in milliseconds; the first is n = 0. */
export function lockDuration(locksBefore: number): number {
  return (lockMinutes[Math.min(locksBefore, lockMinutes.length - 1)] ?? 15) * minute
}
