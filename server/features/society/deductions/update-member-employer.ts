import type { updateMemberEmployer as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { refuseTakenNumber } from './assign-members.ts'
import { findEmployer, getMemberEmployer } from './queries.ts'
import { deleteEmployment, upsertEmployments } from './store.ts'

/** Assigns a member to an employer, or to none; what is left out stays. Refuses: staff_number_taken, staff_number_wanted. */
export async function updateMemberEmployer(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const { memberId, employerId } = input
  const before = await getMemberEmployer(tx, actor, { memberId })
  if (employerId === null) {
    await deleteEmployment(tx, memberId)
    return null
  }
  await findEmployer(tx, employerId)
  const staffNumber =
    input.staffNumber ??
    (before?.employerId === employerId ? before.staffNumber : refuse('staff_number_wanted', { field: 'staffNumber' }))
  await refuseTakenNumber(tx, employerId, staffNumber, memberId)

  // From here on it must succeed.
  const from = input.from ?? (before?.employerId === employerId ? before.from : dayIn(now))
  await upsertEmployments(tx, actor.cooperativeId, employerId, [
    { memberId, staffNumber, from, shares: input.shares ?? null },
  ])
  return getMemberEmployer(tx, actor, { memberId })
}
