import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { bankCode } from '#features/accounting/books/rules/chart.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { dayText } from '#core/calendar.ts'
import type { EntryId, RemittanceId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/payroll/remittances/contract.ts'
import { planCredit } from '#features/payroll/returns/server/credit-return.ts'
import { returnCrediting } from '#features/payroll/returns/rules/refusals.ts'
import { findLiveReturns } from '#features/payroll/returns/server/reads.ts'
import { markPaidReturns, tryHoldPaidReturns, unmarkPaidReturns } from '#features/payroll/returns/server/writes.ts'
import { findSchedule, getSchedule } from '#features/payroll/schedules/server/reads.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { addCrediting } from '#platform/db/jobs.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { insert, update } from '#platform/db/write.ts'
import { findMoneyAccount, findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { post, reverse } from '#platform/ledger/ledger.ts'
import { findRemittance } from './reads.ts'

const remittanceAboveOwed = refusal(
  'remittance_above_owed',
  409,
  'Only {owed} of this month is still to be paid over. Enter that or less.',
)
const remittanceNotOwed = refusal(
  'remittance_not_owed',
  409,
  'Nothing of this month waits to be paid over. If its return is not posted yet, post it first.',
)
const remittanceReversed = refusal('remittance_reversed', 409, 'This remittance has already been reversed.')

/**
 * Once all that is owed is there, the members who wait for it are credited after this request.
 * Refuses: money_account_unknown, remittance_not_owed, remittance_above_owed, a date that the books do not take, and what `planCredit` refuses.
 */
export const recordRemittance = action(contract.recordRemittance, async (ask, input) => {
  const { tx, actor, today, context } = ask
  const { scheduleId, amount, paidThrough, reference, receivedOn = today } = input
  const { employerId, receivableId } = await findSchedule(tx, scheduleId, { locked: true })
  const { owed } = await getSchedule(ask, { scheduleId })
  const through = await findMoneyAccount(tx, paidThrough, bankCode)
  const reason = whyNotDate(await findOpenDays(tx), receivedOn, today)
  if (reason)
    throw reason.detail.field === 'occurredOn' ? refuse(reason.code, { ...reason.detail, field: 'receivedOn' }) : reason
  if (owed === 0n) refuse(remittanceNotOwed())
  if (amount > owed) refuse(remittanceAboveOwed({ field: 'amount', owed: moneyText(owed) }))
  if (amount === owed) {
    const waiting = (await findLiveReturns(tx, scheduleId)).filter(({ status }) => status === 'deducted')
    // Who can't be credited is named now, not when the money is in the books.
    if (waiting.length > 0) await planCredit(tx, { scheduleId, returnIds: waiting.map(({ id }) => id), on: receivedOn })
  }

  // From here on it must succeed.
  const remittanceId = newId<RemittanceId>()
  const voucher = entry({
    id: newId<EntryId>(),
    on: receivedOn,
    kind: 'remittance',
    source: { type: 'remittance', id: remittanceId },
    postings: [{ debit: through.id, credit: receivableId, amount }],
  })
  const { requestId } = context
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: voucher, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('The ledger left a remittance without an answer')
  await insert(tx, 'app.remittance', {
    remittanceId,
    scheduleId,
    employerId,
    amount,
    receivedOn,
    accountCode: through.code,
    reference: reference || null,
    entryId: posted.entryId,
    entryNo: posted.number,
    recordedByName: actor.name,
  })
  if (await markPaidReturns(tx, scheduleId)) await addCrediting(tx, context.fileJobsWaiting)
  return getSchedule(ask, { scheduleId })
})

/**
 * What it paid is owed again. Members who were credited keep it, and returns that are to be credited wait for the money again; it
 * waits as a reversal of as much does. Refuses: remittance_reversed, return_crediting.
 */
export const reverseRemittance = waitingAction(
  contract.reverseRemittance,
  async ({ tx }, { remittanceId, reason }) => {
    const { scheduleId, amount, receivedOn } = await findRemittance(tx, remittanceId)
    const [{ employer }, { reversal }] = [await findSchedule(tx, scheduleId), await findApprovalRules(tx)]
    return {
      description: `Reverse the remittance of ${moneyText(amount)} that ${employer} paid over on ${dayText(receivedOn)}. Reason: ${reason}`,
      money: { amount, approvals: approvalsOf(reversal, amount) },
    }
  },
  async (ask, { remittanceId, reason }) => {
    const { tx, actor, today, context } = ask
    const { scheduleId } = await findRemittance(tx, remittanceId)
    await findSchedule(tx, scheduleId, { locked: true })
    const found = await findRemittance(tx, remittanceId)
    if (found.reversedAt !== null) refuse(remittanceReversed())
    if (!(await tryHoldPaidReturns(tx, scheduleId))) refuse(returnCrediting())

    // From here on it must succeed.
    const { requestId } = context
    await reverse(tx, actor.cooperativeId, found.entryId, { on: today, actorId: actor.loginId, requestId })
    // That it was undone, the ledger's own trigger has noted.
    await update(tx, 'app.remittance', { remittanceId }, { reversalReason: reason })
    await unmarkPaidReturns(tx, scheduleId)
    return getSchedule(ask, { scheduleId })
  },
)
