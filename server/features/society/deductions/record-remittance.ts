import type { recordRemittance as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { EntryId, RemittanceId } from '#domain/ids.ts'
import { entry } from '#domain/books/ledger/entry.ts'
import { moneyText } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { addCrediting } from '#server/db/jobs.ts'
import type { Tx } from '#server/db/tx.ts'
import { findMoneyAccount, findOpenDays } from '#server/features/money/transactions/queries.ts'
import { post } from '#server/ledger/ledger.ts'
import { bankCode } from '#domain/books/ledger/chart.ts'
import { whyNotDate } from '#domain/books/ledger/open-days.ts'
import { planCredit } from './credit-return.ts'
import { findLiveReturns, findSchedule, getSchedule } from './queries.ts'
import { insertRemittance, markPaidReturns } from './store.ts'

/**
 * Posts what an employer paid over. Once all of it is there, the members who wait for it are credited after this request.
 * Refuses: money_account_unknown, remittance_not_owed, remittance_above_owed, a date that the books do not take, and what `planCredit` refuses.
 */
export async function recordRemittance(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now, requestId, fileJobsWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const { scheduleId, amount, paidThrough } = input
  const schedule = await findSchedule(tx, scheduleId, { locked: true })
  const { owed } = await getSchedule(tx, actor, { scheduleId })
  const receivedOn = input.receivedOn ?? dayIn(now)
  const through = await findMoneyAccount(tx, paidThrough, bankCode)
  const reason = whyNotDate(await findOpenDays(tx), receivedOn, dayIn(now))
  if (reason)
    throw reason.detail.field === 'occurredOn' ? refuse(reason.code, { ...reason.detail, field: 'receivedOn' }) : reason
  if (owed === 0n) refuse('remittance_not_owed')
  if (amount > owed) refuse('remittance_above_owed', { field: 'amount', owed: moneyText(owed) })
  if (amount === owed) {
    const waiting = (await findLiveReturns(tx, scheduleId)).filter(({ status }) => status === 'deducted')
    // Who can't be credited is named now, not when the money is in the books.
    if (waiting.length > 0) await planCredit(tx, { scheduleId, returnIds: waiting.map(({ id }) => id), on: receivedOn })
  }

  // From here on it must succeed.
  const id = newId<RemittanceId>()
  const postings = [{ debit: through.id, credit: schedule.receivableId, amount }]
  const voucher = entry({
    id: newId<EntryId>(),
    on: receivedOn,
    kind: 'remittance',
    source: { type: 'remittance', id },
    postings,
  })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: voucher, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('The ledger left a remittance without an answer')
  const { employerId } = schedule
  await insertRemittance(tx, actor.cooperativeId, {
    id,
    scheduleId,
    employerId,
    amount,
    receivedOn,
    accountCode: through.code,
    reference: input.reference || null,
    entryId: posted.entryId,
    number: posted.number,
    by: actor.name,
  })
  if (await markPaidReturns(tx, scheduleId)) await addCrediting(tx, fileJobsWaiting)
  return getSchedule(tx, actor, { scheduleId })
}
