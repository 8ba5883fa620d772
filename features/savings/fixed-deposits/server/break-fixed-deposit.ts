import type { breakFixedDeposit as contract } from '#features/savings/fixed-deposits/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { brokenEnding } from '#features/savings/fixed-deposits/rules/ending.ts'
import {
  certificateNumber,
  interestIfBroken,
  whyNotBreak,
} from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findOpenDays } from '#features/savings/transactions/server/queries.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { endDeposits } from './end-deposits.ts'
import { findFixedDeposit, lockDeposits } from './queries.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Ends a deposit before it matures, by its own rule. Refuses: not_found, own_transaction, deposit_ended, deposit_matured, deposit_not_yet_open,
 * deposit_notice_missing, deposit_notice_runs, and a date that the books do not take.
 */
export async function breakFixedDeposit(
  tx: Tx,
  actor: TenantActor,
  { depositId, reason, occurredOn, noticeOn }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const today = dayIn(now)
  const on = occurredOn ?? today
  const [deposit = refuse('not_found')] = await lockDeposits(tx, [depositId])
  // Who says when notice was given does not say it of themselves.
  if (isSelf(actor, deposit.memberId)) refuse('own_transaction')
  const wrong = whyNotBreak(deposit, { on, noticeOn }) ?? whyNotDate(await findOpenDays(tx), on, today)
  if (wrong) throw wrong
  const interest = interestIfBroken(deposit, on)

  // From here on it must succeed.
  await endDeposits(tx, actor, [{ deposit, ending: brokenEnding(deposit, interest), brokenReason: reason }], {
    on,
    requestId,
  })
  const broken = { number: certificateNumber(deposit.number), principal: moneyText(deposit.principal) }
  const message =
    interest > 0n
      ? fill(strings.depositBrokenWithInterest, { ...broken, interest: moneyText(interest) })
      : fill(strings.depositBroken, broken)
  notifyMembers(tx, actor.cooperativeId, [
    { memberId: deposit.memberId, type: 'info', message, link: '/member/transactions' },
  ])
  return findFixedDeposit(tx, actor, depositId, today)
}
