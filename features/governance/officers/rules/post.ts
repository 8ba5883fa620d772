import { type Day, dayText } from '#core/calendar.ts'
import { refusal, type Refusal } from '#core/refusal.ts'
import type { PostOffice } from './words.ts'
import * as strings from './strings.ts'

const termInFuture = refusal('term_in_future', 422, 'Choose today or an earlier date.')
const termBeforeJoining = refusal('term_before_joining', 422, 'Choose a date from {date} on, when this member joined.')
const termEndsFirst = refusal('term_ends_first', 422, 'Choose a date on or after the first day of the term.')
const termEnded = refusal('term_ended', 409, 'This term ended on {date} and stays as it is.')

/** A society has so many posts at most, so that the register is read whole. */
export const postsMax = 60
export const seatsMax = 20

export type PostFacts = { name: string; committee: string | null; office: PostOffice | null; seats: number }

const seat = (committee: string, seats: number, office: PostOffice | null = null): PostFacts => ({
  ...{ name: 'Member', committee, office, seats },
})
const officer = (name: string, office: PostOffice | null = null): PostFacts => ({
  ...{ name, committee: null, office, seats: 1 },
})

/** The posts that most societies have, for one that begins its register. */
export const usualPosts: readonly PostFacts[] = [
  officer(strings.president, 'admin'),
  officer(strings.vicePresident),
  officer(strings.secretary, 'secretary'),
  officer(strings.treasurer, 'treasurer'),
  officer(strings.financialSecretary),
  officer(strings.publicRelationsOfficer),
  officer(strings.auditor, 'auditor'),
  seat(strings.executiveCommittee, 5),
  seat(strings.loanCommittee, 3, 'loan_committee'),
  seat(strings.supervisoryCommittee, 3),
  seat(strings.educationCommittee, 3),
]

/** “Treasurer”, “Member, Loan committee” */
export function postTitle({ name, committee }: Pick<PostFacts, 'name' | 'committee'>): string {
  return committee === null ? name : `${name}, ${committee}`
}

/** Why a term can't be recorded with these days. `endedOn` is the day on which it ended, where it has. */
export function whyNotTerm(
  { startedOn, endsOn, endedOn, joinedOn }: { startedOn: Day; endsOn: Day | null; endedOn: Day | null; joinedOn: Day },
  today: Day,
): Refusal | undefined {
  if (startedOn > today) return termInFuture({ field: 'startedOn' })
  if (startedOn < joinedOn) return termBeforeJoining({ field: 'startedOn', date: dayText(joinedOn) })
  if (endsOn !== null && endsOn < startedOn) return termEndsFirst({ field: 'endsOn' })
  return endedOn === null ? undefined : whyNotEnd({ startedOn, endedOn: null }, endedOn, today)
}

/** Why a term can't end on this day. */
export function whyNotEnd(
  { startedOn, endedOn }: { startedOn: Day; endedOn: Day | null },
  on: Day,
  today: Day,
): Refusal | undefined {
  if (endedOn !== null) return termEnded({ date: dayText(endedOn) })
  if (on < startedOn) return termEndsFirst({ field: 'endedOn' })
  return on > today ? termInFuture({ field: 'endedOn' }) : undefined
}

/** Whose terms end when others take office: the longest-serving, as many as are too many for the seats. */
export function outgoingOf<Holder extends { startedOn: Day }>(
  holders: readonly Holder[],
  incoming: number,
  seats: number,
): Holder[] {
  const tooMany = Math.max(0, holders.length + incoming - seats)
  return holders
    .toSorted((a, b) => (a.startedOn < b.startedOn ? -1 : a.startedOn > b.startedOn ? 1 : 0))
    .slice(0, tooMany)
}

/** Somebody whose rights and posts do not agree. */
export type Difference<Member> =
  | { kind: 'not_in_register'; member: Member; office: PostOffice }
  | { kind: 'without_rights'; member: Member; office: PostOffice; post: string }

/**
 * Where the register and the rights of the admin area differ. The rights are right by definition: the register only says
 * so. Who has all of the admin area needs no other office, and an admin is asked for no post of an admin.
 */
export function differencesOf<Member extends { memberId: string; office: PostOffice | null }>(
  holders: readonly (Member & { postOffice: PostOffice | null; post: string })[],
  inOffice: readonly Member[],
): Difference<Member>[] {
  const posts = new Map<string, Set<PostOffice>>()
  for (const { memberId, postOffice } of holders)
    if (postOffice !== null) posts.set(memberId, (posts.get(memberId) ?? new Set()).add(postOffice))
  return [
    ...inOffice.flatMap((member) =>
      member.office !== null && member.office !== 'admin' && !posts.get(member.memberId)?.has(member.office)
        ? [{ kind: 'not_in_register' as const, member, office: member.office }]
        : [],
    ),
    ...holders.flatMap((holder) =>
      holder.postOffice !== null && holder.office !== 'admin' && holder.office !== holder.postOffice
        ? [{ kind: 'without_rights' as const, member: holder, office: holder.postOffice, post: holder.post }]
        : [],
    ),
  ]
}
