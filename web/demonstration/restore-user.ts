import type { CooperativeId } from '#domain/ids.ts'
import type { SessionUser } from '#web/session/session-user.ts'
import { userOfToken } from './answering.ts'
import { memberIdOf, type User, type World } from './records.ts'

type Stored = Record<string, unknown>

/**
 * Who is signed in when the demonstration starts. The super admin and a stored user with a cooperative are taken as they
 * stand, each with a name to show; anybody else is the one to whom the token belongs.
 */
export function restoredUser(text: string | null, token: string | null, world: World): SessionUser | undefined {
  if (token === null) return undefined
  const stored = readStored(text)
  if (stored?.['role'] === 'superadmin') return { ...blank, ...stored, role: 'superadmin', name: firstText(stored['name'], stored['username']) ?? 'Super Admin' }
  const known = userOfToken(world, token)
  const fromToken = known && sessionUserOf(known, world)
  if (!stored || (!stored['cooperative'] && !stored['cooperativeId'])) return fromToken
  const cooperative = (stored['cooperative'] ?? {}) as Stored
  const whole = `${firstText(stored['firstName']) ?? ''} ${firstText(stored['lastName']) ?? ''}`
  return { ...blank, ...fromToken, ...stored, name: firstText(stored['name'], cooperative['name'], whole) ?? 'User' }
}

const blank: SessionUser = {
  id: '', name: '', phone: null, email: null, role: 'coop_admin', cooperativeId: null, cooperativeName: null, coopId: null, cooperativeStatus: null, memberId: null, membershipId: null, roles: [],
  memberships: [],
}

function readStored(text: string | null): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return typeof stored === 'object' && stored !== null ? (stored as Stored) : undefined
  } catch {
    return undefined
  }
}

function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim()
}

function sessionUserOf(user: User, { societies }: World): SessionUser {
  const society = societies.find(({ id }) => id === user.cooperativeId)
  const place = { cooperativeId: society?.id ?? (null as CooperativeId | null), cooperativeName: society?.name ?? null, coopId: society?.coopId ?? null, cooperativeStatus: society?.status ?? null }
  const person = { ...blank, ...place, phone: user.phone || null, email: user.email || null, role: user.role }
  if (user.role !== 'member') return { ...person, id: society?.id ?? memberIdOf(user), name: society?.name ?? user.name }
  return { ...person, id: memberIdOf(user), name: user.name, memberId: memberIdOf(user), membershipId: user.membershipId, roles: user.roles }
}
