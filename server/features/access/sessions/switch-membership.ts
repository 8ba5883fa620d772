import type {
  membership,
  sessionCooperative,
  sessionMember,
  switchMembership as contract,
} from '#contract/access/sessions.ts'
import { loginProofField, type Parsed, type Replied } from '#contract/endpoint.ts'
import type * as z from 'zod/mini'
import { type Actor, type Office, officeOf, permissionsOf, whyClosed } from '#domain/actor.ts'
import { type Day, dayIn, dayText } from '#domain/calendar.ts'
import { rolesOn } from '#domain/access/sessions/office.ts'
import { refuse } from '#domain/refusal.ts'
import type { Caller, Context } from '#server/context.ts'
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
    const wanted = memberships.find((row) => row.cooperative_id === cooperativeId) ?? refuse('not_found')
    const closed = whyClosed(wanted.cooperative_status)
    if (closed) refuse(closed)
    const today = dayIn(now)
    const office = officeOf(rolesOn(wanted.roles, wanted.office_ends_on, today))
    if (role === 'coop_admin' && office === undefined) {
      return officeOf(wanted.roles) && wanted.office_ends_on
        ? refuse('office_ended', { on: dayText(wanted.office_ends_on) })
        : refuse('not_permitted')
    }
    // An officer acts for everybody, so a code that another officer saw does not make one.
    if (role === 'coop_admin' && actor.proofMissing) refuse('login_not_proved', { field: loginProofField })
    if (await isLoggedOut(tx, actor.sessionId, wanted.cooperative_id, wanted.member_id))
      refuse('logged_out_by_officer', { cooperative: wanted.cooperative_name })
    const { keep, expiresAt } = (await endSession(tx, actor.sessionId, 'switched')) ?? refuse('session_expired')

    // From here on the switch must succeed.
    const tokens = await openSession(tx, caller, now, {
      loginId: actor.loginId,
      role,
      cooperativeId,
      memberId: wanted.member_id,
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
    id: row.member_id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    membershipId: row.membershipno,
    cooperativeId: row.cooperative_id,
    cooperativeName: row.cooperative_name,
    cooperativeStatus: row.cooperative_status,
    roles: rolesOn(row.roles, row.office_ends_on, today),
  }
}

export function membershipFrom(row: MembershipRow, today: Day): z.output<typeof membership> {
  return {
    cooperativeId: row.cooperative_id,
    cooperativeName: row.cooperative_name,
    memberId: row.member_id,
    membershipId: row.membershipno,
    roles: rolesOn(row.roles, row.office_ends_on, today),
  }
}

function cooperativeOf(row: MembershipRow, office: Office | 'admin'): z.output<typeof sessionCooperative> {
  return {
    id: row.cooperative_id,
    coop_id: row.coop_id,
    name: row.cooperative_name,
    phone: row.cooperative_phone,
    email: row.cooperative_email,
    status: row.cooperative_status,
    memberId: row.member_id,
    office,
    ...(office !== 'admin' && { permissions: permissionsOf(office) }),
  }
}
