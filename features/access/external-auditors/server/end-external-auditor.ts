import type { Parsed } from '#core/contract/endpoint.ts'
import type { endExternalAuditor as contract } from '#features/access/external-auditors/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
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
