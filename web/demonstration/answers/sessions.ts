import * as contract from '#contract/access/sessions.ts'
import { officeOf, permissionsOf, whyClosed } from '#domain/actor.ts'
import { dayIn, dayText } from '#domain/calendar.ts'
import type { LoginId } from '#domain/ids.ts'
import { rolesOn } from '#domain/access/sessions/office.ts'
import { accountPhoneFrom } from '#domain/phone.ts'
import { refuse } from '#domain/refusal.ts'
import { type Answer, DemonstrationRefusal, inside, type Moment, officerSuffix, open, type Place } from '#web/demonstration/answering.ts'
import { memberIdOf, sampleId, type Society, type User } from '#web/demonstration/records.ts'
import { superAdminUsername } from '#web/demonstration/sample-people.ts'
import { recordAudit } from './audit.ts'
import { opens } from './society.ts'

export const sessionAnswers: readonly Answer[] = [
  open(contract.loginCooperative, (moment, { identifier, password }) => {
    const wanted = identifier.trim().toUpperCase()
    const user = logIn(moment, 'coop_admin', password, (each) => each.phone === accountPhoneFrom(identifier) || each.membershipId === wanted)
    return { cooperative: cooperativeOf(openSociety(moment, user)), ...tokensOf(user.token) }
  }),
  open(contract.loginMember, (moment, { phoneNumber, password }) => {
    const user = logIn(moment, 'member', password, (each) => (each.phone === phoneNumber && !each.sharesPhone) || each.membershipId === phoneNumber)
    openSociety(moment, user)
    return { member: memberOf(moment, user), memberships: [], ...tokensOf(user.token) }
  }),
  open(contract.loginSuperAdmin, (moment, { identifier, password }) => {
    const user = logIn(moment, 'superadmin', password, (each) => identifier === superAdminUsername || each.phone === accountPhoneFrom(identifier))
    const loginId = sampleId<LoginId>('login', user.id)
    recordAudit(moment, { loginId, name: user.name }, { action: 'session.login' })
    const superAdmin = { id: loginId, name: user.name, username: superAdminUsername, role: 'superadmin' as const, passwordMissing: false, secondFactorMissing: false }
    return { superAdmin, ...tokensOf(user.token), token: user.token }
  }),
  inside(contract.switchMembership, switchMembership),
  open(contract.refreshSession, ({ world }, { refreshToken }) => {
    const user = world.users.find(({ token }) => token === refreshToken) ?? refuse('session_expired')
    return { ...tokensOf(user.token), token: user.token }
  }),
  open(contract.logout, () => null),
]

/** Matches the phone number to a user of this role. */
function logIn({ world, now }: Moment, role: User['role'], secret: string, isMeant: (user: User) => boolean): User {
  const user = world.users.find((each) => each.role === role && isMeant(each) && opens(each, secret))
  // Not 401, for which the login pages have words of their own.
  if (!user) throw new DemonstrationRefusal(400, 'Invalid credentials')
  user.lastLogin = now.toISOString()
  return user
}

function tokensOf(token: string) {
  return { accessToken: token, refreshToken: token }
}

function societyOf({ world }: Moment, user: User): Society {
  return world.societies.find(({ id }) => id === user.cooperativeId) ?? refuse('cooperative_not_found')
}

/** A suspended or rejected society lets nobody in; one that waits lets its officers in, to their waiting page. */
function openSociety(moment: Moment, user: User): Society {
  const society = societyOf(moment, user)
  const closed = whyClosed(society.status)
  return closed === undefined || (closed === 'cooperative_pending' && user.role === 'coop_admin') ? society : refuse(closed)
}

function cooperativeOf({ id, coopId, name, phone, email, status }: Society) {
  return { id, coop_id: coopId, name, phone, email, status }
}

function memberOf(moment: Moment, user: User) {
  const society = societyOf(moment, user)
  return {
    id: memberIdOf(user), firstName: user.firstName, lastName: user.lastName, phone: user.phone || null, email: user.email || null, membershipId: user.membershipId,
    cooperativeId: society.id, cooperativeName: society.name, cooperativeStatus: society.status, roles: rolesOn(user.roles, user.officeEndsOn ?? null, dayIn(moment.now)),
  }
}

function switchMembership(place: Place, { cooperativeId, role }: { cooperativeId: string; role: 'member' | 'coop_admin' }) {
  const { world, society, actor } = place
  const user = world.users.find((each) => memberIdOf(each) === actor.memberId)
  if (!user || cooperativeId !== society.id) return refuse('not_found')
  const office = officeOf(rolesOn(user.roles, user.officeEndsOn ?? null, place.today))
  if (role === 'coop_admin' && office === undefined) {
    return officeOf(user.roles) && user.officeEndsOn ? refuse('office_ended', { on: dayText(user.officeEndsOn) }) : refuse('not_permitted')
  }
  const token = role === 'coop_admin' ? `${user.token}${officerSuffix}` : user.token
  const cooperative = role === 'coop_admin' ? { ...cooperativeOf(society), memberId: memberIdOf(user), office, ...(office && office !== 'admin' && { permissions: permissionsOf(office) }) } : null
  return { member: memberOf(place, user), cooperative, memberships: [], accessToken: token, refreshToken: user.token }
}
