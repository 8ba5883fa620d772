import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { EntryId, InterestRunId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { needChartAccount } from '#features/accounting/books/server/queries.ts'
import type { Tx } from '#platform/db/tx.ts'
import { keepPostedRun } from '#features/savings/transactions/server/keep-posted-run.ts'
import { findOpenDays, type LockedTransaction } from '#features/savings/transactions/server/queries.ts'
import { saveMembersCredits } from '#features/savings/transactions/server/save-members-credits.ts'
import { type Posted, postSelected } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { findGoneMember, findRun } from './queries.ts'
import { voucherLines } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Asked = { runId: InterestRunId; name: string; to: Day; occurredOn: Day; description: string }

/** Posts a run as one voucher, exactly as its lines have it, and keeps each member's part among their transactions. Refuses as `postSelected` does. */
export async function postInterest(
  tx: Tx,
  actor: TenantActor,
  { runId, name, to, occurredOn, description }: Asked,
  requestId: string,
): Promise<Posted> {
  const expenseId = await needChartAccount(tx, interestCode)
  const head = {
    id: newId<EntryId>(),
    on: occurredOn,
    kind: 'interest' as const,
    source: { type: 'interest_run', id: runId },
    actorId: actor.loginId,
    requestId,
  }
  const posted = await postSelected(tx, actor.cooperativeId, head, voucherLines(runId, expenseId))
  await saveMembersCredits(tx, actor, posted.entryId, {
    type: 'interest',
    number: posted.number,
    on: occurredOn,
    description,
    told: fill(strings.interestCredited, { amount: '{amount}', name, to: dayText(to) }),
    link: '/member/transactions',
  })
  return posted
}

/** Checks a pending run against today's rules, and answers how it is posted. Refuses: interest_member_left, and a date that the books do not take. */
export async function postWaitingInterest(
  tx: Tx,
  actor: TenantActor,
  { id, occurredOn, description }: LockedTransaction,
  { today, requestId }: { today: Day; requestId: string },
) {
  const run = await findRun(tx, { transactionId: id })
  const reason = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (reason) throw reason
  const gone = await findGoneMember(tx, run.runId)
  if (gone) refuse('interest_member_left', { name: gone.name })
  return async () => ({
    ...(await postInterest(tx, actor, { ...run, occurredOn, description }, requestId)),
    occurredOn,
    through: null,
  })
}

/** Posts a run that waits for no one. */
export async function postInterestNow(
  tx: Tx,
  actor: TenantActor,
  asked: Asked & { transactionId: LockedTransaction['id'] },
  requestId: string,
): Promise<Posted> {
  const posted = await postInterest(tx, actor, asked, requestId)
  await keepPostedRun(tx, asked.transactionId, posted, asked.occurredOn)
  return posted
}
