import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayText } from '#domain/calendar.ts'
import { taxPayableCode } from '#features/accounting/books/rules/chart.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { EntryId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { addDividendJob } from '#server/db/payments.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { needChartAccount } from '#features/accounting/books/server/queries.ts'
import { findOpenDays, type LockedTransaction } from '#features/savings/transactions/server/queries.ts'
import { saveMembersCredits } from '#features/savings/transactions/server/save-members-credits.ts'
import { type Posted, postSelected } from '#server/ledger/ledger.ts'
import { findGoneMember, findPaidOut, findPassedOn, findRun, findUnspent, lockRunOf, type Run } from './queries.ts'
import { markRunPosted, voucherLines } from './store.ts'
import { fill } from '#domain/fill.ts'
import * as strings from './strings.ts'

/** Posts a run as one voucher, exactly as its lines have it, and keeps each member's part among their transactions. Refuses: chart_account_missing, and as `postSelected` does. */
export async function postDividend(
  tx: Tx,
  actor: TenantActor,
  run: Pick<Run, 'runId' | 'accountId' | 'basis' | 'name' | 'to' | 'tax'>,
  { occurredOn, requestId, paymentsWaiting }: { occurredOn: Day; requestId: string; paymentsWaiting: () => void },
): Promise<Posted> {
  const taxId = run.tax > 0n ? await needChartAccount(tx, taxPayableCode) : null
  const head = {
    id: newId<EntryId>(),
    on: occurredOn,
    kind: 'dividend' as const,
    source: { type: 'dividend_run', id: run.runId },
    actorId: actor.loginId,
    requestId,
  }
  const posted = await postSelected(tx, actor.cooperativeId, head, voucherLines(run.runId, run.accountId, taxId))
  await saveMembersCredits(tx, actor, posted.entryId, {
    type: 'dividend',
    number: posted.number,
    on: occurredOn,
    description: fill(strings.yearTo, { name: run.name, to: dayText(run.to) }),
    told: fill(run.basis === 'named' ? strings.partCredited : strings.dividendCredited, {
      amount: '{amount}',
      name: run.name,
      to: dayText(run.to),
    }),
    link: '/member/dividends',
  })
  await markRunPosted(tx, run.runId, occurredOn)
  if ((await findUnspent(tx, run.runId)).length > 0) await addDividendJob(tx, run.runId, paymentsWaiting)
  return posted
}

/** Checks a pending run against today's rules, and answers how it is posted. Refuses: dividend_member_left, chart_account_missing, and a date that the books do not take. */
export async function postWaitingDividend(
  tx: Tx,
  actor: TenantActor,
  { id, occurredOn }: LockedTransaction,
  { today, requestId, paymentsWaiting }: { today: Day; requestId: string; paymentsWaiting: () => void },
) {
  const run = await findRun(tx, { transactionId: id })
  const reason = whyNotDate(await findOpenDays(tx), occurredOn, today)
  if (reason) throw reason
  const gone = await findGoneMember(tx, run.runId)
  if (gone) refuse('dividend_member_left', { name: gone.name })
  return async () => ({
    ...(await postDividend(tx, actor, run, { occurredOn, requestId, paymentsWaiting })),
    ...{ occurredOn, through: null },
  })
}

/** Refuses the reversal of a dividend of which something went on: dividend_paid_out, dividend_spent. */
export async function refusePassedOn(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  await lockRunOf(tx, entryId)
  const passedOn = await findPassedOn(tx, entryId)
  const namesOf = (why: 'paid' | 'spent') => {
    const names = passedOn.filter((each) => each.why === why).map(({ name }) => name)
    const more = names.length - 5
    return more > 0 ? fill(strings.andOthers, { names: names.slice(0, 5).join(', '), more }) : names.join(', ')
  }
  if (passedOn.some(({ why }) => why === 'paid')) refuse('dividend_paid_out', { names: namesOf('paid') })
  if (passedOn.length > 0) refuse('dividend_spent', { names: namesOf('spent') })
}

/** Refuses the reversal of an appropriation of which a line is paid out to members: dividend_paid. */
export async function refusePaidOut(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const name = await findPaidOut(tx, entryId)
  if (name !== undefined) refuse('dividend_paid', { name })
}
