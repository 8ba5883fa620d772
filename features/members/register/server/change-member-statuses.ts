import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { changeMemberStatuses as contract } from '#features/members/register/contract.ts'
import { officeOf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { isFormer } from '#features/members/members/rules/member.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { readmitMember } from '#features/members/members/server/readmit-member.ts'
import { findBorrowers, lockSelected } from './queries.ts'
import { setStatuses } from './store.ts'

/**
 * Makes members active or inactive. Whose status may not change here is left and named. Who has left becomes a member again
 * where they alone are named: by today's date, as `readmitMember` does. Refuses: not_found, too_many_members, and for one who has left what a readmission refuses.
 */
export async function changeMemberStatuses(
  tx: Tx,
  actor: TenantActor,
  { members, status, reason }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const all = await lockSelected(tx, members, dayIn(now))
  const [only] = all
  if (only && 'ids' in members && all.length === 1 && status === 'active' && isFormer(only.status)) {
    await readmitMember(tx, actor, { id: only.memberId, reason }, { now })
    return { changed: 1, unchanged: 0, refused: [] }
  }
  const wanted = all.filter(
    (member) =>
      member.status !== status && (status === 'active' || !isFormer(member.status)) && member.status !== 'deceased',
  )
  const borrowers =
    status === 'inactive'
      ? await findBorrowers(
          tx,
          wanted.map(({ memberId }) => memberId),
        )
      : new Set()
  // An officer's status is their part in approving: it changes on their own page, where it takes two.
  const whyNot = ({ memberId, roles, status: memberStatus }: (typeof wanted)[number]) =>
    isFormer(memberStatus)
      ? ('has_left' as const)
      : officeOf(roles) !== undefined
        ? ('in_office' as const)
        : borrowers.has(memberId)
          ? ('has_loan' as const)
          : undefined
  const free = wanted.filter((member) => whyNot(member) === undefined)

  // From here on the change must succeed.
  if (free.length > 0)
    await setStatuses(
      tx,
      actor,
      free.map(({ memberId }) => memberId),
      status,
      reason,
    )
  return {
    changed: free.length,
    unchanged: all.length - wanted.length,
    refused: wanted.flatMap((member) => {
      const why = whyNot(member)
      return why === undefined
        ? []
        : [
            {
              memberId: member.memberId,
              membershipno: member.membershipno,
              name: `${member.firstName} ${member.lastName}`,
              why,
            },
          ]
    }),
  }
}
