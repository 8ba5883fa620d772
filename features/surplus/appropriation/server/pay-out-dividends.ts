import { moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { batchItemsMax } from '#features/payments/batches/rules/payment-batch.ts'
import { findPayingAccount } from '#features/payments/batches/server/reads.ts'
import { movementNotice } from '#features/savings/transactions/rules/movement.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'
import { recordTransactions } from '#features/savings/transactions/server/record-transactions.ts'
import * as contract from '#features/surplus/appropriation/contract.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { findPayableDividends, totalOfPayable } from './reads.ts'

const dividendsPayableNone = refusal(
  'dividends_payable_none',
  409,
  'No dividend can be paid to a bank now. Members without bank details have to give them first.',
)
const dividendsPayableChanged = refusal(
  'dividends_payable_changed',
  409,
  'This has changed since you looked: {members} members can be paid {total} now. Look at it again.',
)

/**
 * Records the payment of what is payable to members with bank details, each as a withdrawal that a payment batch takes up.
 * Withdrawals of as much as all of them wait for this many approvals; what the batch takes comes on top.
 * Refuses: not_found, dividends_payable_none, dividends_payable_changed, period_closed.
 */
export const payOutDividends = waitingAction(
  contract.payOutDividends,
  async ({ tx }, { accountId, members, amount }) => {
    const { name } = await findPayingAccount(tx, accountId)
    return {
      description: t(
        'Dividends of {count} member, {amount} together, leave {name} for their banks|Dividends of {count} members, {amount} together, leave {name} for their banks',
        { count: members, amount: moneyText(amount), name },
      ),
      money: { amount, approvals: approvalsNeeded(await findApprovalRules(tx), 'withdrawal', amount) },
    }
  },
  async ({ tx, actor, today, context }, { accountId, members, amount }) => {
    await blockPostings(tx, actor.cooperativeId)
    const through = await findPayingAccount(tx, accountId)
    const payable = (await findPayableDividends(tx)).filter(({ hasAccount }) => hasAccount)
    if (payable.length === 0) refuse(dividendsPayableNone())
    const total = totalOfPayable(payable)
    if (total.members !== members || total.amount !== amount)
      refuse(dividendsPayableChanged({ field: 'amount', members: total.members, total: moneyText(total.amount) }))
    const dated = whyNotDate(await findOpenDays(tx), today, today)
    if (dated) throw dated

    // From here on it must succeed.
    const paid = payable.slice(0, batchItemsMax)
    await recordTransactions(
      tx,
      actor.cooperativeId,
      paid.map((each) => ({
        kind: 'withdrawal',
        occurredOn: today,
        recordedBy: { loginId: actor.loginId, name: actor.name },
        requestId: context.requestId,
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
            description: t('Dividend paid to the bank'),
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
    return { payments: paid.length, amount: totalOfPayable(paid).amount, left: payable.length - paid.length }
  },
)
