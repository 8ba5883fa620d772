import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import type { LoanMovementKind } from './loan.ts'
import {
  changeBetween,
  changeUndone,
  changeWithout,
  eventsOf,
  isNoChange,
  isRepaid,
  journalOf,
  type LoanAccounts,
  type LoanChange,
  nothingLent,
  outstandingPrincipal,
  planOf,
  planOfLoan,
  repaidAsOwed,
  runningLoan,
  standingOn,
  totalOf,
} from './running-loan.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const terms = {
  interestMethod: 'equal_principal',
  annualRatePpm: 120_000,
  schedule: plainSchedule,
  instalments: 3,
  repaidEvery: 'month',
  startOn: start,
  firstDueOn: undefined,
} as const
const lent = { on: start, amount: kobo(300_000) }
const paid = (on: string, amount: number) => ({ on: on as Day, amount: kobo(amount) })
const change = (
  principal: number,
  interest: number,
  fees: number,
  penalties: number,
  deducted: number,
  feesDeducted = 0,
): LoanChange => ({
  principal: kobo(principal),
  interest: kobo(interest),
  fees: kobo(fees),
  penalties: kobo(penalties),
  deducted: kobo(deducted),
  feesDeducted: kobo(feesDeducted),
})

function loanAfter(...repayments: ReturnType<typeof paid>[]) {
  const loan = runningLoan(planOf(terms), { disbursements: [lent], repayments })
  if (loan instanceof Refusal) throw loan
  return loan
}

describe('the plan of a loan', () => {
  test('is monthly and to the kobo, and a murabaha has its margin like flat interest', () => {
    expect(planOf({ ...terms, firstDueOn: '2026-03-15' as Day })).toEqual({
      interestMethod: 'equal_principal',
      instalments: 3,
      startOn: start,
      firstDueOn: '2026-03-15',
      annualRate: { top: 3n, bottom: 25n },
      every: 1,
      unit: 'month',
      dayCount: 'monthly',
      gracePrincipal: 0,
      interestPaymentGrace: 0,
      interestFree: 0,
      rounding: 'half_up',
      balloon: { top: 0n, bottom: 100n },
      prepayment: 'fewer',
      lateInterestOn: 'principal',
      roundUp: false,
      flatRest: 'last',
      rebate: false,
      brokenPeriod: 'waived',
      allocation: ['penalties', 'fees', 'interest', 'principal'],
    })
    expect(
      (['flat', 'equal_instalment', 'upfront', 'murabaha'] as const).map(
        (interestMethod) => planOf({ ...terms, interestMethod }).interestMethod,
      ),
    ).toEqual(['flat', 'equal_instalment', 'upfront', 'flat'])
  })

  test('begins with the first money, and takes up what it was changed to and what came from old books', () => {
    const begun = { ...terms, firstDueOn: null, principal: kobo(300_000), takenOver: null, restarts: [] }
    expect(() => planOfLoan({ ...begun, startOn: null })).toThrow('without its first money')
    expect(planOfLoan(begun)).toEqual({ ...planOf(terms), restarts: [] })
    const restart = { on: '2026-03-31' as Day, instalments: 6, firstDueOn: '2026-04-30' as Day, annualRatePpm: 60_000 }
    expect(planOfLoan({ ...begun, restarts: [restart] }).restarts).toEqual([
      { on: '2026-03-31', instalments: 6, firstDueOn: '2026-04-30', annualRate: { top: 3n, bottom: 50n } },
    ])
    const takenOver = {
      originalPrincipal: kobo(500_000),
      instalmentsLeft: 2,
      overdueSince: null,
      overduePrincipal: kobo(0),
      interestOwed: kobo(0),
    }
    expect(planOfLoan({ ...begun, takenOver })).toMatchObject({ instalments: 2, brought: { repaid: 200_000n } })
    expect(planOfLoan({ ...begun, penaltiesUntil: '2026-06-30' as Day }).penaltiesUntil).toBe('2026-06-30')
  })

  test('counts its movements that were not reversed, each for what it is', () => {
    const movement = (
      kind: LoanMovementKind,
      status: 'posted' | 'reversed',
      amount: number,
      dueBy: Day | null = null,
      isHeld = false,
    ) => ({ kind, status, occurredOn: start, amount: kobo(amount), dueBy, isHeld })
    expect(
      eventsOf([
        movement('disbursement', 'posted', 1),
        movement('disbursement', 'reversed', 2),
        movement('repayment', 'posted', 3),
        movement('repayment', 'reversed', 4),
        movement('repayment', 'posted', 5, '2026-02-28' as Day),
        movement('repayment', 'posted', 9, null, true),
        movement('reallocation', 'posted', 6),
        movement('write_off', 'posted', 7),
        movement('recovered', 'posted', 8),
      ]),
    ).toEqual({
      disbursements: [paid(start, 1)],
      repayments: [
        paid(start, 3),
        { ...paid(start, 5), dueBy: '2026-02-28' },
        { ...paid(start, 9), heldBy: '9999-12-31' },
      ],
    })
  })
})

