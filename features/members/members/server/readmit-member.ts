import type { readmitMember as contract } from '#features/members/members/readmission.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { zeroKobo } from '#core/money.ts'
import { whyNotReadmit } from '#features/members/members/rules/readmission.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findFormerMember, findMember } from './queries.ts'
import { insertDueFromChange, lockMember, moveDueFrom, readmit } from './store.ts'

/**
 * Admits a former member again. Their accounts are empty since the settlement and are theirs again; what they were before
 * stays with the leaving that ended it. Refuses: not_found, readmission_of_deceased, readmission_of_member,
 * readmission_of_erased, readmission_owed, readmission_reversal_waits, readmission_before_leaving, dated_in_future.
 */
export async function readmitMember(
  tx: Tx,
  actor: TenantActor,
  { id, joinedOn: given, reason }: Parsed<typeof contract>,
  { now }: Pick<Context, 'now'>,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const joinedOn = given ?? today
  await lockMember(tx, id)
  const why = whyNotReadmit(await findFormerMember(tx, id), joinedOn, today)
  if (why) throw why

  // From here on it must succeed.
  await readmit(tx, actor, { memberId: id, joinedOn, reason })
  const dueFrom = firstDayOf(periodOf(joinedOn))
  await moveDueFrom(tx, actor.cooperativeId, { dueFrom, arrears: [], only: id })
  await insertDueFromChange(tx, actor, { memberId: id, dueFrom, arrears: zeroKobo, reason })
  return findMember(tx, id)
}
