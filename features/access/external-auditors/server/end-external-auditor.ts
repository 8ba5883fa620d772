import type { Parsed } from '#contract/endpoint.ts'
import type { endExternalAuditor as contract } from '#features/access/external-auditors/contract.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findExternalAuditor, lockOpenAuditor, type ShownAuditor } from './queries.ts'
import { endAuditor } from './store.ts'

/** What was ended before stays as it is. Refuses: not_found. */
export async function endExternalAuditor(
  tx: Tx,
  actor: TenantActor,
  { auditorId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<ShownAuditor> {
  const loginId = await lockOpenAuditor(tx, auditorId)
  if (loginId) await endAuditor(tx, actor, auditorId, loginId)
  return findExternalAuditor(tx, auditorId, now)
}
