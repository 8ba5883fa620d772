import type { postContributionsBulk as contract } from '#features/savings/contributions/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, periodOf } from '#core/calendar.ts'
import { contributionDescription } from '#features/savings/contributions/rules/contribution.ts'
import { sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findMoneyAccounts } from '#features/savings/transactions/server/queries.ts'
import { recordTransactions } from '#features/savings/transactions/server/record-transactions.ts'
import { receiptNumber } from '#platform/ledger/ledger.ts'
import {
  findRecordedBefore,
  type Payment,
  sameTogether,
} from '#features/savings/transactions/server/refuse-recorded-before.ts'
import { movementOrRefusal, noticeOf } from './post-contributions.ts'
import { findFacts } from './queries.ts'

/**
 * Posts a month of contributions as one voucher, all or none; the first row that can't be posted is named. Refuses:
 * payment_recorded_before, for the first row that is recorded already or stands twice in it.
 */
export async function postContributionsBulk(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const occurredOn = input.occurredOn ?? today
  const period = input.period ?? periodOf(occurredOn)
  const description = contributionDescription(period)
  const through =
    input.paidThrough && ((await findMoneyAccounts(tx, [input.paidThrough])).get(input.paidThrough) ?? 'unknown')
  const facts = await findFacts(
    tx,
    input.rows.map((row) => ({
      memberId: row.memberId ?? null,
      membershipno: row.membershipno?.toUpperCase() ?? null,
      accountTypeId: row.accountTypeId ?? input.accountTypeId ?? null,
    })),
  )
  const movements = input.rows.map((row, index) => {
    const movement = movementOrRefusal(facts.get(index + 1), {
      amount: row.amount,
      actor,
      occurredOn,
      today,
      period,
      description,
      through,
    })
    if (movement instanceof Refusal) throw inRow(movement, index)
    return movement
  })

  const payments = movements.map(({ memberId, accountTypeId, amount, counterAccountId: throughId }): Payment => ({
    ...{ type: 'contribution', memberId, accountTypeId, amount, occurredOn, period, throughId, reference: null },
    anotherPayment: input.anotherPayment,
  }))
  const before = await findRecordedBefore(tx, payments)
  const names = payments.map(() => actor.name)
  const [again] = [...before.values(), ...sameTogether(payments, names, now).values()]
  if (again) throw again

  // From here on the voucher must succeed.
  const recordedBy = { loginId: actor.loginId, name: actor.name }
  const [posted] = await recordTransactions(tx, actor.cooperativeId, [
    { kind: 'contribution', occurredOn, movements, recordedBy, requestId },
  ])
  notifyMembers(
    tx,
    actor.cooperativeId,
    movements.map(({ memberId, amount }) => noticeOf(memberId, amount, period)),
    'receipt',
  )
  if (!posted) throw new Error('A voucher was recorded without an answer')
  return {
    entryNumber: posted.number,
    receiptNumber: receiptNumber(posted),
    posted: movements.length,
    total: sumKobo(movements.map((m) => m.amount)),
    period,
  }
}

/** The refusal names the row; the date and where the money is are one for all rows, and a member that does not exist is a row's fault, not the address's. */
function inRow(refusal: Refusal, index: number): Refusal {
  const { field } = refusal.detail
  if (refusal.code === 'not_found') return new Refusal('member_unknown', { field: `rows.${index}.memberId` })
  return new Refusal(refusal.code, {
    ...refusal.detail,
    field: field === 'occurredOn' || field === 'paidThrough' ? field : `rows.${index}.${field}`,
  })
}
