import { permissionsOf, type SuperAdminActor, supportOffice, whyClosed } from '#core/actor.ts'
import type { CooperativeId, SupportAccessId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { openSession } from '#features/access/login/server/open-session.ts'
import { notifyOfficers, notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import { notifyCooperative } from '#features/platform-admin/cooperatives/server/notify-cooperative.ts'
import { lockCooperative } from '#features/platform-admin/cooperatives/server/reads.ts'
import * as contract from '#features/platform-admin/support-access/contract.ts'
import {
  supportAccessStands,
  supportStatusOf,
  whyNotDecideSupport,
  whyNotEndSupport,
  whyNotOpenSupport,
} from '#features/platform-admin/support-access/rules/support-access.ts'
import { action, type Ask, openAction, platformAction } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { writeEvents } from '#platform/db/event-recorder.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { findOwnAccess, findStandingAccess, findSupportAccess, lockSupportAccess } from './reads.ts'
import { decideSupportAccess, endAccesses } from './writes.ts'

/** Refuses: not_found, whatever closes the cooperative, support_access_stands. */
export const askForSupportAccess = platformAction(
  contract.askForSupportAccess,
  async ({ tx, actor, now, context }, { cooperativeId, reason, minutes }) => {
    const cooperative = (await lockCooperative(tx, cooperativeId)) ?? refuse('not_found', { field: 'cooperativeId' })
    const closed = whyClosed(cooperative.status)
    if (closed) refuse(closed)
    const standing = await findStandingAccess(tx, cooperativeId)
    if (standing.some((access) => supportStatusOf(access, now) !== 'expired')) refuse(supportAccessStands())

    // From here on it must succeed. What no one answered in time makes room.
    const unanswered = standing.filter(({ allowed }) => allowed === null).map(({ id }) => id)
    await endAccesses(tx, unanswered, actor.name)
    const accessId = newId<SupportAccessId>()
    await insert(tx, 'app.support_access', {
      cooperativeId,
      accessId,
      loginId: actor.loginId,
      askedByName: actor.name,
      reason,
      minutes,
    })
    const sentence = t(
      '{name} of Ajose asks {society} to look at its records for {minutes} minutes: “{reason}” An admin allows or declines it in Settings, under Support.',
      { name: actor.name, society: cooperative.name, minutes, reason },
    )
    await notifyCooperative(tx, cooperative, { sentence, type: 'warning' }, context)
    await recordAudit(tx, actor, { action: 'support.ask', cooperativeId, after: { minutes }, reason }, context)
    recordForCooperative(actor, cooperativeId, 'POST /platform/support-access', context)
    return findSupportAccess(tx, accessId, now)
  },
)

/** The cooperative's own trail has what its super administrators did about it. */
function recordForCooperative(
  { loginId, name }: SuperAdminActor,
  cooperativeId: CooperativeId,
  done: string,
  { recordEvent, requestId }: Context,
): void {
  const events = () => Promise.resolve([{ cooperativeId, actorName: name, role: 'superadmin' as const }])
  recordEvent({ loginId, action: done, requestId, events })
}

/** Refuses: not_found, support_access_decided, support_access_over. */
export const allowSupportAccess = action(contract.allowSupportAccess, (ask, { accessId }) =>
  decide(ask, accessId, true),
)

/** Refuses: not_found, support_access_decided, support_access_over. */
export const declineSupportAccess = action(contract.declineSupportAccess, (ask, { accessId }) =>
  decide(ask, accessId, false),
)

async function decide({ tx, actor, now }: Ask, accessId: SupportAccessId, allowed: boolean) {
  const { cooperativeId, minutes, ...access } = await lockSupportAccess(tx, accessId)
  const reason = whyNotDecideSupport(access, now)
  if (reason) throw reason

  // From here on it must succeed.
  await decideSupportAccess(tx, actor, accessId, allowed)
  const { name } = actor
  notifyPlatform(tx, {
    message: allowed
      ? t('{name} allowed support access for {minutes} minutes.', { name, minutes })
      : t('{name} declined support access.', { name }),
    type: allowed ? 'success' : 'info',
    link: `/superadmin/cooperatives/${cooperativeId}`,
  })
  return findSupportAccess(tx, accessId, now)
}

/**
 * Opens the session of an access that an officer has allowed. It is not renewed: it ends with the access. Refuses:
 * not_found, support_access_not_allowed, support_access_over, whatever closes the cooperative.
 */
export const openSupportAccess = openAction(
  contract.openSupportAccess,
  async (context, caller, { accessId }, actor) => {
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
    const done = 'POST /platform/support-access/:accessId/open'
    const event = { cooperativeId: opened.cooperative.id, actorName: actor.name, role: actor.role }
    await writeEvents(database, { loginId: actor.loginId, action: done, requestId }, [event])
    const office = { office: supportOffice, permissions: permissionsOf(supportOffice) }
    return { ...opened, cooperative: { ...opened.cooperative, ...office } }
  },
)

/** An officer ends it: its session reads nothing from then on. Refuses: not_found, support_access_over. */
export const endSupportAccess = action(contract.endSupportAccess, async ({ tx, actor, now }, { accessId }) => {
  const cooperativeId = await endOpen(tx, actor.name, accessId, now)
  notifyPlatform(tx, {
    message: t('{name} ended the support access.', { name: actor.name }),
    link: `/superadmin/cooperatives/${cooperativeId}`,
  })
  return findSupportAccess(tx, accessId, now)
})

/** The platform ends it, or takes the ask back. Refuses: not_found, support_access_over. */
export const endAskedSupportAccess = platformAction(
  contract.endAskedSupportAccess,
  async ({ tx, actor, now, context }, { accessId }) => {
    const cooperativeId = await endOpen(tx, actor.name, accessId, now)
    notifyOfficers(tx, cooperativeId, {
      message: t('{name} of Ajose ended the support access.', { name: actor.name }),
      link: '/coop/settings',
    })
    await recordAudit(tx, actor, { action: 'support.end', cooperativeId }, context)
    recordForCooperative(actor, cooperativeId, 'POST /platform/support-access/:accessId/end', context)
    return findSupportAccess(tx, accessId, now)
  },
)

async function endOpen(tx: Tx, by: string, accessId: SupportAccessId, now: Date): Promise<CooperativeId> {
  const { cooperativeId, ...access } = await lockSupportAccess(tx, accessId)
  const reason = whyNotEndSupport(access, now)
  if (reason) throw reason
  await endAccesses(tx, [accessId], by)
  return cooperativeId
}
