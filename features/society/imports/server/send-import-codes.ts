import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { sendImportCodes as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { askOf } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { sendCodesTo } from '#features/members/register/server/actions.ts'
import { findImportedMembers, lockImport, refuseOthersKind, summaryOf } from './queries.ts'
import { markCodesSent } from './store.ts'

/** Sends each member whom this file registered an activation code, once. Refuses: import_not_registered, codes_sent_already. */
export async function sendImportCodes(
  tx: Tx,
  actor: TenantActor,
  { importId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const found = await lockImport(tx, importId)
  refuseOthersKind(actor, found)
  if (found.kind !== 'members' || found.status !== 'posted') refuse('import_not_registered')
  if (found.codesSentAt) refuse('codes_sent_already')

  // From here on it must succeed.
  const codesSent = await sendCodesTo(askOf(tx, actor, context), await findImportedMembers(tx, importId))
  await markCodesSent(tx, importId, codesSent, context.now)
  return summaryOf(tx, { ...found, codesSent, codesSentAt: context.now })
}
