import { whyClosed } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { callersNetwork, type QuotaName, useQuota } from '#platform/limits/quotas.ts'
import { findLink, type LinkRow } from './queries.ts'

/**
 * The link with this token that still opens. The try is counted for the caller's network whatever comes of it, so the
 * refusals come after that transaction. Refuses: the quota's own, consent_link_unknown, consent_link_used,
 * consent_link_replaced, consent_link_expired, and a closed cooperative.
 */
export async function findOpenLink(context: Context, token: string, quota: QuotaName): Promise<LinkRow> {
  const found = await context.database.auth(async (tx) => {
    await useQuota(tx, context, quota, callersNetwork(context))
    return findLink(tx, token)
  })
  if (!found) return refuse('consent_link_unknown', { field: 'token' })
  const { outcome, expiresAt, cooperativeStatus } = found
  const closed = whyClosed(cooperativeStatus)
  if (closed) refuse(closed)
  if (outcome === 'replaced') refuse('consent_link_replaced', { field: 'token' })
  if (outcome) refuse('consent_link_used', { field: 'token', answer: outcome })
  if (expiresAt <= context.now) refuse('consent_link_expired', { field: 'token' })
  return found
}
