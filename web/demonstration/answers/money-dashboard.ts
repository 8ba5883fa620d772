import { getMoneyDashboard } from '#contract/society/money-dashboard.ts'
import { addDays, addMonths, firstDayOf, periodOf } from '#domain/calendar.ts'
import { type WaitingKind, waitingKinds } from '#domain/books/ledger/waiting.ts'
import { riskDaysOnDashboard } from '#domain/lending/loans/portfolio.ts'
import { sumKobo, zeroKobo } from '#domain/money.ts'
import { type Answer, inside } from '#web/demonstration/answering.ts'
import { memberBalances, receiptsAndPayments } from './books.ts'
import { portfolio } from './loans.ts'

export const moneyDashboardAnswers: readonly Answer[] = [
  inside(getMoneyDashboard, (place) => {
    const { society, today } = place
    const months = Array.from({ length: 12 }, (_, at) => addMonths(periodOf(today), at - 11)).map((period) => {
      const { totals } = receiptsAndPayments(place, { from: firstDayOf(period), to: addDays(firstDayOf(addMonths(period, 1)), -1) })
      return { month: firstDayOf(period), received: totals.receipts, paid: totals.payments }
    })
    const accounts = receiptsAndPayments(place, { to: today }).cash.map(({ opening: _, closing, ...account }) => ({ ...account, balance: closing }))
    const held = memberBalances(place, { page: 1, limit: 100 })
    const pending = society.movements.filter(({ status }) => status === 'pending')
    const withStatus = (status: string) => society.loans.filter((loan) => loan.status === status).length
    const counts: Partial<Record<WaitingKind, number>> = {
      approvals: pending.filter(({ type }) => type !== 'deposit').length, deposits: pending.filter(({ type }) => type === 'deposit').length,
      applications: withStatus('submitted'), payouts: withStatus('approved'),
    }
    const { totals, atRisk } = portfolio(place)
    const risk = atRisk.find(({ days }) => days === riskDaysOnDashboard) ?? { days: riskDaysOnDashboard, loans: 0, outstanding: zeroKobo, percent: 0 }
    return {
      asOf: today, months, accounts, cashAndBank: sumKobo(accounts.map(({ balance }) => balance)),
      accountTypes: society.accountTypes.map(({ id, name, kind }) => {
        const own = held.rows.flatMap(({ balances }) => balances.filter(({ accountTypeId }) => accountTypeId === id))
        return { accountTypeId: id, name, kind, members: own.length, balance: sumKobo(own.map(({ amount }) => amount)) }
      }),
      loans: { ...totals, atRisk: risk },
      waiting: waitingKinds.flatMap((kind) => (counts[kind] ? [{ kind, count: counts[kind] }] : [])),
    }
  }),
]
