import type { changeDueFrom as contract } from '#features/members/members/due-from.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { addMonths, type Day, dayIn, dayText, firstDayOf, periodName, periodOf } from '#core/calendar.ts'
import { monthsAheadMax } from '#features/members/requests/rules/member-request.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { contributionsDueAfter } from '#features/members/members/rules/monthly-contribution.ts'
import { findMember } from './queries.ts'
import { type DueFrom, insertDueFromChange, lockMember, moveDueFrom, setSocietyDueFrom } from './store.ts'

/** Refuses: not_found, own_contributions, due_before_joining, due_too_late. */
export async function changeDueFrom(
  tx: Tx,
  actor: TenantActor,
  { id, dueFrom, arrears, reason }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  if (isSelf(actor, id)) refuse('own_contributions')
  await lockMember(tx, id)
  const { firstName, lastName, registrationDate } = await findMember(tx, id)
  if (dueFrom < periodOf(registrationDate))
    refuse('due_before_joining', {
      field: 'dueFrom',
      name: `${firstName} ${lastName}`,
      joined: dayText(registrationDate),
    })
  const last = addMonths(periodOf(dayIn(now)), monthsAheadMax)
  if (dueFrom > last) refuse('due_too_late', { field: 'dueFrom', last: periodName(last) })
  await moveDueFrom(tx, actor.cooperativeId, {
    dueFrom: firstDayOf(dueFrom),
    arrears: arrears > 0n ? [{ memberId: id, amount: arrears }] : [],
    only: id,
  })
  await insertDueFromChange(tx, actor, { memberId: id, dueFrom: firstDayOf(dueFrom), arrears, reason })
  return findMember(tx, id)
}

/** All members' contributions are due from the month after opening balances of this day; what each owed on it is brought forward. */
export async function bringArrearsForward(
  tx: Tx,
  { cooperativeId }: TenantActor,
  openingBalancesOn: Day,
  arrears: DueFrom['arrears'],
): Promise<void> {
  const dueFrom = firstDayOf(contributionsDueAfter(openingBalancesOn))
  await setSocietyDueFrom(tx, cooperativeId, dueFrom)
  await moveDueFrom(tx, cooperativeId, { dueFrom, arrears })
}
