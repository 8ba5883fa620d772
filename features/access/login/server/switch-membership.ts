import type {
  membership,
  sessionCooperative,
  sessionMember,
  switchMembership as contract,
} from '#features/access/login/contract.ts'
import { loginProofField, type Parsed, type Replied } from '#core/contract/endpoint.ts'
import type * as z from 'zod/mini'
import { type Actor, type Office, officeOf, permissionsOf, whyClosed } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { rolesOn } from '#features/access/login/rules/office.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { openSession } from './open-session.ts'
import { isLoggedOut, listMemberships, type MembershipRow } from './queries.ts'
import { endSession } from './store.ts'

/**
 * Moves a signed-in person to another of their cooperatives or roles; the session that they leave ends, and the new one
 * ends no later than that one would have. Refuses: not_found, whatever closes the cooperative, office_ended,
 * not_permitted, login_not_proved, logged_out_by_officer, session_expired.
 */
export async function switchMembership(
  { database, now }: Context,
  caller: Caller,
  { cooperativeId, role }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  return database.auth(async (tx) => {
    const memberships = await listMemberships(tx, actor.loginId)
    const wanted = memberships.find((row) => row.cooperativeId === cooperativeId) ?? refuse('not_found')
    const closed = whyClosed(wanted.cooperativeStatus)
    if (closed) refuse(closed)
    const today = dayIn(now)
    const office = officeOf(rolesOn(wanted.roles, wanted.officeEndsOn, today))
    if (role === 'coop_admin' && office === undefined) {
      return officeOf(wanted.roles) && wanted.officeEndsOn
        ? refuse('office_ended', { on: dayText(wanted.officeEndsOn) })
        : refuse('not_permitted')
    }
    // An officer acts for everybody, so a code that another officer saw does not make one.
    if (role === 'coop_admin' && actor.proofMissing) refuse('login_not_proved', { field: loginProofField })
    if (await isLoggedOut(tx, actor.sessionId, wanted.cooperativeId, wanted.memberId))
      refuse('logged_out_by_officer', { cooperative: wanted.cooperativeName })
    const { keep, expiresAt } = (await endSession(tx, actor.sessionId, 'switched')) ?? refuse('session_expired')

    // From here on the switch must succeed.
    const tokens = await openSession(tx, caller, now, {
      loginId: actor.loginId,
      role,
      cooperativeId,
      memberId: wanted.memberId,
      keepSignedIn: keep,
      replaces: { sessionId: actor.sessionId, expiresAt },
    })
    return {
      member: sessionMemberFrom(wanted, today),
      cooperative: role === 'coop_admin' ? cooperativeOf(wanted, office ?? 'admin') : null,
      memberships: memberships.filter((row) => row !== wanted).map((row) => membershipFrom(row, today)),
      ...tokens,
    }
  })
}

export function sessionMemberFrom(row: MembershipRow, today: Day): z.output<typeof sessionMember> {
  return {
    id: row.memberId,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    email: row.email,
    membershipId: row.membershipno,
    cooperativeId: row.cooperativeId,
    cooperativeName: row.cooperativeName,
    cooperativeStatus: row.cooperativeStatus,
    roles: rolesOn(row.roles, row.officeEndsOn, today),
  }
}

export function membershipFrom(row: MembershipRow, today: Day): z.output<typeof membership> {
  return {
    cooperativeId: row.cooperativeId,
    cooperativeName: row.cooperativeName,
    memberId: row.memberId,
    membershipId: row.membershipno,
    roles: rolesOn(row.roles, row.officeEndsOn, today),
  }
}

function cooperativeOf(row: MembershipRow, office: Office | 'admin'): z.output<typeof sessionCooperative> {
  return {
    id: row.cooperativeId,
    coop_id: row.coopId,
    name: row.cooperativeName,
    phone: row.cooperativePhone,
    email: row.cooperativeEmail,
    status: row.cooperativeStatus,
    memberId: row.memberId,
    office,
    ...(office !== 'admin' && { permissions: permissionsOf(office) }),
  }
}
