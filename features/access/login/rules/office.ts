import { type AdminOffice, hasEnded, type MemberRole, type Office, officeOf } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { type Refusal, refusal } from '#core/refusal.ts'

const oneOfficeOnly = refusal('one_office_only', 422, 'Choose one office. Who needs more than one is an admin.')
const officeEndUnused = refusal(
  'office_end_unused',
  422,
  'Only an office has a last day. Leave it empty for a member or an admin.',
)
const officeEndPast = refusal(
  'office_end_past',
  422,
  'Choose today or a later day. To end the office now, make the member a member again.',
)
const officeEndMissing = refusal('office_end_missing', 422, 'Give the last day of the audit')

/** The roles that a member has today of those that they were given: an office that has ended is none. */
export function rolesOn(roles: readonly MemberRole[], endsOn: Day | null, today: Day): MemberRole[] {
  return roles.filter((role) => role === 'member' || role === 'admin' || !hasEnded(endsOn, today))
}

/** What is behind a session of the admin area, as the database has it. */
export type Holder = {
  /** Of a member; null on the cooperative's own login and on an external auditor's. */
  memberRoles: MemberRole[] | null
  /** Whether no officer has ended an external auditor's access; null on any other login. */
  auditIsOpen: boolean | null
  officeEndsOn: Day | null
}

/** What of the admin area a session opens today; undefined where its office is over. */
export function officeOn(
  { memberRoles: roles, auditIsOpen: isOpen, officeEndsOn: endsOn }: Holder,
  today: Day,
): AdminOffice | undefined {
  if (isOpen !== null) return isOpen && !hasEnded(endsOn, today) ? 'external_auditor' : undefined
  return roles === null ? 'admin' : officeOf(rolesOn(roles, endsOn, today))
}

/** Why a member can't be given these roles until that day, or undefined when they can. */
export function whyNotGive(roles: readonly MemberRole[], endsOn: Day | null, today: Day): Refusal | undefined {
  if (roles.filter((role) => role !== 'member').length > 1) return oneOfficeOnly({ field: 'roleIds' })
  const office = officeOf(roles)
  if (endsOn !== null && (office === undefined || office === 'admin')) return officeEndUnused({ field: 'endsOn' })
  if (hasEnded(endsOn, today)) return officeEndPast({ field: 'endsOn' })
  return office === 'auditor' && endsOn === null ? officeEndMissing({ field: 'endsOn' }) : undefined
}

type HeldOffice = { office: Office | 'admin' | undefined; endsOn: Day | null }

/** What a member is told when their office changes; undefined where nothing does. */
export function officeNotice(before: HeldOffice, after: HeldOffice): string | undefined {
  const last = after.endsOn === null ? '' : ` Your last day is ${dayText(after.endsOn)}.`
  if (after.office === before.office) {
    if (after.office === undefined || after.endsOn === before.endsOn) return undefined
    return after.endsOn === null
      ? 'Your office no longer has a last day.'
      : `The last day of your office is now ${dayText(after.endsOn)}.`
  }
  if (after.office === undefined) return `You are no longer ${nameOf(before.office)} of your cooperative.`
  return `You are now ${nameOf(after.office)} of your cooperative. The admin area is in the menu behind your name.${last}`
}

/** As it is in a sentence: “the treasurer”, “an auditor”. */
function nameOf(office: Office | 'admin' | undefined): string {
  if (office === undefined) return 'an officer'
  if (office === 'loan_committee') return 'on the loan committee'
  return office === 'admin' || office === 'auditor' ? `an ${office}` : `the ${office}`
}
