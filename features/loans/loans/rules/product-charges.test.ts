import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo, nairaNumber } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import { previewLoanPlan } from './loan-preview.ts'
import type { Repayment, Waiver } from './loan-plan.ts'
import {
  chargesFromKept,
  chargesToKeep,
  type Fee,
  feeInWords,
  type LoanCharges,
  noCharges,
  type PenaltyRule,
  penaltyInWords,
  whyNotPenalty,
} from './product-charges.ts'
import { type Agreed, planOf, type RunningLoan, runningLoan } from './running-loan.ts'
import { settlementOn } from './settlement.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const flat: Agreed = {
  interestMethod: 'flat',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 12,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: undefined,
}
/** 12,000 flat at 12 % over a year: 1,000 of principal and 120 of interest a month. */
const principal = kobo(1_200_000)
const disbursements = [{ on: start, amount: principal }]
const penalty: PenaltyRule = { of: 'principal', percent: 1.5, graceDays: 5, repeats: 'once', cap: null }

const planWith = (charges: Partial<LoanCharges>) => chargedPlan(planOf(flat), principal, { ...noCharges, ...charges })
function loanOn(
  day: string,
  charges: Partial<LoanCharges>,
  { repayments = [], waivers = [] }: { repayments?: Repayment[]; waivers?: Waiver[] } = {},
): RunningLoan {
  const loan = runningLoan({ ...planWith(charges), waivers, penaltiesUntil: day as Day }, { disbursements, repayments })
  if (loan instanceof Refusal) throw loan
  return loan
}
const penaltiesOn = (...given: Parameters<typeof loanOn>) =>
  loanOn(...given).instalments.map(({ penalties }) => nairaNumber(penalties))
const paid = (on: string, naira: number, dueBy?: string): Repayment => ({
  on: on as Day,
  amount: kobo(naira * 100),
  ...(dueBy && { dueBy: dueBy as Day }),
})

describe('what a product charges', () => {
  const takenOff = (...fees: Fee[]) => nairaNumber(planWith({ fees }).feesTakenOff ?? kobo(0))
  const onEach = (fee: Fee) => loanOn('2026-01-31', { fees: [fee] }).instalments.map(({ fees }) => nairaNumber(fees))

  test('fees at disbursement: naira, of the amount, of the whole interest, each rounded by itself', () => {
    expect(takenOff({ name: 'A', when: 'disbursement', of: 'fixed', naira: kobo(50_000) })).toBe(500)
    expect(takenOff({ name: 'A', when: 'disbursement', of: 'amount', percent: 1.5 })).toBe(180)
    expect(takenOff({ name: 'A', when: 'disbursement', of: 'interest', percent: 10 })).toBe(144)
    expect(
      takenOff(
        { name: 'A', when: 'disbursement', of: 'fixed', naira: kobo(50_000) },
        { name: 'B', when: 'disbursement', of: 'interest', percent: 10 },
      ),
    ).toBe(644)
    expect(
      loanOn('2026-01-31', { fees: [{ name: 'A', when: 'disbursement', of: 'amount', percent: 1 }] }),
    ).toMatchObject({ feesDeducted: kobo(12_000), disbursed: principal })
  })

  test('fees with each instalment come over the whole loan to their percentage of the whole', () => {
    expect(onEach({ name: 'A', when: 'instalment', of: 'fixed', naira: kobo(10_000) })).toEqual(Array(12).fill(100))
    expect(onEach({ name: 'A', when: 'instalment', of: 'amount', percent: 1 })).toEqual(Array(12).fill(10))
    expect(onEach({ name: 'A', when: 'instalment', of: 'interest', percent: 10 })).toEqual(Array(12).fill(12))
    expect(
      takenOff(
        { name: 'A', when: 'instalment', of: 'amount', percent: 1 },
        { name: 'B', when: 'disbursement', of: 'fixed', naira: kobo(7000) },
      ),
    ).toBe(70)
  })

  test('no percentage that can’t be told exactly', () => {
    expect(() => takenOff({ name: 'A', when: 'disbursement', of: 'amount', percent: 1.234_567_8 })).toThrow(
      '1.2345678 is no percentage',
    )
  })

  test('interest that is taken off at the start counts as the whole interest', () => {
    const upfront = chargedPlan(planOf({ ...flat, interestMethod: 'upfront' }), principal, {
      fees: [{ name: 'A', when: 'disbursement', of: 'interest', percent: 10 }],
      penalty: null,
    })
    expect(nairaNumber(upfront.feesTakenOff ?? kobo(0))).toBe(144)
  })

  test('the yearly rate counts what the borrower truly received', () => {
    const rate = (fees: Fee[]) => {
      const preview = previewLoanPlan(
        principal,
        chargedPlan(planOf({ ...flat, interestMethod: 'equal_instalment' }), principal, { fees, penalty: null }),
        { disbursements, repayments: [] },
      )
      if (preview instanceof Refusal) throw preview
      return Number(preview.nominalYearlyRate) / 1000
    }
    expect(rate([])).toBe(12)
    // 1 % of a loan over a year is about 1.9 % a year, because on average half of it is out.
    expect(rate([{ name: 'A', when: 'disbursement', of: 'amount', percent: 1 }])).toBeCloseTo(13.9, 1)
    expect(rate([{ name: 'A', when: 'instalment', of: 'amount', percent: 1 }])).toBeGreaterThan(13.5)
    expect(
      previewLoanPlan(
        principal,
        planWith({ fees: [{ name: 'A', when: 'disbursement', of: 'fixed', naira: principal }] }),
        { disbursements, repayments: [] },
      ),
    ).toMatchObject({ message: 'loan_fees_above_principal', detail: { field: 'fees', fees: '₦12,000.00' } })
  })
})

