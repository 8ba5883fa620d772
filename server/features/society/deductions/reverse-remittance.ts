import type { reverseRemittance as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn, dayText } from '#domain/calendar.ts'
import { moneyText } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { approvalsOf } from '#domain/access/approvals/approvals.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#server/features/access/change-requests/ask-for-change.ts'
import { findApprovalRules } from '#server/features/access/approvals/queries.ts'

import { reverse } from '#server/ledger/ledger.ts'
import { findRemittance, findSchedule, getSchedule } from './queries.ts'
import { keepRemittanceReason, tryHoldPaidReturns, unmarkPaidReturns } from './store.ts'

/**
 * Undoes a remittance; what it paid is owed again. Members who were credited keep it, and returns that are to be credited
 * wait for the money again. Refuses: remittance_reversed, return_crediting.
 */
export async function reverseRemittance(
  tx: Tx,
  actor: TenantActor,
  { remittanceId, reason }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
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

/** “Reverse the remittance of ₦5,000.00 that Kano Mills paid over on 3 Feb 2026. Reason: …”; it waits as a reversal of as much does. */
export async function describeReversedRemittance(
  tx: Tx,
  _actor: TenantActor,
  { remittanceId, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { scheduleId, amount, receivedOn } = await findRemittance(tx, remittanceId)
  const [{ employer }, { reversal }] = [await findSchedule(tx, scheduleId), await findApprovalRules(tx)]
  return {
    description: `Reverse the remittance of ${moneyText(amount)} that ${employer} paid over on ${dayText(receivedOn)}. Reason: ${reason}`,
    money: { amount, approvals: approvalsOf(reversal, amount) },
  }
}
