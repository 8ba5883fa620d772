import { refusalMessage } from '#contract/refusals.ts'
import { dayIn } from '#domain/calendar.ts'
import type { CooperativeId, ReturnId } from '#domain/ids.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Database, Scope } from '#server/db/database.ts'
import { findOpenDays } from '#server/features/money/transactions/queries.ts'
import { inTurn } from '#server/jobs/in-turn.ts'
import { progressWriter } from '#server/jobs/progress.ts'
import { whyNotDate } from '#domain/books/ledger/open-days.ts'
import { creditReturn, planCredit } from './credit-return.ts'
import { findPaidReturns, findReturn, replyOf } from './queries.ts'
import { markCredited, markCreditFailed, markPosted, setProgress, tryHoldReturn } from './store.ts'
import { tellCredited } from './tell-credited.ts'

const timeoutSeconds = 300

/** What a person is told when only we can do something about it. */
const bugSentence = 'Something went wrong on our side. Nothing was stored.'

/**
 * Credits the members of a cooperative's returns that are marked as paid over, each return in a transaction of its own: all
 * of its lines or none. The mark ends with that transaction, so it may be called at any time, by any process and after a
 * kill, and each return is credited once. What can't be credited says why on the return, and is tried again.
 */
export async function creditPaidReturns(database: Database, cooperativeId: CooperativeId, now: Date): Promise<void> {
  const paid = await database.tenant({ cooperativeId, role: 'job' }, (tx) => findPaidReturns(tx))
  await inTurn('returns', paid, ({ id }) => creditPaidReturn(database, cooperativeId, id, now))
  await tellCredited(database, cooperativeId)
}

async function creditPaidReturn(
  database: Database,
  cooperativeId: CooperativeId,
  returnId: ReturnId,
  now: Date,
): Promise<void> {
  const scope: Scope = { cooperativeId, role: 'job' }
  const tell = progressWriter((progress) => database.tenant(scope, (tx) => setProgress(tx, returnId, progress)))
  try {
    await database.tenant(
      scope,
      async (tx) => {
        // Whoever has it credits it already, or takes it or its remittance back.
        if (!(await tryHoldReturn(tx, returnId))) return
        const [paid] = await findPaidReturns(tx, returnId)
        if (!paid) return
        const found = await findReturn(tx, returnId)
        const today = dayIn(now)
        // The books may have been closed since the money came; the members are credited all the same.
        const on = whyNotDate(await findOpenDays(tx), paid.receivedOn, today) ? today : paid.receivedOn
        const plan = await planCredit(tx, { scheduleId: found.scheduleId, returnIds: [returnId], on })
        const { rows } = await replyOf(tx, found)

        // From here on it must succeed.
        await markCredited(tx, returnId)
        tell(Math.trunc(rows / 2))
        const posted = await creditReturn(tx, { ...paid, cooperativeId }, found, plan, paid.requestId)
        // The return's own row comes last: the progress of this very transaction would wait for its lock.
        await markPosted(tx, returnId, posted)
      },
      { timeoutSeconds },
    )
  } catch (error) {
    const failure = error instanceof Refusal ? refusalMessage(error.code, error.detail) : bugSentence
    await database.tenant(scope, (tx) => markCreditFailed(tx, returnId, failure))
    if (!(error instanceof Refusal)) throw error
  }
}
