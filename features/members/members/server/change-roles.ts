import { type MemberRole, officeOf } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import { officeNotice } from '#features/access/login/rules/office.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { notifyOfEndedAccess } from '#features/access/webhooks/server/notify-of-ended-access.ts'
import { hintOffices } from '#platform/live/hints.ts'
import { findMember } from './queries.ts'
import { endMemberSessions, setRoles } from './store.ts'

/**
 * Gives a locked member these roles, ends the sessions that rested on one that is taken away, and tells the member by
 * SMS and email too. The caller has checked that they can be given.
 */
export async function changeRoles(
  tx: Tx,
  cooperativeId: CooperativeId,
  { memberId, roles, endsOn }: { memberId: MemberId; roles: readonly MemberRole[]; endsOn: Day | null },
): Promise<void> {
  const { memberRoles } = await findMember(tx, memberId)
  await setRoles(tx, memberId, roles, endsOn)
  if (memberRoles.some(({ role }) => !roles.includes(role))) await endMemberSessions(tx, memberId, 'role_removed')
  await notifyOfEndedAccess(tx, memberId)
  hintOffices(tx, cooperativeId)
  const message = officeNotice(
    {
      office: officeOf(memberRoles.map(({ role }) => role)),
      endsOn: memberRoles.find((held) => 'endsOn' in held)?.endsOn ?? null,
    },
    { office: officeOf(roles), endsOn },
  )
  if (message !== undefined)
    notifyMembers(tx, cooperativeId, [{ memberId, message, link: '/member/dashboard' }], 'security')
}

/** Makes one who holds an office a plain member again. */
export async function endOffice(tx: Tx, cooperativeId: CooperativeId, memberId: MemberId): Promise<void> {
  const { memberRoles } = await findMember(tx, memberId)
  if (officeOf(memberRoles.map(({ role }) => role)) !== undefined)
    await changeRoles(tx, cooperativeId, { memberId, roles: ['member'], endsOn: null })
}
