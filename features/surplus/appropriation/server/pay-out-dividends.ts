import type {
  getDividendsPayable as payableContract,
  payOutDividends as contract,
} from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { moneyText, sumKobo } from '#domain/money.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { movementNotice } from '#features/savings/transactions/rules/movement.ts'
import { refuse } from '#domain/refusal.ts'
import { batchItemsMax } from '#features/payments/batches/rules/payment-batch.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findOpenDays } from '#features/savings/transactions/server/queries.ts'
import { recordTransactions } from '#features/savings/transactions/server/record-transactions.ts'
import { findPayingAccount } from '#features/payments/batches/server/queries.ts'
import { blockPostings } from '#server/ledger/ledger.ts'
import { findPayableDividends, type PayableDividend } from './queries.ts'
import { fillCount } from '#domain/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>

const totalOf = (payable: readonly PayableDividend[]) => ({
  members: payable.length,
  amount: sumKobo(payable.map(({ amount }) => amount)),
})

/** What is to be paid to members' banks now. */
export async function getDividendsPayable(tx: Tx): Promise<Replied<typeof payableContract>> {
  const payable = await findPayableDividends(tx)
  return {
    ...totalOf(payable.filter(({ hasAccount }) => hasAccount)),
    withoutAccount: totalOf(payable.filter(({ hasAccount }) => !hasAccount)),
  }
}

/**
 * Records the payment of what is payable to members with bank details, each as a withdrawal that a payment batch takes up.
 * Refuses: not_found, dividends_payable_none, dividends_payable_changed, period_closed.
 */
export async function payOutDividends(
  tx: Tx,
  actor: TenantActor,
  { accountId, members, amount }: Input,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const through = await findPayingAccount(tx, accountId)
  const payable = (await findPayableDividends(tx)).filter(({ hasAccount }) => hasAccount)
  if (payable.length === 0) return refuse('dividends_payable_none')
  const total = totalOf(payable)
  if (total.members !== members || total.amount !== amount)
    refuse('dividends_payable_changed', { field: 'amount', members: total.members, total: moneyText(total.amount) })
  const occurredOn = dayIn(now)
  const dated = whyNotDate(await findOpenDays(tx), occurredOn, occurredOn)
  if (dated) throw dated

  // From here on it must succeed.
  const paid = payable.slice(0, batchItemsMax)
  await recordTransactions(
    tx,
    actor.cooperativeId,
    paid.map((each) => ({
      kind: 'withdrawal',
      occurredOn,
      recordedBy: { loginId: actor.loginId, name: actor.name },
      requestId,
      movements: [
        {
          memberId: each.memberId,
          accountTypeId: each.type.id,
          accountId: each.accountId,
          toOpen: {
            ...{ memberId: each.memberId, membershipNumber: each.number },
            ...{ accountTypeId: each.type.id, typeName: each.type.name, typeKind: each.type.kind },
            ...{ controlId: each.type.controlId, controlCode: each.type.controlCode },
          },
          counterAccountId: through.id,
          throughName: through.name,
          direction: 'out',
          amount: each.amount,
          period: null,
          description: strings.dividendPaidToTheBank,
        },
      ],
    })),
  )
  const notices = paid.map((each) => ({
    memberId: each.memberId,
    type: 'success' as const,
    message: movementNotice('withdrawal', 'out', each.amount, each.type.name),
    link: '/member/transactions' as const,
  }))
  notifyMembers(tx, actor.cooperativeId, notices, 'receipt')
  return { payments: paid.length, amount: totalOf(paid).amount, left: payable.length - paid.length }
}

/** Withdrawals of as much as all of them wait for this many approvals; what the batch takes comes on top. */
export async function describePayOut(
  tx: Tx,
  _actor: TenantActor,
  { accountId, members, amount }: Input,
): Promise<Change> {
  const { name } = await findPayingAccount(tx, accountId)
  return {
    description: fillCount(members, strings.dividendsLeaveForBanks, { amount: moneyText(amount), name }),
    money: { amount, approvals: approvalsNeeded(await findApprovalRules(tx), 'withdrawal', amount) },
  }
}
