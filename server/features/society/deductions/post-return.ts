import type { postReturn as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import { isSelf, type TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findOpenDays } from '#server/features/money/transactions/queries.ts'
import { addFileJob } from '#server/db/jobs.ts'
import { whyNotDate } from '#domain/books/ledger/open-days.ts'
import { findLiveReturns, findReturn, findSchedule, listAboveSchedule, replyOf } from './queries.ts'
import { markPosting } from './store.ts'
import { refuseClosed } from './update-return.ts'
import { refuseRepeated } from './upload-return.ts'

/**
 * Starts the posting of a return; a second press finds it started.
 * Refuses: own_deduction_above_schedule, return_busy, return_closed, return_file_posted, return_nothing_to_post, a date that the books do not take.
 */
export async function postReturn(
  tx: Tx,
  actor: TenantActor,
  { returnId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { scheduleId } = await findReturn(tx, returnId)
  await findSchedule(tx, scheduleId, { locked: true })
  const found = await findReturn(tx, returnId, { locked: true })
  refuseClosed(found)
  refuseRepeated(
    (await findLiveReturns(tx, scheduleId)).filter(({ id }) => id !== returnId),
    found.fileHash,
  )
  const reason = whyNotDate(await findOpenDays(tx), found.occurredOn, dayIn(context.now))
  if (reason) throw reason
  const { totals } = await replyOf(tx, found)
  if (totals.posted + totals.unallocated === 0n) refuse('return_nothing_to_post')
  if ((await listAboveSchedule(tx, returnId)).some((memberId) => isSelf(actor, memberId)))
    refuse('own_deduction_above_schedule')

  // From here on the start must succeed.
  await markPosting(tx, returnId)
  await addFileJob(tx, actor, { kind: 'return', subject: returnId }, context)
  return replyOf(tx, { ...found, status: 'posting', progress: 0, failure: null })
}
