import type { Replied } from '#core/contract/endpoint.ts'
import type { getMoneyDashboard as contract } from '#features/accounting/money-dashboard/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { addMonths, dayIn, firstDayOf, periodOf } from '#core/calendar.ts'
import { waitingKinds } from '#features/accounting/books/rules/waiting.ts'
import { portfolioAtRisk, portfolioTotals, riskDaysOnDashboard } from '#features/loans/loans/rules/portfolio.ts'
import { sumKobo, zeroKobo } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findAccountTypeSums, findCashBalances, findCashMonths } from '#features/accounting/books/server/queries.ts'
import { findLoansByDelay } from '#features/loans/portfolio/server/queries.ts'
import { findWaiting } from './queries.ts'

/** The society's money today, in five questions that travel together and look at one snapshot. */
export async function getMoneyDashboard(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const [months, accounts, accountTypes, byDelay, waiting] = await Promise.all([
    findCashMonths(tx, { from: firstDayOf(addMonths(periodOf(today), -11)), to: today }),
    findCashBalances(tx),
    findAccountTypeSums(tx),
    findLoansByDelay(tx, today),
    findWaiting(tx, actor, today),
  ])
  const {
    basisPoints = 0,
    loans = 0,
    outstanding = zeroKobo,
  } = portfolioAtRisk(byDelay).find(({ days }) => days === riskDaysOnDashboard) ?? {}
  return {
    asOf: today,
    months,
    accounts,
    cashAndBank: sumKobo(accounts.map(({ balance }) => balance)),
    accountTypes,
    loans: {
      ...portfolioTotals(byDelay),
      atRisk: { days: riskDaysOnDashboard, loans, outstanding, percent: basisPoints / 100 },
    },
    waiting: waitingKinds.flatMap((kind) => (waiting[kind] > 0 ? [{ kind, count: waiting[kind] }] : [])),
  }
}
