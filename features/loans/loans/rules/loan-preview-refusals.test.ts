import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, koboFromNaira } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { LoanEvents, LoanPlan } from './loan-plan.ts'
import { type LoanPreview, previewLoanPlan } from './loan-preview.ts'

const start = '2026-01-31' as Day
const naira = (amount: number) => koboFromNaira(amount) as Kobo
const rate = (percent: number) => ({ top: BigInt(percent), bottom: 100n })
const plain: LoanPlan = {
  startOn: start,
  instalments: 3,
  every: 1,
  unit: 'month',
  interestMethod: 'flat',
  annualRate: rate(12),
  dayCount: 'monthly',
  gracePrincipal: 0,
  interestPaymentGrace: 0,
  interestFree: 0,
  rounding: 'half_up',
  balloon: rate(0),
  prepayment: 'smaller',
  lateInterestOn: 'principal',
}

function ask(
  principal: number,
  change: Partial<LoanPlan> = {},
  events: Partial<LoanEvents> = {},
): LoanPreview | Refusal {
  return previewLoanPlan(
    naira(principal),
    { ...plain, ...change },
    { disbursements: [{ on: change.startOn ?? start, amount: naira(principal) }], repayments: [], ...events },
  )
}
const refusal = (...asked: Parameters<typeof ask>) => {
  const answer = ask(...asked)
  return answer instanceof Refusal ? { message: answer.message, ...answer.detail } : undefined
}