describe('a loan by its movements', () => {
  test('leaves a kobo to pay out at least, of which interest and fees are taken off', () => {
    // A year's 12 % of 3,000 is 360.
    const takenOff = (fees: number) =>
      runningLoan(
        { ...planOf({ ...terms, interestMethod: 'upfront', instalments: 12 }), feesTakenOff: kobo(fees) },
        { disbursements: [lent], repayments: [] },
      )
    expect(takenOff(263_999)).toMatchObject({ disbursed: 300_000n, deducted: 36_000n, feesDeducted: 263_999n })
    expect(takenOff(264_000)).toMatchObject({
      message: 'loan_fees_above_principal',
      detail: { field: 'amount', fees: '₦2,640.00' },
    })
  })

  test('is nothing before the first money', () => {
    expect(runningLoan(planOf(terms), { disbursements: [], repayments: [] })).toEqual(nothingLent)
    expect(isRepaid(nothingLent)).toBe(false)
    expect(totalOf(nothingLent.paid)).toBe(0n)
  })

  test('refuses what is not owed with what is, and interest that leaves nothing to pay out', () => {
    expect(
      runningLoan(planOf(terms), { disbursements: [lent], repayments: [paid('2026-01-31', 300_001)] }),
    ).toMatchObject({ message: 'repaid_above_owed', detail: { field: 'amount', owed: '₦3,000.00' } })
    const upfront = (annualRatePpm: number) =>
      runningLoan(planOf({ ...terms, instalments: 12, interestMethod: 'upfront', annualRatePpm }), {
        disbursements: [lent],
        repayments: [],
      })
    expect(upfront(1_000_000)).toMatchObject({
      message: 'loan_interest_above_principal',
      detail: { field: 'amount', interest: '₦3,000.00' },
    })
    expect(upfront(999_900)).toMatchObject({ deducted: 299_970n })
  })

  test('knows what was paid of it and what is left', () => {
    const loan = loanAfter(paid('2026-02-28', 103_000), paid('2026-03-31', 1500))
    expect(loan.paid).toEqual({ principal: 100_000n, interest: 4500n, fees: 0n, penalties: 0n })
    expect(outstandingPrincipal(loan)).toBe(200_000n)
    expect([isRepaid(loan), isRepaid(loanAfter(paid('2026-01-31', 300_000)))]).toEqual([false, true])
  })

  test('takes of what is offered as much as is owed, what was paid on a later day first', () => {
    const offered = (amount: number, ...repayments: ReturnType<typeof paid>[]) =>
      repaidAsOwed(planOf(terms), { disbursements: [lent], repayments }, paid('2026-02-14', amount))?.amount
    expect(offered(301_500)).toBe(301_500n)
    expect(offered(400_000)).toBe(301_500n)
    expect(offered(0)).toBeUndefined()
    expect(offered(5, paid('2026-01-31', 300_000))).toBeUndefined()
    // 100,000 were paid on the due date after it.
    expect(offered(400_000, paid('2026-02-28', 100_000))).toBeLessThan(301_500n - 98_000n)
  })

  test('is late from the day after a due date', () => {
    const { instalments } = loanAfter(paid('2026-02-28', 3000))
    expect(standingOn(instalments, '2026-02-28' as Day)).toEqual({
      overdue: 0n,
      overdueSince: undefined,
      next: { on: '2026-02-28', amount: 100_000n },
    })
    expect(standingOn(instalments, '2026-03-01' as Day)).toEqual({
      overdue: 100_000n,
      overdueSince: '2026-02-28',
      next: { on: '2026-03-31', amount: 102_000n },
    })
    expect(standingOn(instalments, '2026-05-01' as Day)).toEqual({
      overdue: 303_000n,
      overdueSince: '2026-02-28',
      next: undefined,
    })
    expect(standingOn(loanAfter(paid('2026-01-31', 300_000)).instalments, '2026-05-01' as Day)).toEqual({
      overdue: 0n,
      overdueSince: undefined,
      next: undefined,
    })
  })
})

