import { labelled } from '#core/words.ts'
import type { MemberRole } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { ArrearsKind } from './member.ts'

type Filter = {
  q?: string | undefined
  status?: string | undefined
  role?: MemberRole | undefined
  gender?: string | undefined
  employer?: string | undefined
  joinedFrom?: Day | undefined
  joinedTo?: Day | undefined
  arrears?: ArrearsKind | undefined
}

/** “active” as “Active”. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
/** Those who hold a role. */
export const peopleNames: Record<MemberRole, string> = labelled({
  member: 'Members',
  admin: 'Admins',
  treasurer: 'Treasurers',
  secretary: 'Secretaries',
  loan_committee: 'Loan committee',
  auditor: 'Auditors',
})
const arrearsWords: Record<ArrearsKind, string> = { contributions: 'Owes contributions', loans: 'Loan overdue' }

/** What the register is narrowed to, one phrase a filter, as chips and the head of a file say it. */
export function memberFilterInWords(
  { q, status, role, gender, employer, joinedFrom, joinedTo, arrears }: Filter,
  employerName: string,
): { key: keyof Filter; text: string }[] {
  return [
    ...(q ? [{ key: 'q' as const, text: `“${q}”` }] : []),
    ...(status ? [{ key: 'status' as const, text: capital(status) }] : []),
    ...(role ? [{ key: 'role' as const, text: peopleNames[role] }] : []),
    ...(gender ? [{ key: 'gender' as const, text: capital(gender) }] : []),
    ...(employer ? [{ key: 'employer' as const, text: employerName || 'One employer' }] : []),
    ...(joinedFrom ? [{ key: 'joinedFrom' as const, text: `Joined from ${dayText(joinedFrom)}` }] : []),
    ...(joinedTo ? [{ key: 'joinedTo' as const, text: `Joined by ${dayText(joinedTo)}` }] : []),
    ...(arrears ? [{ key: 'arrears' as const, text: arrearsWords[arrears] }] : []),
  ]
}
