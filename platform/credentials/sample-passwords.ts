import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { isLoopback } from '#platform/limits/network.ts'

/** Of the three logins of the sample cooperative; the README publishes them. */
export const samplePasswords = { cooperative: 'sample-treasurer', officer: 'sample-secretary', member: 'sample-member' }

/**
 * Refuses password_published where the sample cooperative is not open, which leaves whoever read the README outside; in
 * a trial it is open to this machine alone, also behind a proxy.
 */
export function refusePublished(
  { sampleIsOpen, isTrial, address }: Pick<Context, 'sampleIsOpen' | 'isTrial' | 'address'>,
  password: string,
): void {
  const isOpen = sampleIsOpen && !(isTrial && address !== undefined && !isLoopback(address))
  if (!isOpen && Object.values(samplePasswords).includes(password)) refuse('password_published')
}
