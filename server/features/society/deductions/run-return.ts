import type { TenantActor } from '#domain/actor.ts'
import type { CooperativeId, ReturnId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/database.ts'
import type { Tx } from '#server/db/tx.ts'
import { postFile } from '#server/jobs/post-file.ts'
import { creditPaidReturns } from './credit-paid-returns.ts'
import { creditReturn, planCredit } from './credit-return.ts'
import { findReturn, findSchedule, findSettings, replyOf, type Return } from './queries.ts'
import { insertDeductions, markAccepted, markFailed, markPaidReturns, setProgress } from './store.ts'

/** What a person is told when only we can do something about it. */
const bugSentence = 'Something went wrong on our side. Nothing was stored. Please post the return again.'
const stoppedSentence = 'The server stopped while this return was being posted. Nothing was stored. Post it again.'

/** Takes a whole return as true, posted as `postFile` does. */
export async function runReturn(context: Context, actor: TenantActor, returnId: ReturnId): Promise<void> {
  const { database, log, requestId } = context
  const returns = { kind: 'a return', find: findReturn, setProgress, markFailed, bugSentence }
  const isPosted = await postFile(context, actor, returnId, returns, async (tx, found, tell) => {
    const { creditOn } = await findSettings(tx)
    const { scheduleId, occurredOn } = found
    const plan =
      creditOn === 'deduction' ? await planCredit(tx, { scheduleId, returnIds: [returnId], on: occurredOn }) : null
    await acceptReturn(tx, actor, found, plan !== null)
    const { rows } = await replyOf(tx, found)
    tell(Math.trunc(rows / 2))
    const posted = plan ? await creditReturn(tx, actor, found, plan, requestId) : null
    if (!posted) await findSchedule(tx, scheduleId, { locked: true })
    // The return's own row comes last: the progress of this very transaction would wait for its lock.
    await markAccepted(tx, returnId, actor.name, posted)
    // The employer may have paid before, for a return that was taken back.
    if (!posted) await markPaidReturns(tx, scheduleId)
  })
  // Whatever becomes of this, the posting remains, and the clock's job comes to those who were not told.
  if (isPosted)
    await creditPaidReturns(database, actor.cooperativeId, context.now).catch((error: unknown) =>
      log.error({ err: error, requestId, returnId }, 'the members of a return could not be credited or told yet'),
    )
}

/** Ends a return that no run could end. */
export async function giveUpReturn(
  database: Database,
  cooperativeId: CooperativeId,
  returnId: ReturnId,
): Promise<void> {
  await database.tenant({ cooperativeId, role: 'job' }, (tx) => markFailed(tx, returnId, stoppedSentence))
}

/** What was deducted of a member for a month is kept once. Refuses: deduction_posted, where another file was quicker. */
export async function acceptReturn(tx: Tx, actor: TenantActor, found: Return, credited: boolean): Promise<void> {
  try {
    const { period } = await findSchedule(tx, found.scheduleId)
    await insertDeductions(tx, actor.cooperativeId, found, period, credited)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'deducted_once')
      refuse('deduction_posted')
    throw error
  }
}
