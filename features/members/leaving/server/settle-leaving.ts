import type { settleLeaving as contract } from '#features/members/leaving/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { SettlementId } from '#core/ids.ts'
import { whyNotSettle } from '#features/members/leaving/rules/leaving.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { findMoneyAccounts } from '#features/savings/transactions/server/queries.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { getLeaving } from './get-leaving.ts'
import { interestLines, type PlannedPayee, type PlannedSettlement, planSettlement } from './plan-settlement.ts'
import { postSettlement } from './post-settlement.ts'
import { findLeaver, lockAllOf, lockLeaving, type StoredStatement } from './queries.ts'
import { insertPayees, markAsked, type NewPayee } from './store.ts'

type Input = Parsed<typeof contract>

/**
 * Settles a leaving, or asks for that where the settings want approvals of a withdrawal of what is held. Refuses: not_found,
 * leaving_not_open, own_leaving, leaving_not_clear, leaving_short, leaving_changed, leaving_payee_unknown,
 * money_account_unknown, chart_account_missing, and what the ledger refuses.
 */
export async function settleLeaving(
  tx: Tx,
  actor: TenantActor,
  { leavingId, net, withoutFee = false, payees }: Input,
  context: Context,
): Promise<Replied<typeof contract>> {
  const leaving = await lockLeaving(tx, leavingId)
  const { memberId } = leaving
  if (leaving.status !== 'open') refuse('leaving_not_open')
  if (isSelf(actor, memberId)) refuse('own_leaving')
  await lockAllOf(tx, memberId)
  await blockPostings(tx, actor.cooperativeId)
  const leaver = await findLeaver(tx, memberId)
  const on = dayIn(context.now)
  const plan = await planSettlement(tx, leaver, leaving, { on, fee: withoutFee ? zeroKobo : leaver.leavingFee })
  const wrong = whyNotSettle(plan.clearance, plan.sums)
  if (wrong) throw wrong
  if (plan.sums.net !== net) refuse('leaving_changed', { field: 'net', net: moneyText(plan.sums.net) })
  const [paid, rules] = [await withAccounts(tx, plan.payees, payees), await findApprovalRules(tx)]
  const approvalsNeeded = approvalsOf(rules.leaving, plan.sums.held)

  // From here on it must succeed.
  const { missing: _missing, ...sums } = plan.sums
  await markAsked(tx, actor, leavingId, {
    settlementId: newId<SettlementId>(),
    on,
    statement: keptStatement(plan),
    approvalsNeeded,
    ...sums,
  })
  await insertPayees(tx, actor, leaving, paid)
  if (approvalsNeeded === 0)
    await postSettlement(
      tx,
      actor,
      { ...leaving, name: leaver.name },
      { ...plan, on, paid: paid.map(({ amount, through }) => ({ amount, accountId: through?.id ?? null })) },
      context,
    )
  return getLeaving(tx, actor, { memberId }, context)
}

/** Each payee with the account that pays them. Refuses: leaving_payee_unknown, money_account_unknown. */
async function withAccounts(tx: Tx, payees: readonly PlannedPayee[], chosen: Input['payees']): Promise<NewPayee[]> {
  const isEachOnce =
    chosen.length === payees.length &&
    payees.every(({ number }) => chosen.filter((each) => each.number === number).length === 1)
  if (!isEachOnce) refuse('leaving_payee_unknown', { field: 'payees', count: payees.length })
  const accounts = await findMoneyAccounts(
    tx,
    chosen.flatMap(({ paidThrough }) => paidThrough ?? []),
  )
  return payees.map((payee) => {
    const index = chosen.findIndex(({ number }) => number === payee.number)
    const id = chosen[index]?.paidThrough ?? null
    return {
      ...payee,
      through: id && (accounts.get(id) ?? refuse('money_account_unknown', { field: `payees.${index}.paidThrough` })),
    }
  })
}

function keptStatement({ accounts, loans }: PlannedSettlement): StoredStatement {
  return {
    accounts: accounts
      .filter(({ amount }) => amount > 0n)
      .map(({ name, kind, amount }) => ({ name, kind, amount: String(amount) })),
    interest: interestLines(accounts).map(({ amount, ...line }) => ({ ...line, amount: String(amount) })),
    loans: loans.map(({ set: { loanId, name, principal, interest, fees, penalties, amount } }) => ({
      loanId,
      name,
      principal: String(principal),
      interest: String(interest),
      fees: String(fees),
      penalties: String(penalties),
      amount: String(amount),
    })),
  }
}