describe('what a movement changes', () => {
  test('is the difference of two states, part by part', () => {
    const [before, after] = [loanAfter(), loanAfter(paid('2026-02-28', 103_000))]
    expect(changeBetween(before, after)).toEqual(change(100_000, 3000, 0, 0, 0))
    const charged = (fees: number, penalties: number, deducted: number, feesDeducted: number) => ({
      ...nothingLent,
      paid: { ...nothingLent.paid, fees: kobo(fees), penalties: kobo(penalties) },
      deducted: kobo(deducted),
      feesDeducted: kobo(feesDeducted),
    })
    expect(changeBetween(charged(1, 2, 3, 4), charged(10, 20, 30, 40))).toEqual(change(0, 0, 9, 18, 27, 36))
  })

  test('is taken out of another, undone, and told from nothing', () => {
    expect(changeWithout(change(50, 40, 30, 20, 10, 60), change(1, 2, 3, 4, 5, 6))).toEqual(
      change(49, 38, 27, 16, 5, 54),
    )
    expect(changeUndone(change(5, 4, 3, 2, 1, 6))).toEqual(change(-5, -4, -3, -2, -1, -6))
    expect(isNoChange(change(0, 0, 0, 0, 0))).toBe(true)
    expect(isNoChange(change(0, 0, 0, 0, 1))).toBe(false)
    expect(isNoChange(change(0, 0, 0, 0, 0, 1))).toBe(false)
    expect(isNoChange(change(0, 0, 0, 3, 0))).toBe(false)
    // Interest became principal: no sum changed, and yet it has to be written in the books.
    expect(isNoChange(change(5, -5, 0, 0, 0))).toBe(false)
  })
})

describe('the journal of a movement', () => {
  const accounts = {
    loan: 'loan',
    interest: 'interest',
    fees: 'fees',
    penalties: 'penalties',
  } as unknown as LoanAccounts
  const money = 'money' as AccountId
  const lines = (...given: Parameters<typeof journalOf>) =>
    journalOf(...given).map(({ accountId, debit, credit }) => [accountId, debit, credit])

  test('of a disbursement takes interest off the money that goes out', () => {
    expect(lines('disbursement', kobo(1000), money, change(0, 0, 0, 0, 0), accounts)).toEqual([
      ['money', 0n, 1000n],
      ['loan', 1000n, 0n],
    ])
    expect(lines('disbursement', kobo(1000), money, change(0, 0, 0, 0, 120), accounts)).toEqual([
      ['money', 0n, 880n],
      ['loan', 1000n, 0n],
      ['interest', 0n, 120n],
    ])
  })

  test('of a disbursement dated back also moves what payments were used for', () => {
    expect(lines('disbursement', kobo(1000), money, change(-10, 10, 0, 0, 0), accounts)).toEqual([
      ['money', 0n, 1000n],
      ['loan', 1010n, 0n],
      ['interest', 0n, 10n],
    ])
  })

  test('of a repayment credits each part that was paid', () => {
    expect(lines('repayment', kobo(1000), money, change(800, 150, 30, 20, 0), accounts)).toEqual([
      ['money', 1000n, 0n],
      ['loan', 0n, 800n],
      ['interest', 0n, 150n],
      ['fees', 0n, 30n],
      ['penalties', 0n, 20n],
    ])
  })

  test('of a repayment takes out of what is receivable what was earned, and no more than is paid', () => {
    const earned = (left: number) => ({ ...accounts, earned: { account: 'receivable' as AccountId, left: kobo(left) } })
    const paid = change(800, 150, 0, 0, 0)
    expect(lines('repayment', kobo(950), money, paid, earned(100))).toEqual([
      ['money', 950n, 0n],
      ['loan', 0n, 800n],
      ['receivable', 0n, 100n],
      ['interest', 0n, 50n],
    ])
    expect(lines('repayment', kobo(950), money, paid, earned(200))).toEqual([
      ['money', 950n, 0n],
      ['loan', 0n, 800n],
      ['receivable', 0n, 150n],
    ])
    // Interest that falls was income, and what is moved without money was not collected.
    expect(lines('repayment', kobo(650), money, change(800, -150, 0, 0, 0), earned(200))).toEqual([
      ['money', 650n, 0n],
      ['loan', 0n, 800n],
      ['interest', 150n, 0n],
    ])
    expect(lines('reallocation', kobo(0), undefined, change(-150, 150, 0, 0, 0), earned(200))).toEqual([
      ['loan', 150n, 0n],
      ['interest', 0n, 150n],
    ])
  })

  test('of a repayment leaves what was taken off when the money went out', () => {
    expect(lines('repayment', kobo(950), money, change(800, 150, 0, 0, 120, 30), accounts)).toEqual(
      lines('repayment', kobo(950), money, change(800, 150, 0, 0, 0), accounts),
    )
  })

  test('of a reallocation moves no money, and debits a part that falls', () => {
    expect(lines('reallocation', kobo(0), undefined, change(70, -40, -20, -10, 0), accounts)).toEqual([
      ['loan', 0n, 70n],
      ['interest', 40n, 0n],
      ['fees', 20n, 0n],
      ['penalties', 10n, 0n],
    ])
    expect(lines('reallocation', kobo(0), undefined, change(30, 0, 0, 0, -30), accounts)).toEqual([
      ['loan', 0n, 30n],
      ['interest', 30n, 0n],
    ])
  })

  test('is not written where money moves that no account is named for', () => {
    expect(() => journalOf('repayment', kobo(5), undefined, change(5, 0, 0, 0, 0), accounts)).toThrow(
      'no account for it is named',
    )
  })
})