describe('terms that can’t be', () => {
  test('are refused by their field, with the most or the day that would do', () => {
    expect(refusal(1200, { gracePrincipal: 3 })).toEqual({
      message: 'loan_grace_too_long',
      field: 'gracePrincipal',
      max: 2,
    })
    expect(refusal(1200, { gracePrincipal: 1, interestPaymentGrace: 2 })).toEqual({
      message: 'loan_interest_grace_too_long',
      field: 'interestPaymentGrace',
      max: 1,
    })
    expect(refusal(1200, { interestFree: 4 })).toEqual({
      message: 'loan_interest_free_too_long',
      field: 'interestFree',
      max: 3,
    })
    expect(refusal(1200, { interestFree: 3 })).toBeUndefined()
    expect(refusal(1200, { firstDueOn: start })).toEqual({ message: 'first_due_too_early', field: 'firstDueOn', start })
    expect(refusal(1200, {}, { disbursements: [{ on: start, amount: naira(1200.01) }] })).toEqual({
      message: 'disbursed_above_principal',
      field: 'disbursements',
      principal: '₦1,200.00',
      disbursed: '₦1,200.01',
    })
    expect(refusal(1200, {}, { disbursements: [{ on: '2026-01-30' as Day, amount: naira(1200) }] })).toEqual({
      message: 'movement_before_loan',
      field: 'disbursements.0.on',
      start,
    })
    expect(refusal(1200, {}, { repayments: [{ on: '2026-01-30' as Day, amount: naira(1) }] })).toEqual({
      message: 'movement_before_loan',
      field: 'repayments.0.on',
      start,
    })
    expect(refusal(1200, { interestMethod: 'upfront', annualRate: rate(400) })).toEqual({
      message: 'loan_interest_above_principal',
      field: 'annualRatePercent',
      interest: '₦1,200.00',
    })
  })

  test('begin with the day on which a loan ends, and with the year 2200', () => {
    const paidOut = (on: string) =>
      refusal(
        1200,
        {},
        {
          disbursements: [
            { on: start, amount: naira(600) },
            { on: on as Day, amount: naira(600) },
          ],
        },
      )
    expect(paidOut('2026-04-29')).toBeUndefined()
    expect(paidOut('2026-04-30')).toEqual({
      message: 'disbursed_after_end',
      field: 'disbursements.1.on',
      end: '2026-04-30',
    })
    expect(refusal(1200, { startOn: '2198-12-01' as Day, instalments: 12 })).toBeUndefined()
    expect(refusal(1200, { startOn: '2198-12-01' as Day, instalments: 13 })).toEqual({
      message: 'loan_ends_too_late',
      field: 'instalments',
    })
  })

  test('are instalments of which the last would be more than two', () => {
    const rounded = { interestMethod: 'upfront', annualRate: rate(0), roundingMultiple: naira(1000) } as const
    expect(refusal(4000, rounded)).toBeUndefined()
    expect(refusal(4001, rounded)).toEqual({
      message: 'loan_last_instalment_uneven',
      field: 'roundingMultiple',
      regular: '₦1,000.00',
      last: '₦2,001.00',
    })
    expect(refusal(2000, rounded)).toMatchObject({ message: 'loan_last_instalment_uneven' })
    expect(refusal(0.01)).toMatchObject({ message: 'loan_last_instalment_uneven', field: 'instalments' })
    // Where one instalment repays all, there is no other that it could be uneven to.
    expect(refusal(10, { ...rounded, instalments: 1 })).toBeUndefined()
    expect(refusal(10, { ...rounded, gracePrincipal: 2 })).toBeUndefined()
  })

  test('are level instalments that do not bear the interest of a long month', () => {
    // Five per cent a month over ten years: a month of 31 days bears more than one instalment.
    const terms = {
      interestMethod: 'equal_instalment',
      dayCount: 'actual/365',
      annualRate: rate(60),
      instalments: 120,
    } as const
    expect(refusal(1_000_000, { ...terms, roundingMultiple: naira(1) })).toMatchObject({
      message: 'loan_instalment_below_interest',
      field: 'instalments',
    })
    expect(refusal(1_000_000, { ...terms, dayCount: 'monthly' })).toBeUndefined()
    // Rounded down to 400 it bears the interest of 250, yet leaves too much to the last.
    expect(
      refusal(5000, { ...terms, dayCount: 'monthly', instalments: 16, roundingMultiple: naira(400) }),
    ).toMatchObject({ message: 'loan_last_instalment_uneven', field: 'roundingMultiple', regular: '₦400.00' })
    // Rounded down to 250 it bears the interest of 250 to the kobo, and repays nothing before the last.
    expect(refusal(5000, { ...terms, dayCount: 'monthly', roundingMultiple: naira(250) })).toMatchObject({
      message: 'loan_last_instalment_uneven',
      regular: '₦250.00',
      last: '₦5,250.00',
    })
    // A grace that bears more than an instalment, or days that come on top of the first, eat nothing up: only the last is too much.
    const long = { ...terms, dayCount: '30/360', firstDueOn: '2026-05-31' as Day } as const
    expect(
      refusal(2000, {
        ...long,
        annualRate: rate(12),
        instalments: 6,
        gracePrincipal: 1,
        roundingMultiple: naira(1000),
      }),
    ).toMatchObject({ message: 'loan_last_instalment_uneven', regular: '₦20.00', last: '₦2,020.00' })
    expect(
      refusal(4000, {
        ...long,
        annualRate: rate(24),
        instalments: 12,
        brokenPeriod: 'first_instalment',
        roundingMultiple: naira(300),
      }),
    ).toMatchObject({ message: 'loan_last_instalment_uneven', field: 'roundingMultiple', regular: '₦300.00' })
    // Flat interest is no part of a level instalment: of 112 a month the next 1,000 leaves nothing, and the interest of 31 days is more than of the 28 before the last.
    expect(
      refusal(1200, {
        interestMethod: 'flat',
        dayCount: 'actual/365',
        startOn: '2025-03-28' as Day,
        instalments: 12,
        roundingMultiple: naira(1000),
      }),
    ).toMatchObject({ message: 'loan_last_instalment_uneven', field: 'roundingMultiple' })
  })
})

describe('what a loan costs a year', () => {
  /** 1,200 for one year, of which 144 are taken off. */
  const yearly = { interestMethod: 'upfront', instalments: 1, every: 12 } as const
  const cost = (disbursements: LoanEvents['disbursements'], events: Partial<LoanEvents> = {}) => {
    const answer = ask(1200, yearly, { disbursements, ...events })
    return answer instanceof Refusal ? answer.message : [answer.nominalYearlyRate, answer.interestDeducted]
  }

  test('goes by what reached the borrower', () => {
    // 144 of 1,056.
    expect(cost([{ on: start, amount: naira(1200) }])).toEqual([13_636n, naira(144)])
  })

  test('counts interest that is taken off as taken from the first money, in whatever order it is written', () => {
    const parts = [
      { on: start, amount: naira(100) },
      { on: '2026-07-31' as Day, amount: naira(1100) },
    ]
    // 144 of 1,056 in six of twelve months.
    expect(cost(parts)).toEqual([27_273n, naira(144)])
    expect(cost(parts.toReversed())).toEqual([27_273n, naira(144)])
  })

  test('does not change with what was paid late or early', () => {
    expect(
      cost([{ on: start, amount: naira(1200) }], { repayments: [{ on: '2026-06-30' as Day, amount: naira(600) }] }),
    ).toEqual([13_636n, naira(144)])
  })
})
