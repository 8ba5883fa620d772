import { type payMaturedDeposits as contract, depositsAtOnce } from '#features/savings/fixed-deposits/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { type Ending, maturedEnding } from '#features/savings/fixed-deposits/rules/ending.ts'
import { certificateNumber, whyNotOpen } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { moneyText, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findOpenDays } from '#features/savings/transactions/server/queries.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { type DepositToEnd, endDeposits } from './end-deposits.ts'
import { countMatured, findDepositTypes, findMatured, type LockedDeposit, lockDeposits } from './queries.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Pays out or renews deposits whose day has come, each as it was agreed, all or none. Refuses: deposits_none_matured,
 * not_found, deposit_ended, deposit_not_matured, and a date that the books do not take.
 */
export async function payMaturedDeposits(
  tx: Tx,
  actor: TenantActor,
  { depositIds, occurredOn }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const today = dayIn(now)
  const on = occurredOn ?? today
  const dated = whyNotDate(await findOpenDays(tx), on, today)
  if (dated) throw dated
  const ids = depositIds ?? (await findMatured(tx, on, depositsAtOnce))
  if (ids.length === 0) refuse('deposits_none_matured')
  const held = await lockDeposits(tx, ids)
  if (held.length < new Set(ids).size) refuse('not_found', { field: 'depositIds' })
  for (const deposit of held) refuseUnlessMatured(deposit, on)
  const types = await findDepositTypes(tx)
  const ends = held.map((deposit): DepositToEnd => {
    const type = types.get(deposit.accountTypeId)
    const offered =
      type?.terms && !type.isRetired && deposit.memberStatus === 'active'
        ? { name: type.name, terms: type.terms }
        : undefined
    return { deposit, ending: maturedEnding(deposit, offered), brokenReason: null }
  })

  // From here on it must succeed.
  await endDeposits(tx, actor, ends, { on, requestId })
  notifyMembers(
    tx,
    actor.cooperativeId,
    ends.map(
      ({ deposit, ending }) =>
        ({
          memberId: deposit.memberId,
          type: 'success',
          message: noticeOf(deposit, ending),
          link: '/member/transactions',
        }) as const,
    ),
  )
  const renewed = ends.filter(({ ending }) => ending.renewal !== null).length
  return {
    paidOut: ends.length - renewed,
    renewed,
    principal: sumKobo(held.map(({ principal }) => principal)),
    interest: sumKobo(ends.map(({ ending }) => ending.interest)),
    waiting: await countMatured(tx, today),
  }
}

/** Refuses: deposit_ended, deposit_not_matured. */
function refuseUnlessMatured(deposit: LockedDeposit, on: Day): void {
  const ended = whyNotOpen(deposit)
  if (ended) throw ended
  if (deposit.maturesOn > on)
    refuse('deposit_not_matured', {
      certificate: certificateNumber(deposit.number),
      matures: dayText(deposit.maturesOn),
    })
}

function noticeOf({ number, principal }: LockedDeposit, { interest, renewal }: Ending): string {
  const matured = { number: certificateNumber(number), interest: moneyText(interest) }
  return renewal
    ? fill(strings.depositRenewed, {
        ...matured,
        principal: moneyText(renewal.principal),
        maturesOn: dayText(renewal.maturesOn),
      })
    : fill(strings.depositMatured, { ...matured, principal: moneyText(principal) })
}
