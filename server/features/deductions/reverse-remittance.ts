import type { reverseRemittance as contract } from '#contract/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { reverse } from '#server/ledger/ledger.ts'
import { findRemittance, findSchedule, getSchedule } from './queries.ts'
import { keepRemittanceReason, tryHoldPaidReturns, unmarkPaidReturns } from './store.ts'

/**
 * Undoes a remittance; what it paid is owed again. Members who were credited keep it, and returns that are to be credited
 * wait for the money again. Refuses: remittance_reversed, return_crediting.
 */
export async function reverseRemittance(tx: Tx, actor: TenantActor, { remittanceId, reason }: Parsed<typeof contract>, { now, requestId }: Context): Promise<Replied<typeof contract>> {
  const { scheduleId } = await findRemittance(tx, remittanceId)
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findRemittance(tx, remittanceId)
  if (found.reversedAt !== null) refuse('remittance_reversed')
  if (!(await tryHoldPaidReturns(tx, scheduleId))) refuse('return_crediting')

  // From here on it must succeed.
  await reverse(tx, actor.cooperativeId, found.entryId, { on: dayIn(now), actorId: actor.loginId, requestId })
  await keepRemittanceReason(tx, remittanceId, reason)
  await unmarkPaidReturns(tx, scheduleId)
  return getSchedule(tx, actor, { scheduleId })
}
