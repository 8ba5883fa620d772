import type { Parsed, Replied } from '#contract/endpoint.ts'
import type {
  endAskedSupportAccess as askedContract,
  endSupportAccess as contract,
} from '#features/platform-admin/support-access/contract.ts'
import type { SuperAdminActor, TenantActor } from '#domain/actor.ts'
import type { SupportAccessId } from '#domain/ids.ts'
import { whyNotEndSupport } from '#features/platform-admin/support-access/rules/support-access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-officers.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-platform.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { recordForCooperative } from './ask-for-support-access.ts'
import { findSupportAccess, lockSupportAccess } from './queries.ts'
import { endSupportAccess as end } from './store.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** An officer ends it: its session reads nothing from then on. Refuses: not_found, support_access_over. */
export async function endSupportAccess(
  tx: Tx,
  actor: TenantActor,
  { accessId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { cooperativeId } = await endOpen(tx, actor.name, accessId, now)
  notifyPlatform(tx, {
    message: fill(strings.endedTheSupportAccess, { name: actor.name }),
    link: `/superadmin/cooperatives/${cooperativeId}`,
  })
  return findSupportAccess(tx, accessId, now)
}

/** The platform ends it, or takes the ask back. Refuses: not_found, support_access_over. */
export async function endAskedSupportAccess(
  tx: Tx,
  actor: SuperAdminActor,
  { accessId }: Parsed<typeof askedContract>,
  context: Context,
): Promise<Replied<typeof askedContract>> {
  const { cooperativeId } = await endOpen(tx, actor.name, accessId, context.now)
  notifyOfficers(tx, cooperativeId, {
    message: fill(strings.ofAjoseEndedTheSupport, { name: actor.name }),
    link: '/coop/settings',
  })
  await recordAudit(tx, actor, { action: 'support.end', cooperativeId }, context)
  recordForCooperative(actor, cooperativeId, 'POST /platform/support-access/:accessId/end', context)
  return findSupportAccess(tx, accessId, context.now)
}

async function endOpen(tx: Tx, by: string, accessId: SupportAccessId, now: Date) {
  const access = await lockSupportAccess(tx, accessId)
  const reason = whyNotEndSupport(access, now)
  if (reason) throw reason
  await end(tx, [accessId], by)
  return access
}
