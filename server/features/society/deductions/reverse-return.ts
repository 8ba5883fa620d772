import type { reverseReturn as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { addCrediting } from '#server/db/jobs.ts'
import type { Tx } from '#server/db/tx.ts'
import { makeReversal, reverseTransaction } from '#server/features/money/transactions/reverse-transaction.ts'
import { findReturn, findSchedule, findVoucherTransaction, replyOf } from './queries.ts'
import { dropDeductions, keepReturnReason, markPaidReturns, tryHoldReturn } from './store.ts'

/**
 * Undoes a return as a whole: its voucher by the usual reversal, or, where the members are not credited yet, the claim
 * that it was deducted. What is left of its schedule may be paid over with that, and is then credited.
 * Refuses: return_busy, return_crediting, return_not_posted, and what `reverseTransaction` refuses.
 */
export async function reverseReturn(
  tx: Tx,
  actor: TenantActor,
  { returnId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { scheduleId, status } = await findReturn(tx, returnId)
  await findSchedule(tx, scheduleId, { locked: true })
  if (!(await tryHoldReturn(tx, returnId))) refuse(status === 'crediting' ? 'return_crediting' : 'return_busy')
  const found = await findReturn(tx, returnId, { locked: true })
  if (found.status === 'deducted' || found.status === 'crediting') await dropDeductions(tx, returnId)
  else if (found.status === 'posted' && found.entryId) {
    const transaction = await findVoucherTransaction(tx, found.entryId)
    if (transaction)
      await reverseTransaction(tx, actor, { transactionId: transaction.id, reason, voucher: true }, context)
    else
      await makeReversal(
        tx,
        actor,
        { entryId: found.entryId, held: [], reason },
        { on: dayIn(context.now), requestId: context.requestId },
      )
  } else refuse('return_not_posted')
  await keepReturnReason(tx, returnId, reason)
  if (await markPaidReturns(tx, scheduleId)) await addCrediting(tx, context.fileJobsWaiting)
  return replyOf(tx, await findReturn(tx, returnId))
}
