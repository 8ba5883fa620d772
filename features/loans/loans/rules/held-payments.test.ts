import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { kobo, moneyText, nairaNumber, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import { prepayments, type Repayment } from './loan-plan.ts'
import { type Agreed, anyDueDay, planOf, type RunningLoan, runningLoan, totalOf } from './running-loan.ts'
import { plainSchedule } from './schedule-terms.ts'
import { repaidOn, settlementOn } from './settlement.ts'

const start = '2026-01-31' as Day
const principal = kobo(6_000_000)
const disbursements = [{ on: start, amount: principal }]
/** ₦60,000 over 6 months at 1 % a month: 60,000 × 0.01 ÷ (1 − 1.01⁻⁶) = 10,352.90, of which 600.00 is the first month's interest. */
const instalment = 1_035_290

const agreed = (terms: Partial<Agreed> = {}): Agreed => ({
  interestMethod: 'equal_instalment',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 6,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: undefined,
  ...terms,
})
const planWith = (terms: Partial<Agreed> = {}, fees: Parameters<typeof chargedPlan>[2]['fees'] = []) =>
  chargedPlan(planOf(agreed(terms)), principal, {
    fees,
    penalty: { of: 'fixed', naira: kobo(100_000), graceDays: 0, repeats: 'once', cap: null },
  })
const paid = (on: string, amount: number): Repayment => ({ on: on as Day, amount: kobo(amount), heldBy: anyDueDay })
function loanAfter(plan: ReturnType<typeof planWith>, repayments: Repayment[], until = '2026-01-31'): RunningLoan {
  const loan = runningLoan({ ...plan, penaltiesUntil: until as Day }, { disbursements, repayments })
  if (loan instanceof Refusal) throw loan
  return loan
}
const owedOf = ({ instalments }: RunningLoan) => instalments.map(({ owed }) => nairaNumber(totalOf(owed)))
const partsOf = ({ instalments }: RunningLoan) =>
  instalments.map((line) => [line.principal, line.interest, line.penalties].map(nairaNumber))

describe('what is paid before its due day', () => {
  test('up to the current instalment is held for it: nothing is late, no penalty is asked, and the schedule stays as agreed', () => {
    const plan = planWith()
    const asAgreed = partsOf(loanAfter(plan, []))
    const loan = loanAfter(
      plan,
      [paid('2026-02-23', instalment), paid('2026-03-26', instalment), paid('2026-04-25', instalment)],
      '2026-05-30',
    )
    expect(owedOf(loan).slice(0, 3)).toEqual([0, 0, 0])
    expect(partsOf(loan)).toEqual(asAgreed)
    // 600.00 + 502.47 + 403.97 of interest: each month's on what the instalments before it left.
    expect(nairaNumber(loan.paid.interest)).toBe(1506.44)
  })

  test('more than that repays principal at once, so that it bears no interest from its day on', () => {
    // 5,000.00 more on the 15th of 28 days: its other 13 days bear nothing.
    const loan = loanAfter(planWith({ interestMethod: 'equal_principal' }), [paid('2026-02-15', 1_560_000)])
    // The first instalment is 10,000.00 and 600.00.
    expect(partsOf(loan)[0]?.[1]).toBe(576.79)
    expect(owedOf(loan)[0]).toBe(0)
    expect(nairaNumber(loan.paid.principal)).toBe(15_600 - 576.79)
  })

  test('what is late is paid first, then the current instalment is held, then principal is repaid', () => {
    // 12,000 a year on 60,000 flat: 600.00 with each 10,000.00.
    const loan = loanAfter(planWith({ interestMethod: 'flat' }), [paid('2026-03-10', 1_060_000 + 100_000 + 1_060_000)])
    expect(owedOf(loan)).toEqual([0, 0, 10_600, 10_600, 10_600, 10_600])
    expect(nairaNumber(loan.paid.penalties)).toBe(1000)
    const more = loanAfter(planWith({ interestMethod: 'flat' }), [paid('2026-03-10', 2_220_000 + 200_000)])
    expect(owedOf(more)).toEqual([0, 0, 10_600, 10_600, 10_600, 8600])
  })

  test('a fee of the instalment is held with it', () => {
    const plan = planWith({ interestMethod: 'flat' }, [
      { name: 'Book fee', when: 'instalment', of: 'fixed', naira: kobo(10_000) },
    ])
    const loan = loanAfter(plan, [paid('2026-02-20', 1_070_000)], '2026-03-30')
    expect(owedOf(loan).slice(0, 2)).toEqual([0, 10_700])
    expect(nairaNumber(loan.paid.fees)).toBe(100)
  })

  test('on its due day, and after the last one, nothing is held', () => {
    const loan = loanAfter(planWith({ interestMethod: 'flat' }), [paid('2026-02-28', 1_060_000 + 500_000)])
    expect(owedOf(loan)).toEqual([0, 10_600, 10_600, 10_600, 10_600, 5600])
    const late = loanAfter(planWith({ interestMethod: 'flat' }), [paid('2026-08-15', 6 * 1_160_000)])
    expect(owedOf(late)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('a salary for another instalment and a payment by hand wait together, and the hand pays what is left', () => {
    const salary: Repayment = { on: '2026-02-20' as Day, amount: kobo(400_000), dueBy: '2026-02-28' as Day }
    const loan = loanAfter(planWith(), [salary, paid('2026-02-25', instalment - 400_000)], '2026-03-30')
    expect(owedOf(loan)[0]).toBe(0)
    expect(partsOf(loan)).toEqual(partsOf(loanAfter(planWith(), [])))
  })

  test('who settles the loan meanwhile has it counted first', () => {
    // On the 14th of 28 days 300.00 of interest has run on 60,000, and 5,000.00 waits.
    const plan = planWith()
    const events = { disbursements, repayments: [paid('2026-02-10', 500_000)] }
    expect(nairaNumber(settlementOn(plan, events, '2026-02-14' as Day))).toBe(55_300)
    const loan = loanAfter(plan, [...events.repayments, paid('2026-02-14', 5_530_000)])
    expect(owedOf(loan).every((owed) => owed === 0)).toBe(true)
  })

  test('the last instalment, paid early as it is shown, whole or in parts, is held for its day and costs what was agreed', () => {
    const agreedLines = loanAfter(planWith(), []).instalments
    const days = agreedLines.map(({ dueOn }) => dueOn)
    const before = agreedLines.slice(0, -1).map(({ dueOn, total }) => paid(dueOn, Number(total)))
    const last = Number(agreedLines.at(-1)?.total)
    const half = Math.floor(last / 2)
    const [due, early, earlier] = [days.at(-1) ?? '', '2026-07-26', '2026-07-25']
    const ways = [
      [paid(due, last)],
      [paid(early, last)],
      [paid(earlier, half), paid(early, last - half)],
      [paid(early, half), paid(due, last - half)],
    ]
    for (const way of ways) {
      const loan = loanAfter(planWith(), [...before, ...way], '2026-07-31')
      expect(owedOf(loan).every((owed) => owed === 0)).toBe(true)
      expect(partsOf(loan)).toEqual(
        agreedLines.map((line) => [line.principal, line.interest, kobo(0)].map(nairaNumber)),
      )
    }
    // What settles it that day is less by the interest of the days that are left, and is taken as well.
    const settling = settlementOn(planWith(), { disbursements, repayments: before }, early as Day)
    expect(settling).toBeLessThan(last)
    const settled = loanAfter(planWith(), [...before, paid(early, Number(settling))], '2026-07-31')
    expect(owedOf(settled).every((owed) => owed === 0)).toBe(true)
    expect(nairaNumber(settled.paid.interest)).toBeLessThan(
      nairaNumber(kobo(agreedLines.reduce((sum, { interest }) => sum + Number(interest), 0))),
    )
    // Once the whole instalment waits, nothing more settles the loan.
    const events = { disbursements, repayments: [...before, paid(early, last)] }
    expect(settlementOn(planWith(), events, early as Day)).toBe(0n)
    expect(repaidOn(planWith(), { disbursements, repayments: before }, paid(early, last + 1))).toMatchObject({
      message: 'repaid_above_owed',
      detail: { owed: moneyText(settling) },
    })
  })

  test.each([1, 100_000, 3_000_000])('%d kobo more than is owed is refused with what is owed', (more) => {
    // 60,000 and the 300.00 of the 14 days, less the 5,000.00 that came on the same day.
    const events = { disbursements, repayments: [paid('2026-02-14', 500_000)] }
    const settling = 5_530_000
    expect(repaidOn(planWith(), events, paid('2026-02-14', settling))).toHaveProperty('after')
    expect(repaidOn(planWith(), events, paid('2026-02-14', settling + more))).toMatchObject({
      message: 'repaid_above_owed',
      detail: { field: 'amount', owed: '₦55,300.00' },
    })
  })

  test.each(prepayments)(
    'early, late, split or in another order, one instalment ends in the same total: %s',
    (prepayment) => {
      const terms = { interestMethod: 'flat' as const, schedule: { ...plainSchedule, prepayment } }
      const { penalty: _none, ...plan } = planWith(terms)
      const day = fc.integer({ min: 1, max: 58 })
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 500_000 }), day), { maxLength: 5 }),
          day,
          fc.infiniteStream(fc.nat()),
          (some, lastDay, keys) => {
            // The parts come to 10,600.00, some before its due day and some after.
            const parts: [number, number][] = []
            let left = 1_060_000
            for (const [amount, at] of some) {
              const part = Math.min(amount, left)
              if (part > 0) parts.push([part, at])
              left -= part
            }
            if (left > 0) parts.push([left, lastDay])
            const payments = parts.map(([amount, at]) => paid(addDays(start, at), amount))
            const ordered = payments
              .map((each) => ({ each, key: keys.next().value as number }))
              .toSorted((a, b) => a.key - b.key)
              .map(({ each }) => each)
            for (const repayments of [payments, ordered]) {
              const loan = loanAfter(plan as ReturnType<typeof planWith>, repayments)
              expect(owedOf(loan)).toEqual([0, 10_600, 10_600, 10_600, 10_600, 10_600])
              expect(sumKobo(loan.instalments.map(({ total }) => total))).toBe(6_360_000n)
            }
          },
        ),
      )
    },
  )

  test('paid early in parts, a loan on a reducing balance costs what was agreed', () => {
    const plan = planWith()
    const asAgreed = partsOf(loanAfter(plan, []))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: instalment - 1 }),
        fc.integer({ min: 1, max: 28 }),
        fc.integer({ min: 1, max: 28 }),
        (part, one, other) => {
          const payments = [paid(addDays(start, one), part), paid(addDays(start, other), instalment - part)]
          for (const repayments of [payments, payments.toReversed()]) {
            const loan = loanAfter(plan, repayments, '2026-03-30')
            expect(partsOf(loan)).toEqual(asAgreed)
            expect(owedOf(loan)[0]).toBe(0)
          }
        },
      ),
    )
  })
})
