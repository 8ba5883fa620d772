import { hasEnded, type MemberRole, officeOf } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import { Refusal } from '#domain/refusal.ts'

/** The roles that a member has today of those that he was given: an office that has ended is none. */
export function rolesOn(roles: readonly MemberRole[], endsOn: Day | null, today: Day): MemberRole[] {
  return roles.filter((role) => role === 'member' || role === 'admin' || !hasEnded(endsOn, today))
}

/** Why a member can't be given these roles until that day, or undefined when he can. */
export function whyNotGive(roles: readonly MemberRole[], endsOn: Day | null, today: Day): Refusal | undefined {
  if (roles.filter((role) => role !== 'member').length > 1) return new Refusal('one_office_only', { field: 'roleIds' })
  const office = officeOf(roles)
  if (endsOn !== null && (office === undefined || office === 'admin')) return new Refusal('office_end_unused', { field: 'endsOn' })
  if (hasEnded(endsOn, today)) return new Refusal('office_end_past', { field: 'endsOn' })
  return office === 'auditor' && endsOn === null ? new Refusal('office_end_missing', { field: 'endsOn' }) : undefined
}
