import type { Checked } from '#domain/statements/statement.ts'
import type { Services } from '#server/context.ts'
import { tokenHash } from '#server/credentials/tokens.ts'
import { findCheckedLink, isReversed } from './queries.ts'

/** What anybody with this token may read. A receipt whose movement was taken back since says so: only that is looked up anew. */
export async function checkLink({ database }: Pick<Services, 'database'>, token: string, now: Date): Promise<Checked> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return { state: 'unknown' }
  const link = await database.auth((tx) => findCheckedLink(tx, tokenHash(token)))
  if (!link) return { state: 'unknown' }
  const { figures, transactionId, madeAt, expiresAt, withdrawnAt, cooperativeId } = link
  if (withdrawnAt || !figures) return { state: 'withdrawn' }
  if (expiresAt <= now) return { state: 'expired' }
  const reversed = transactionId !== null && (await database.tenant({ cooperativeId, role: 'job' }, (tx) => isReversed(tx, transactionId), { readOnly: true }))
  return { state: 'live', figures, madeAt, expiresAt, reversed }
}
