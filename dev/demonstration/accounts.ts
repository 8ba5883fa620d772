import { type SessionUser, userOfCooperative, userOfMember, userOfSuperAdmin } from '#ui/session/session-user.ts'
import { recorded } from './recorded.ts'
import type { OwnCooperative, User } from './sample-users.ts'

/** What the cooperative's officer has changed of its profile, or chosen at the signup. */
export function cooperativeOf(user: User | undefined, users: readonly User[]): OwnCooperative {
  return (
    users.find(({ role, cooperativeId }) => role === 'coop_admin' && cooperativeId === user?.cooperativeId)
      ?.cooperative ?? {}
  )
}

/** A reply with this cooperative's names and numbers in the place of the sample's. */
export function renamed<Reply>(reply: Reply, own: OwnCooperative): Reply {
  const { cooperative: sample } = recorded.logins.coop_admin
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
  const json = (['id', 'coop_id', 'name', 'phone'] as const).reduce(
    (text, field) => text.replaceAll(inJson(sample[field]), inJson(own[field] ?? sample[field])),
    JSON.stringify(reply),
  )
  return JSON.parse(json) as Reply
}

export function sessionUserOf(user: User, users: readonly User[]): SessionUser {
  const { coop_admin: officer, member, superadmin } = renamed(recorded.logins, cooperativeOf(user, users))
  if (user.role === 'superadmin') return userOfSuperAdmin({ ...superadmin.superAdmin, name: user.name })
  return user.role === 'member'
    ? userOfMember(member.member, member.memberships)
    : userOfCooperative(officer.cooperative)
}

/**
 * Who is signed in when the demonstration starts. The super admin and a stored user with a cooperative are taken as they
 * are, each with a name to show; anyone else is the one to whom the token belongs.
 */
export function restoredUser(
  text: string | null,
  token: string | null,
  users: readonly User[],
): SessionUser | undefined {
  if (token === null) return undefined
  const known = users.find((user) => user.token === token)
  const fromToken = known && sessionUserOf(known, users)
  const stored = readStored(text)
  const cooperative = (stored['cooperative'] ?? {}) as Record<string, unknown>
  const named = (...names: unknown[]) => ({
    ...blank,
    ...fromToken,
    ...stored,
    name: names.find((name): name is string => typeof name === 'string' && name.trim() !== '')?.trim() ?? '',
  })
  if (stored['role'] === 'superadmin') return named(stored['name'], stored['username'], 'Super Admin')
  if (!stored['cooperative'] && !stored['cooperativeId']) return fromToken
  return named(
    stored['name'],
    cooperative['name'],
    [stored['firstName'], stored['lastName']].filter(Boolean).join(' '),
    'User',
  )
}

const blank: SessionUser = {
  id: '',
  name: '',
  phone: null,
  email: null,
  role: 'coop_admin',
  cooperativeId: null,
  cooperativeName: null,
  coopId: null,
  cooperativeStatus: null,
  memberId: null,
  membershipId: null,
  roles: [],
  memberships: [],
}

function readStored(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
