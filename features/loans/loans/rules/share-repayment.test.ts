import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { isRepaid, planOf, runningLoan, totalOf } from './running-loan.ts'
import { type OwingLoan, shareRepayment } from './share-repayment.ts'
import { plainSchedule } from './schedule-terms.ts'

/** A loan of a year without interest, so that its figures can be read. */
function lent(principal: bigint, firstDueOn: string): OwingLoan {
  const plan = planOf({
    interestMethod: 'flat',
    annualRatePpm: 0,
    schedule: plainSchedule,
    instalments: 12,
    repaidEvery: 'month',
    startOn: '2026-01-01' as Day,
    firstDueOn: firstDueOn as Day,
  })
  const events = { disbursements: [{ on: '2026-01-01' as Day, amount: kobo(principal) }], repayments: [] }
  const before = runningLoan(plan, events)
  if (before instanceof Refusal) throw before
  return { plan, events, before }
}

const days = { on: '2026-03-25' as Day, dueBy: '2026-03-31' as Day }
const older = lent(1200n, '2026-02-10')
const younger = lent(600n, '2026-02-28')
const amounts = (sum: bigint) => {
  const { repaid, left } = shareRepayment(kobo(sum), [younger, older], days)
  const of = (loan: OwingLoan) => repaid.find((each) => each.loan === loan)?.amount ?? 0n
  return [of(older), of(younger), left]
}

test('what fell due first is paid first, whichever loan it is of', () => {
  expect(amounts(100n)).toEqual([100n, 0n, 0n])
  expect(amounts(150n)).toEqual([100n, 50n, 0n])
  expect(amounts(250n)).toEqual([200n, 50n, 0n])
  expect(amounts(300n)).toEqual([200n, 100n, 0n])
})

test('what is not due by the end of the month repays ahead, and what no loan owes is left', () => {
  expect(amounts(900n)).toEqual([800n, 100n, 0n])
  expect(amounts(1800n)).toEqual([1200n, 600n, 0n])
  expect(amounts(2000n)).toEqual([1200n, 600n, 200n])
  expect(shareRepayment(kobo(10n), [], days)).toEqual({ repaid: [], left: 10n })
})

test('every kobo repays a loan or is left, and something is left only where nothing is owed any more', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 5000n }),
      fc.uniqueArray(fc.constantFrom(older, younger), { maxLength: 2 }),
      (sum, loans) => {
        const { repaid, left } = shareRepayment(sum as Kobo, loans, days)
        expect(sumKobo(repaid.map(({ amount }) => amount)) + left).toBe(sum)
        for (const { loan, amount, after } of repaid)
          expect(totalOf(after.paid)).toBe(totalOf(loan.before.paid) + amount)
        expect(left === 0n || (repaid.length === loans.length && repaid.every(({ after }) => isRepaid(after)))).toBe(
          true,
        )
      },
    ),
  )
})

test('of two loans due on one day the first is paid first, and the day itself counts', () => {
  const [one, other] = [lent(1200n, '2026-03-31'), lent(1200n, '2026-03-31')]
  const { repaid, left } = shareRepayment(kobo(150n), [one, other], days)
  expect([repaid.map(({ loan, amount }) => [loan === one, amount]), left]).toEqual([
    [
      [true, 100n],
      [false, 50n],
    ],
    0n,
  ])
  expect(shareRepayment(kobo(60n), [lent(1200n, '2026-04-01'), one], days).repaid).toMatchObject([
    { loan: one, amount: 60n },
  ])
})

test('what is above the dues repays the loan ahead that owed something, not one whose instalments are paid', () => {
  const repayments = [{ on: '2026-03-10' as Day, amount: kobo(200n) }]
  const after = runningLoan(older.plan, { ...older.events, repayments })
  if (after instanceof Refusal) throw after
  const upToDate: OwingLoan = { ...older, events: { ...older.events, repayments }, before: after }
  expect(shareRepayment(kobo(80n), [upToDate, younger], days).repaid).toMatchObject([{ loan: younger, amount: 80n }])
  expect(shareRepayment(kobo(700n), [upToDate, younger], days).repaid).toMatchObject([
    { loan: younger, amount: 600n },
    { loan: upToDate, amount: 100n },
  ])
})

test('a loan that is repaid takes nothing', () => {
  const repayments = [{ on: '2026-03-10' as Day, amount: kobo(600n) }]
  const after = runningLoan(younger.plan, { ...younger.events, repayments })
  if (after instanceof Refusal) throw after
  const repaidLoan: OwingLoan = { ...younger, events: { ...younger.events, repayments }, before: after }
  expect(shareRepayment(kobo(10n), [repaidLoan], days)).toEqual({ repaid: [], left: 10n })
  expect(shareRepayment(kobo(10n), [repaidLoan, older], days)).toMatchObject({
    repaid: [{ loan: older, amount: 10n }],
    left: 0n,
  })
})
