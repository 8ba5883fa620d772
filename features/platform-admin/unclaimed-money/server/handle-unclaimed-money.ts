import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { handleUnclaimedMoney as contract } from '#features/platform-admin/unclaimed-money/contract.ts'
import type { SuperAdminActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { findUnclaimedMoney } from './queries.ts'
import { markHandled } from './store.ts'

/** Refuses: not_found, unclaimed_money_handled. */
export async function handleUnclaimedMoney(
  tx: Tx,
  actor: SuperAdminActor,
  { id, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { kind, reference } = (await findUnclaimedMoney(tx, id)) ?? refuse('not_found')
  if (!(await markHandled(tx, id, { by: actor.name, reason }))) refuse('unclaimed_money_handled')
  await recordAudit(tx, actor, { action: 'unclaimed_money.handle', after: { kind, reference }, reason }, context)
  return (await findUnclaimedMoney(tx, id)) ?? refuse('not_found')
}
