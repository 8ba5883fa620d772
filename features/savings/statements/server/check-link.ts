import type { Checked } from '#features/savings/statements/rules/statement.ts'
import type { Services } from '#platform/context.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import { findCheckedLink, hasReversedLines, isReversed } from './reads.ts'

/**
 * What anybody with this token may read. Figures of which a movement was reversed since say so: only that is read again.
 * Refuses: too_many_requests from one network, where somebody may be trying tokens.
 */
export async function checkLink(services: Services, token: string, address: string, now: Date): Promise<Checked> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return { state: 'unknown' }
  const { database } = services
  const link = await database.auth(async (tx) => {
    await useQuota(tx, services, 'checked_links', callersNetwork({ ...services, address }))
    return findCheckedLink(tx, tokenHash(token))
  })
  if (!link) return { state: 'unknown' }
  const { figures, transactionId, madeAt, expiresAt, withdrawnAt, cooperativeId } = link
  if (withdrawnAt || !figures) return { state: 'withdrawn' }
  if (expiresAt <= now) return { state: 'expired' }
  const reversed = await database.tenant(
    { cooperativeId, role: 'job' },
    (tx) => (transactionId === null ? hasReversedLines(tx, tokenHash(token)) : isReversed(tx, transactionId)),
    { readOnly: true },
  )
  return { state: 'live', figures, madeAt, expiresAt, reversed }
}
