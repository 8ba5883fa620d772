import type { Parsed, Replied } from '#contract/endpoint.ts'
import type {
  allowSupportAccess as allowContract,
  declineSupportAccess as declineContract,
} from '#features/platform-admin/support-access/contract.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { SupportAccessId } from '#domain/ids.ts'
import { whyNotDecideSupport } from '#features/platform-admin/support-access/rules/support-access.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-platform.ts'
import { findSupportAccess, lockSupportAccess } from './queries.ts'
import { decideSupportAccess } from './store.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** Refuses: not_found, support_access_decided, support_access_over. */
export function allowSupportAccess(
  tx: Tx,
  actor: TenantActor,
  { accessId }: Parsed<typeof allowContract>,
  { now }: Context,
): Promise<Replied<typeof allowContract>> {
  return decide(tx, actor, { accessId, allowed: true }, now)
}

/** Refuses: not_found, support_access_decided, support_access_over. */
export function declineSupportAccess(
  tx: Tx,
  actor: TenantActor,
  { accessId }: Parsed<typeof declineContract>,
  { now }: Context,
): Promise<Replied<typeof declineContract>> {
  return decide(tx, actor, { accessId, allowed: false }, now)
}

async function decide(
  tx: Tx,
  actor: TenantActor,
  { accessId, allowed }: { accessId: SupportAccessId; allowed: boolean },
  now: Date,
) {
  const access = await lockSupportAccess(tx, accessId)
  const reason = whyNotDecideSupport(access, now)
  if (reason) throw reason

  // From here on it must succeed.
  await decideSupportAccess(tx, actor, accessId, allowed)
  notifyPlatform(tx, {
    message: allowed
      ? fill(strings.allowedSupportAccessForMinutes, { name: actor.name, minutes: access.minutes })
      : fill(strings.declinedSupportAccess, { name: actor.name }),
    type: allowed ? 'success' : 'info',
    link: `/superadmin/cooperatives/${access.cooperativeId}`,
  })
  return findSupportAccess(tx, accessId, now)
}
