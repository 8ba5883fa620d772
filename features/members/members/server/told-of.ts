import type { TenantActor } from '#core/actor.ts'
import { fill } from '#core/fill.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import type { findMember } from './queries.ts'

/** What a member is told of a change about who they are as soon as it is asked for, in a sentence with {by}, {name} and {membershipno}. */
export function toldOf(
  {
    memberid: memberId,
    firstName,
    lastName,
    membershipno,
  }: Pick<Awaited<ReturnType<typeof findMember>>, 'memberid' | 'firstName' | 'lastName' | 'membershipno'>,
  { name: by }: TenantActor,
  sentence: string,
): NonNullable<Change['tells']> {
  return { memberId, message: fill(sentence, { by, name: `${firstName} ${lastName}`, membershipno }) }
}