describe('a penalty', () => {
  test('of the published cases: 1.5 % of 1,000 overdue is 15.00', () => {
    expect(penaltiesOn('2026-03-05', { penalty }).slice(0, 2)).toEqual([0, 0])
    expect(penaltiesOn('2026-03-06', { penalty }).slice(0, 2)).toEqual([15, 0])
    expect(penaltiesOn('2026-03-06', { penalty: { ...penalty, of: 'instalment' } }).slice(0, 2)).toEqual([16.8, 0])
    expect(penaltiesOn('2026-12-31', { penalty }).slice(0, 3)).toEqual([15, 15, 15])
    expect(
      penaltiesOn('2026-03-06', {
        penalty: { of: 'fixed', naira: kobo(50_000), graceDays: 5, repeats: 'once', cap: null },
      }).slice(0, 2),
    ).toEqual([500, 0])
  })

  test('every month counts from the due date, which returns to the month’s end, and the cap holds for all of them', () => {
    const monthly: PenaltyRule = { ...penalty, graceDays: 0, repeats: 'monthly' }
    expect(penaltiesOn('2026-04-28', { penalty: monthly })[0]).toBe(30)
    expect(penaltiesOn('2026-04-29', { penalty: monthly })[0]).toBe(45)
    expect(penaltiesOn('2026-12-31', { penalty: { ...monthly, cap: { of: 'fixed', naira: kobo(4000) } } })[0]).toBe(40)
    expect(penaltiesOn('2026-12-31', { penalty: { ...monthly, cap: { of: 'instalment', percent: 2.5 } } })[0]).toBe(28)
  })

  test('is asked on what is owed then, never on a penalty, and is paid first', () => {
    const monthly: PenaltyRule = { ...penalty, graceDays: 0, repeats: 'monthly' }
    const loan = loanOn('2026-03-29', { penalty: monthly }, { repayments: [paid('2026-03-10', 635)] })
    // 15 of the payment is penalty, 120 interest and 500 principal, so April's is on 500.
    expect(loan.paid).toEqual({ principal: kobo(50_000), interest: kobo(12_000), fees: kobo(0), penalties: kobo(1500) })
    expect(nairaNumber(loan.instalments[0]?.penalties ?? kobo(0))).toBe(22.5)
  })

  test('is not asked of an instalment that a salary paid for its month, however late; what the salary left is', () => {
    const rule = { penalty }
    expect(penaltiesOn('2026-03-20', rule, { repayments: [paid('2026-03-20', 1120, '2026-02-28')] })[0]).toBe(0)
    expect(penaltiesOn('2026-03-20', rule, { repayments: [paid('2026-03-20', 1120)] })[0]).toBe(15)
    expect(penaltiesOn('2026-03-21', rule, { repayments: [paid('2026-03-20', 620, '2026-02-28')] })[0]).toBe(7.5)
    // A deduction for another month doesn't excuse this one.
    expect(penaltiesOn('2026-03-20', rule, { repayments: [paid('2026-03-20', 1120, '2026-03-31')] })[0]).toBe(15)
  })

  test('that was waived does not come back for the same delay, but a later month is asked', () => {
    const monthly = { penalty: { ...penalty, graceDays: 0, repeats: 'monthly' as const } }
    const waivers = [{ on: '2026-03-15' as Day, dueOn: ['2026-02-28' as Day] }]
    expect(penaltiesOn('2026-03-15', monthly, { waivers }).slice(0, 2)).toEqual([0, 0])
    expect(penaltiesOn('2026-04-01', monthly, { waivers }).slice(0, 2)).toEqual([15, 15])
    // What came up on the very day of the waiver is let go with it.
    expect(penaltiesOn('2026-03-01', monthly)[0]).toBe(15)
    expect(
      penaltiesOn('2026-03-01', monthly, { waivers: [{ on: '2026-03-01' as Day, dueOn: ['2026-02-28' as Day] }] })[0],
    ).toBe(0)
  })

  test('is in the quote of its day, and not in that of an earlier one', () => {
    const plan = { ...planWith({ penalty }), penaltiesUntil: '2026-06-30' as Day }
    const quote = (on: string) => nairaNumber(settlementOn(plan, { disbursements, repayments: [] }, on as Day))
    expect(quote('2026-03-06') - quote('2026-03-05')).toBe(15)
  })

  test('can’t be asked where nothing may grow', () => {
    expect(whyNotPenalty({ interestMethod: 'murabaha', penalty }, false)).toMatchObject({
      message: 'penalty_without_interest',
      detail: { field: 'penalty' },
    })
    expect(whyNotPenalty({ interestMethod: 'flat', penalty }, true)).toMatchObject({
      message: 'penalty_without_interest',
    })
    expect([
      whyNotPenalty({ interestMethod: 'murabaha', penalty: null }, true),
      whyNotPenalty({ interestMethod: 'flat', penalty }, false),
    ]).toEqual([undefined, undefined])
  })
})

