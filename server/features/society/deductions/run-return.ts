import { refusalMessage } from '#contract/refusals.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { CooperativeId, ReturnId } from '#domain/ids.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Database, Scope } from '#server/db/database.ts'
import { holdFile, mayRunAgain } from '#server/db/jobs.ts'
import type { Tx } from '#server/db/tx.ts'
import { progressWriter } from '#server/jobs/progress.ts'
import { creditPaidReturns } from './credit-paid-returns.ts'
import { creditReturn, planCredit } from './credit-return.ts'
import { findReturn, findSchedule, findSettings, replyOf, type Return } from './queries.ts'
import { insertDeductions, markAccepted, markFailed, markPaidReturns, setProgress } from './store.ts'

const timeoutSeconds = 300

/** What a person is told when only we can do something about it. */
const bugSentence = 'Something went wrong on our side. Nothing was stored. Please post the return again.'
const stoppedSentence = 'The server stopped while this return was being posted. Nothing was stored. Post it again.'

/**
 * Takes a whole return as true in one transaction, so that all of its lines are stored or none, and tells the progress
 * through others. Who pressed the button has had their answer, and reads the outcome on the return. Throws where the database
 * was lost: it may run again at any time, and posts what is not posted yet.
 */
export async function runReturn(context: Context, actor: TenantActor, returnId: ReturnId): Promise<void> {
  const { database, log, requestId } = context
  const scope: Scope = { cooperativeId: actor.cooperativeId, role: 'job' }
  const tell = progressWriter((progress) => database.tenant(scope, (tx) => setProgress(tx, returnId, progress)))
  try {
    await database.tenant(
      scope,
      async (tx) => {
        await holdFile(tx, returnId)
        const found = await findReturn(tx, returnId)
        // An earlier run may have ended it without having heard so.
        if (found.status !== 'posting') return
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
      },
      { timeoutSeconds },
    )
    // Whatever becomes of this, the posting remains, and the clock's job comes to those who were not told.
    await creditPaidReturns(database, actor.cooperativeId, context.now).catch((error: unknown) =>
      log.error({ err: error, requestId, returnId }, 'the members of a return could not be credited or told yet'),
    )
  } catch (error) {
    if (mayRunAgain(error)) throw error
    if (!(error instanceof Refusal)) log.error({ err: error, requestId, returnId }, 'a return could not be posted')
    const failure = error instanceof Refusal ? refusalMessage(error.code, error.detail) : bugSentence
    await database.tenant(scope, (tx) => markFailed(tx, returnId, failure))
  }
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
