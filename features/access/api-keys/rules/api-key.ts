import type { KeyScope } from '#core/key-scope.ts'

/** What each scope lets a key do, as officers read it. */
export const scopeLabels: Record<KeyScope, string> = {
  'members.read': 'Read members',
  'savings.read': 'Read savings and transactions',
  'loans.read': 'Read loans',
  'books.read': 'Read the books and reports',
  'contributions.record': 'Record contributions',
}

/** The days after which a key can end. */
export const keyDays = [30, 90, 180, 365] as const
export const usualKeyDays = 90
/** Of one cooperative at a time. */
export const liveKeysMax = 20

export const keyStatuses = ['live', 'revoked', 'expired'] as const

export function keyStatus(
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date },
  now: Date,
): (typeof keyStatuses)[number] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= now ? 'expired' : 'live'
}
