import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { openSupportAccess as contract } from '#features/platform-admin/support-access/contract.ts'
import { type Actor, permissionsOf, supportOffice, whyClosed } from '#domain/actor.ts'
import { whyNotOpenSupport } from '#features/platform-admin/support-access/rules/support-access.ts'
import { refuse } from '#domain/refusal.ts'
import type { Caller, Context } from '#server/context.ts'
import { writeEvents } from '#server/db/event-recorder.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { openSession } from '#features/access/login/server/open-session.ts'
import { findOwnAccess } from './queries.ts'

/**
 * Opens the session of an access that an officer has allowed. It is not renewed: it ends with the access. Refuses:
 * not_found, support_access_not_allowed, support_access_over, whatever closes the cooperative.
 */
export async function openSupportAccess(
  context: Context,
  caller: Caller,
  { accessId }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (actor?.role !== 'superadmin') return refuse('not_permitted')
  const { database, now, requestId } = context
  const opened = await database.auth(async (tx) => {
    const { allowed, expiresAt, endedAt, coopId, ...found } = await findOwnAccess(tx, accessId, actor.loginId)
    const cooperative = { ...found, coop_id: coopId }
    const reason = whyNotOpenSupport({ askedAt: now, allowed, expiresAt, endedAt }, now)
    if (reason) throw reason
    const closed = whyClosed(cooperative.status)
    if (closed) refuse(closed)
    const until = expiresAt ?? now

    // From here on it must succeed.
    const tokens = await openSession(tx, caller, now, {
      loginId: actor.loginId,
      role: 'coop_admin',
      cooperativeId: cooperative.id,
      memberId: null,
      keepSignedIn: false,
      supportAccess: { id: accessId, expiresAt: until },
    })
    await recordAudit(tx, actor, { action: 'support.open', cooperativeId: cooperative.id }, context)
    return { cooperative, expiresAt: until, ...tokens }
  })
  // In the cooperative's own trail before anything can be read.
  const action = 'POST /platform/support-access/:accessId/open'
  const event = { cooperativeId: opened.cooperative.id, actorName: actor.name, role: actor.role }
  await writeEvents(database, { loginId: actor.loginId, action, requestId }, [event])
  return {
    ...opened,
    cooperative: { ...opened.cooperative, office: supportOffice, permissions: permissionsOf(supportOffice) },
  }
}