describe('in words and in store', () => {
  const fees: Fee[] = [
    { name: 'A', when: 'disbursement', of: 'amount', percent: 1 },
    { name: 'B', when: 'instalment', of: 'fixed', naira: kobo(10_050) },
    { name: 'C', when: 'disbursement', of: 'interest', percent: 2 },
    { name: 'D', when: 'instalment', of: 'interest', percent: 2 },
  ]

  test('says what a fee and a penalty are', () => {
    expect(fees.map(feeInWords)).toEqual([
      '1 % of the amount, taken off when the loan is paid out',
      '₦100.50 with each instalment',
      '2 % of the whole interest, taken off when the loan is paid out',
      '2 % of the interest of each instalment, with that instalment',
    ])
    expect(feeInWords({ name: 'E', when: 'disbursement', of: 'fixed', naira: kobo(200_000) })).toBe(
      '₦2,000.00, taken off when the loan is paid out',
    )
    expect(feeInWords({ name: 'F', when: 'instalment', of: 'amount', percent: 0.5 })).toBe(
      '0.5 % of the principal of each instalment, with that instalment',
    )
    expect(penaltyInWords({ ...penalty, graceDays: 1 })).toContain('not paid 1 day after its day')
    expect(penaltyInWords(penalty)).toBe(
      'For each instalment a penalty of 1.5 % of its overdue principal is asked when it is not paid 5 days after its day, once.',
    )
    expect(
      penaltyInWords({
        of: 'fixed',
        naira: kobo(50_000),
        graceDays: 0,
        repeats: 'monthly',
        cap: { of: 'instalment', percent: 10 },
      }),
    ).toBe(
      'For each instalment a penalty of ₦500.00 is asked when it is not paid on its day, and again every month while it is late. For one instalment it is never more than 10 % of the instalment.',
    )
  })

  test('is kept as JSON to the kobo, and what was kept before there were charges has none', () => {
    const charges: LoanCharges = {
      fees,
      penalty: {
        of: 'fixed',
        naira: kobo(9_007_199_254_740_993n),
        graceDays: 1,
        repeats: 'once',
        cap: { of: 'fixed', naira: kobo(5) },
      },
    }
    expect(chargesFromKept(JSON.parse(JSON.stringify(chargesToKeep(charges))))).toEqual(charges)
    expect(chargesFromKept({})).toEqual(noCharges)
  })
})
