import { describe, expect, test } from 'vitest'
import type { Day } from '#domain/calendar.ts'
import { type Kobo, koboFromNaira, nairaNumber } from '#domain/money.ts'
import type { DayCount } from './day-count.ts'
import type { LoanEvents, LoanPlan } from './loan-plan.ts'
import { fractionOfPercent } from './rounding.ts'
import { scheduleOf } from './schedule.ts'
import vectors from './vectors.json' with { type: 'json' }

type Fields = { rate: number; instalments: number; startOn: string } & Partial<Omit<LoanPlan, 'startOn'>>
const naira = (amount: number) => koboFromNaira(amount) as Kobo

function planOf({ rate, instalments, startOn, ...rest }: Fields): LoanPlan {
  return {
    startOn: startOn as Day, instalments, every: 1, unit: 'month', interestMethod: 'equal_instalment', annualRate: fractionOfPercent(rate) ?? { top: 0n, bottom: 1n }, dayCount: 'monthly',
    gracePrincipal: 0, interestFree: 0, rounding: 'half_even', balloon: { top: 0n, bottom: 1n }, prepayment: 'smaller', lateInterestOn: 'principal', ...rest,
  }
}

function schedule({ principal, ...fields }: Fields & { principal: number }, events: Partial<LoanEvents> = {}) {
  return scheduleOf(planOf(fields), { disbursements: [{ on: fields.startOn as Day, amount: naira(principal) }], repayments: [], ...events })
}

const published = vectors.vectors.filter((vector) => 'schedule' in vector && vector.schedule !== undefined)

describe('published schedules', () => {
  test.each(published.map((vector) => [vector.id, vector] as const))('%s', (id, { loan, payments, schedule: lines, totals, dayCount }) => {
    if (!loan || !payments || !lines) throw new Error(`${id} has no loan`)
    const method = loan.interestType === 'FLAT' ? 'flat' : loan.amortization === 'EQUAL_INSTALLMENTS' ? 'equal_instalment' : 'equal_principal'
    const { instalments } = schedule(
      {
        principal: loan.principal, rate: loan.annualRatePercent, instalments: loan.n, startOn: loan.start, interestMethod: method, gracePrincipal: loan.gracePrincipal ?? 0,
        dayCount: dayCount === 'actual/365' ? 'actual/365' : 'monthly', roundingMultiple: naira(1),
        prepayment: loan.product?.endsWith('REDUCE_NR_INST') ? 'fewer' : loan.product?.endsWith('RESCH_NEXT_REP') ? 'skip' : 'smaller',
        lateInterestOn: loan.product?.includes('COMPOUNDING_MONTHLY') ? 'instalment' : 'principal',
      },
      { repayments: payments.map(({ date, amount }) => ({ on: date as Day, amount: naira(amount) })) },
    )
    expect(instalments.map(({ number, dueOn, principal, interest, fees, penalties, total, balance }) => [number, dueOn, ...[balance, principal, interest, fees, penalties, total].map(nairaNumber)])).toEqual(
      lines.map(({ n, due, balance, principal, interest, fees, penalties, total }) => [n, due, balance, principal, interest, fees, penalties, total]),
    )
    expect(nairaNumber(instalments.reduce((sum, { total }) => (sum + total) as Kobo, 0n as Kobo))).toBe(totals?.due)
  })

  const levels = vectors.vectors.filter((vector) => vector.id.startsWith('PEMI') && vector.emi !== undefined)
  const counts: Record<string, DayCount> = { '30/360': '30/360', 'actual/365': 'actual/365', 'actual/actual split by calendar year': 'actual/actual', '7/364': '364' }
  test.each(levels.map((vector) => [vector.id, vector] as const))('%s', (id, { loan, emi, interest, lastInstalment, balances, dayCount, asOf, totalInterest }) => {
    if (!loan) throw new Error(`${id} has no loan`)
    const { instalments, regularInstalment } = schedule(
      { principal: loan.principal, rate: loan.annualRatePercent, instalments: loan.n, startOn: loan.start, unit: loan.unit === 'WEEKS' ? 'week' : 'month', dayCount: counts[dayCount ?? ''] ?? 'monthly' },
      { asOf: asOf as Day | undefined },
    )
    expect(nairaNumber(regularInstalment)).toBe(emi)
    expect(instalments.map((line) => nairaNumber(line.interest))).toEqual(interest)
    expect(instalments.slice(0, -1).every(({ total }) => nairaNumber(total) === emi)).toBe(true)
    expect(nairaNumber(instalments.at(-1)?.total ?? (0n as Kobo))).toBe(lastInstalment)
    if (balances) expect(instalments.map(({ balance }) => nairaNumber(balance))).toEqual(balances)
    if (totalInterest) expect(nairaNumber(instalments.reduce((sum, line) => (sum + line.interest) as Kobo, 0n as Kobo))).toBe(totalInterest)
  })
})
