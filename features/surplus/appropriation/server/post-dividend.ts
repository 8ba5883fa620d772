import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import { taxPayableCode } from '#features/accounting/books/rules/chart.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { EntryId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { dividendPaid } from '#features/surplus/appropriation/rules/refusals.ts'
import { addDividendJob } from '#platform/db/payments.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import { findOpenDays, type LockedTransaction } from '#features/savings/transactions/server/reads.ts'
import { saveMembersCredits } from '#features/savings/transactions/server/actions.ts'
import { type Posted, postSelected } from '#platform/ledger/ledger.ts'
import { findGoneMember, findPaidOut, findPassedOn, findRun, findUnspent, lockRunOf, type Run } from './reads.ts'
import { voucherLines } from './writes.ts'

const dividendMemberLeft = refusal(
  'dividend_member_left',
  409,
  '{name} was deleted since this was worked out. Reject it and work it out again.',
)
const dividendPaidOut = refusal(
  'dividend_paid_out',
  409,
  "Some of this dividend was paid to members' banks: {names}. Reverse those payments under Transactions first.",
)
const dividendSpent = refusal(
  'dividend_spent',
  409,
  'Shares were bought or loans repaid of this dividend: {names}. Reverse those purchases and repayments first.',
)

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
  // Each member's own amount takes its place.
  const told = { amount: '{amount}', name: run.name, to: dayText(run.to) }
  await saveMembersCredits(tx, actor, posted.entryId, {
    type: 'dividend',
    number: posted.number,
    on: occurredOn,
    description: t('{name}, year to {to}', { name: run.name, to: dayText(run.to) }),
    told:
      run.basis === 'named'
        ? t('{amount} Your part of {name} for the year to {to} is on your account.', told)
        : t('{amount} {name} for the year to {to} is on your account.', told),
    link: '/member/dividends',
  })
  await update(tx, 'app.dividend_run', { runId: run.runId }, { postedOn: occurredOn })
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
  if (gone) refuse(dividendMemberLeft({ name: gone.name }))
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
    return more > 0 ? t('{names} and {more} others', { names: names.slice(0, 5).join(', '), more }) : names.join(', ')
  }
  if (passedOn.some(({ why }) => why === 'paid')) refuse(dividendPaidOut({ names: namesOf('paid') }))
  if (passedOn.length > 0) refuse(dividendSpent({ names: namesOf('spent') }))
}

/** Refuses the reversal of an appropriation of which a line is paid out to members: dividend_paid. */
export async function refusePaidOut(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const name = await findPaidOut(tx, entryId)
  if (name !== undefined) refuse(dividendPaid({ name }))
}
