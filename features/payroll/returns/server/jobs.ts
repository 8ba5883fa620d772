import { sentenceOf } from '#core/contract/refusals.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { dayIn, periodName, periodOf } from '#core/calendar.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, ReturnId } from '#core/ids.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { findSchedule, findSettings } from '#features/payroll/schedules/server/reads.ts'
import type { Context } from '#platform/context.ts'
import type { Database, Scope } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { inTurn } from '#platform/jobs/in-turn.ts'
import { postFile } from '#platform/jobs/post-file.ts'
import { progressWriter } from '#platform/jobs/progress.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { creditReturn, planCredit } from './credit-return.ts'
import { findPaidBefore, findPaidReturns, findReturn, replyOf, type Return } from './reads.ts'
import {
  lockUnnotified,
  insertCreditNotices,
  insertDeductions,
  markAccepted,
  markCreditFailed,
  markPaidReturns,
  overMany,
  setProgress,
  tryHoldReturn,
} from './writes.ts'

const deductionPosted = refusal(
  'deduction_posted',
  409,
  'Part of this has been posted from another file meanwhile. Choose the file again.',
)

const paidMeanwhile = refusal(
  'return_paid_before',
  409,
  'What these members have paid for this month has changed meanwhile. Choose what to do about it, then post the return again.',
)

const timeoutSeconds = 300

/** What a person is told when only we can do something about it. */
const notCreditedSentence = 'Something went wrong on our side. Nothing was stored.'
const bugSentence = `${notCreditedSentence} Please post the return again.`
const stoppedSentence = 'The server stopped while this return was being posted. Nothing was stored. Post it again.'

async function markFailed(tx: Tx, returnId: ReturnId, failure: string): Promise<void> {
  await update(tx, 'app.deduction_return', { returnId, status: 'posting' }, { status: 'failed', progress: 0, failure })
}

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
    if (!posted) {
      await findSchedule(tx, scheduleId, { locked: true })
      // A month's sheet asks about what was deducted: one that is being posted sees this, or comes before it.
      await blockPostings(tx, actor.cooperativeId)
    }
    // The books are locked: a sheet that was quicker is seen, and a slower one sees this.
    const before = await overMany(tx, () => findPaidBefore(tx, found, posted?.entryId ?? null))
    if (before && before.paid !== found.paidBeforeAccepted) refuse(paidMeanwhile())
    // The return's own row comes last: the progress of this very transaction would wait for its lock.
    await refuseOvertaken(() => markAccepted(tx, returnId, actor.name, posted))
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

/** What was deducted of a member for a month is kept once for a return. */
export async function acceptReturn(tx: Tx, actor: TenantActor, found: Return, credited: boolean): Promise<void> {
  const { period } = await findSchedule(tx, found.scheduleId)
  await insertDeductions(tx, actor.cooperativeId, found, period, credited)
}

/** Refuses: deduction_posted, where another file was quicker. */
async function refuseOvertaken(accept: () => Promise<void>): Promise<void> {
  try {
    await accept()
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'one_return_after')
      refuse(deductionPosted())
    throw error
  }
}

/**
 * Credits the members of a cooperative's returns that are marked as paid over, each return in a transaction of its own: all
 * of its lines or none. The mark ends with that transaction, so it may be called at any time, by any process and after a
 * kill, and each return is credited once. What can't be credited says why on the return, and is tried again.
 */
export async function creditPaidReturns(database: Database, cooperativeId: CooperativeId, now: Date): Promise<void> {
  const paid = await database.tenant({ cooperativeId, role: 'job' }, (tx) => findPaidReturns(tx))
  await inTurn('returns', paid, ({ id }) => creditPaidReturn(database, cooperativeId, id, now))
  await notifyCredited(database, cooperativeId)
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
        // Another transaction has it: it credits the return already, or reverses it or its remittance.
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
        await update(tx, 'app.deduction', { returnId, credited: false }, { credited: true })
        tell(Math.trunc(rows / 2))
        const posted = await creditReturn(tx, { ...paid, cooperativeId }, found, plan, paid.requestId)
        // The return's own row comes last: the progress of this very transaction would wait for its lock.
        const { entryId, number: entryNo } = posted
        const changed = {
          status: 'posted' as const,
          entryId,
          entryNo,
          membersNotified: false,
          progress: 0,
          failure: null,
        }
        await update(tx, 'app.deduction_return', { returnId }, changed)
      },
      { timeoutSeconds },
    )
  } catch (error) {
    const failure = error instanceof Refusal ? sentenceOf(error) : notCreditedSentence
    await database.tenant(scope, (tx) => markCreditFailed(tx, returnId, failure))
    if (!(error instanceof Refusal)) throw error
  }
}

/**
 * Notifies the members of a cooperative of what returns have credited to them. It comes after the posting, whose reply does not wait
 * for it, in a transaction of its own that notes that they were told: each is told once, also where a server died between.
 */
export async function notifyCredited(database: Database, cooperativeId: CooperativeId): Promise<void> {
  await database.tenant(
    { cooperativeId, role: 'job' },
    async (tx) => {
      const untold = await lockUnnotified(tx)
      if (untold.length === 0) return
      await insertCreditNotices(
        tx,
        cooperativeId,
        untold.map(({ id, entryId, period }) => ({ id, entryId, month: periodName(periodOf(period)) })),
      )
    },
    { timeoutSeconds },
  )
}
