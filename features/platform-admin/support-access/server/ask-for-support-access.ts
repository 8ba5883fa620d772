import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { askForSupportAccess as contract } from '#features/platform-admin/support-access/contract.ts'
import { type SuperAdminActor, whyClosed } from '#domain/actor.ts'
import type { CooperativeId, SupportAccessId } from '#domain/ids.ts'
import { supportStatusOf } from '#features/platform-admin/support-access/rules/support-access.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { lockCooperative } from '#features/platform-admin/cooperatives/server/queries.ts'
import { notifyCooperative } from '#features/platform-admin/cooperatives/server/notify-cooperative.ts'
import { findStandingAccess, findSupportAccess } from './queries.ts'
import { endSupportAccess, insertSupportAccess } from './store.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** Refuses: not_found, whatever closes the cooperative, support_access_stands. */
export async function askForSupportAccess(
  tx: Tx,
  actor: SuperAdminActor,
  input: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { cooperativeId, reason, minutes } = input
  const cooperative = (await lockCooperative(tx, cooperativeId)) ?? refuse('not_found', { field: 'cooperativeId' })
  const closed = whyClosed(cooperative.status)
  if (closed) refuse(closed)
  const standing = await findStandingAccess(tx, cooperativeId)
  if (standing.some((access) => supportStatusOf(access, context.now) !== 'expired')) refuse('support_access_stands')

  // From here on it must succeed. What no one answered in time makes room.
  const unanswered = standing.filter(({ allowed }) => allowed === null).map(({ id }) => id)
  await endSupportAccess(tx, unanswered, actor.name)
  const id = newId<SupportAccessId>()
  await insertSupportAccess(tx, actor, id, input)
  const sentence = fill(strings.ofAjoseAsksToLook, { name: actor.name, society: cooperative.name, minutes, reason })
  await notifyCooperative(tx, cooperative, { sentence, type: 'warning' }, context)
  await recordAudit(tx, actor, { action: 'support.ask', cooperativeId, after: { minutes }, reason }, context)
  recordForCooperative(actor, cooperativeId, 'POST /platform/support-access', context)
  return findSupportAccess(tx, id, context.now)
}

/** The cooperative's own trail has what its super administrators did about it. */
export function recordForCooperative(
  { loginId, name }: SuperAdminActor,
  cooperativeId: CooperativeId,
  action: string,
  { recordEvent, requestId }: Context,
): void {
  const events = () => Promise.resolve([{ cooperativeId, actorName: name, role: 'superadmin' as const }])
  recordEvent({ loginId, action, requestId, events })
}
