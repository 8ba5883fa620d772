import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import type { AccountId, EntryId, LoanConfigurationId, LoanId, LoanMovementId, MemberId } from '#core/ids.ts'
import { type JournalLine, journalSums } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { instalmentUnits } from './due-dates.ts'
import { type AskedLoan, type Borrower, eligibilityFor } from './eligibility.ts'
import { plainRules, termsNow } from './loan-terms.ts'
import {
  changeBetween,
  eventsOf,
  isRepaid,
  journalOf,
  type StoredMovement,
  planOf,
  planOfLoan,
  runningLoan,
  type RunningLoan,
  totalOf,
} from './running-loan.ts'
import { journalsOf } from './settlement.ts'
import {
  journalsAsOne,
  type LoanToSettle,
  mostBeside,
  settledOn,
  settlementTotal,
  whyNotSettle,
  whyNotTopUp,
} from './top-up.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const running: LoanToSettle = {
  loanId: 'old' as unknown as LoanId,
  name: 'Regular',
  state: 'running',
  lent: kobo(10_000_000),
  repaid: kobo(5_000_000),
  isAllPaidOut: true,
  settlement: kobo(5_100_000),
  afterPercent: 50,
  takenBy: null,
}
const codes = (settles: readonly LoanToSettle[], principal?: Kobo) =>
  whyNotTopUp(settles, principal).map(({ message, detail }) => `${String(detail['field'])}: ${message}`)

describe('which loans a new one may settle', () => {
  test('one that runs, is all paid out, free for it, and repaid far enough to the kobo', () => {
    expect(whyNotSettle(running)).toBeUndefined()
    expect(whyNotSettle({ ...running, repaid: kobo(4_999_999) })).toMatchObject({
      message: 'top_up_too_early',
      detail: { field: 'settles', missing: '₦0.01' },
    })
    expect(whyNotSettle({ ...running, lent: kobo(10_000_001) })?.message).toBe('top_up_too_early')
    expect(whyNotSettle({ ...running, afterPercent: 0, repaid: zeroKobo })).toBeUndefined()
    expect(whyNotSettle({ ...running, state: 'over', afterPercent: null })).toBeUndefined()
  })

  test('every reason is named with its loan, and the new one is more than all of them take', () => {
    const wrong = [
      { ...running, afterPercent: null },
      { ...running, takenBy: 'Emergency' },
      { ...running, isAllPaidOut: false },
      { ...running, state: 'lost' as const },
      running,
    ]
    expect(codes(wrong, kobo(25_500_000))).toEqual([
      'settles.0: top_up_not_offered',
      'settles.1: top_up_taken',
      'settles.2: top_up_not_all_paid_out',
      'settles.3: top_up_not_running',
      'principal: top_up_too_small',
    ])
    expect(codes([running, running], kobo(10_200_001))).toEqual([])
  })

  test('the most is told with what settles and what is paid out, which come to it', () => {
    expect(mostBeside({ max: kobo(20_000_000), why: '2 times the savings' }, [running])).toEqual({
      max: kobo(20_000_000),
      why: '2 times the savings; ₦51,000.00 of it settles the Regular loan and ₦149,000.00 is paid out',
    })
    expect(mostBeside({ max: kobo(5_100_000), why: 'by the savings' }, [running])).toMatchObject({
      max: 0n,
      why: expect.stringContaining('settling the Regular loan alone takes ₦51,000.00'),
    })
    expect(mostBeside({ max: kobo(1), why: 'plain' }, [])).toEqual({ max: 1n, why: 'plain' })
  })

  test('eligibility tells it as a rule of its own', () => {
    const borrower: Borrower = {
      proceeds: { savings: kobo(0), shares: kobo(0) },
      memberId: 'ada' as unknown as MemberId,
      name: 'Ada Obi',
      status: 'active',
      joinedOn: '2020-01-01' as Day,
      savings: kobo(10_000_000),
      shares: zeroKobo,
      free: kobo(10_000_000),
      monthly: zeroKobo,
      committed: zeroKobo,
      overdue: kobo(0),
      overdueSince: null,
      lost: kobo(0),
      loans: [],
      netSalary: null,
    }
    const terms = termsNow(
      { instalmentsMax: 12, savingsMultiplePercent: 200, rules: plainRules },
      { savingsMultiplePercent: 200, waitingMonths: 0, guarantorsRequired: 0 },
    )
    const loan: AskedLoan = {
      id: 'regular' as unknown as LoanConfigurationId,
      name: 'Regular',
      isRetired: false,
      interestMethod: 'flat',
      annualRatePpm: 120_000,
      rateSteps: [],
      terms,
    }
    const told = (settles: readonly LoanToSettle[], principal?: Kobo) =>
      eligibilityFor(borrower, loan, { settles, principal }, start)
    expect(told([]).rules.some(({ rule }) => rule === 'top_up')).toBe(false)
    expect(told([running], kobo(5_100_000)).rules).toContainEqual(
      expect.objectContaining({ rule: 'top_up', isMet: false, gap: { money: 1n, count: null } }),
    )
    expect(told([running], kobo(5_100_001)).rules.every(({ isMet }) => isMet)).toBe(true)
    expect(told([{ ...running, afterPercent: null }]).max).toBe(0n)
    // Interest that is taken off at the start settles nothing: of 53,000 less a year's 12 % less than 51,000 is paid out.
    const upfront = eligibilityFor(
      borrower,
      { ...loan, interestMethod: 'upfront' },
      { settles: [running], principal: kobo(5_300_000), instalments: 12 },
      start,
    )
    expect(upfront.rules.find(({ rule }) => rule === 'top_up')).toMatchObject({
      isMet: false,
      reasons: [
        { code: 'top_up_too_small', detail: { principal: '₦53,000.00', paid: '₦46,640.00', settlement: '₦51,000.00' } },
      ],
    })
  })
})

const money = 'cash' as unknown as AccountId
const account = (name: string) => name as unknown as AccountId
const accountsOf = (loan: string) => ({
  loan: account(loan),
  interest: account('4110'),
  fees: account('4220'),
  penalties: account('4230'),
})

describe('what settles old loans with a new one', () => {
  const method = fc.constantFrom(
    'flat' as const,
    'equal_instalment' as const,
    'equal_principal' as const,
    'upfront' as const,
  )
  const loan = fc.record({
    interestMethod: method,
    annualRatePpm: fc.integer({ min: 0, max: 360_000 }),
    schedule: anySchedule,
    instalments: fc.integer({ min: 1, max: 24 }),
    repaidEvery: fc.constantFrom(...instalmentUnits),
    principal: fc.bigInt({ min: 1_000_000n, max: 300_000_000n }).map((amount) => amount as Kobo),
    payments: fc.array(fc.record({ day: fc.nat(400), amount: fc.bigInt({ min: 1n, max: 30_000_000n }) }), {
      maxLength: 5,
    }),
  })

  /** A loan with as much of the payments as it takes. */
  function lent({
    principal,
    payments,
    ...terms
  }: { principal: Kobo; payments: readonly { day: number; amount: bigint }[] } & Pick<
    Parameters<typeof planOf>[0],
    'interestMethod' | 'annualRatePpm' | 'instalments' | 'repaidEvery' | 'schedule'
  >) {
    const nothing = {
      principal: zeroKobo,
      interest: zeroKobo,
      fees: zeroKobo,
      penalties: zeroKobo,
      deducted: zeroKobo,
      feesDeducted: zeroKobo,
    }
    const movement = (kind: 'disbursement' | 'repayment', amount: Kobo, occurredOn: Day): StoredMovement => ({
      ...nothing,
      id: '' as unknown as LoanMovementId,
      kind,
      status: 'posted',
      amount,
      occurredOn,
      dueBy: null,
      isHeld: false,
      way: 'cash',
      entryId: '' as unknown as EntryId,
      reversedBy: null,
    })
    const head = {
      ...terms,
      principal,
      startOn: start,
      firstDueOn: null,
      takenOver: null,
      restarts: [],
      loanConfig: 'Regular',
    }
    let movements = [movement('disbursement', principal, start)]
    for (const { day, amount } of payments) {
      const next = [...movements, movement('repayment', amount as Kobo, addDays(start, day))]
      if (!(runningLoan(planOfLoan(head), eventsOf(next)) instanceof Refusal)) movements = next
    }
    const before = runningLoan(planOfLoan(head), eventsOf(movements))
    return before instanceof Refusal ? undefined : { ...head, movements, before }
  }

  test('leaves nothing of them, moves in one voucher that balances, and settled part and paid out come to the principal', () => {
    fc.assert(
      fc.property(fc.array(loan, { minLength: 1, maxLength: 3 }), loan, fc.nat(600), (given, wanted, days) => {
        const on = addDays(start, 400 + days)
        const olds = given.flatMap((each) => lent(each) ?? [])
        const settled = olds.flatMap((old) => {
          const done = settledOn(old, on)
          if (done instanceof Refusal) throw done
          return done ? [{ old, ...done }] : []
        })
        for (const { old, amount, after, change, rebate } of settled) {
          expect(isRepaid(after)).toBe(true)
          expect(totalOf(change)).toBe(amount)
          expect(totalOf(changeBetween(old.before, after))).toBe(amount + (rebate?.amount ?? 0n))
          // Without the payment the loan is to the byte what it was.
          expect(runningLoan(planOfLoan(old), eventsOf(old.movements))).toEqual(old.before)
        }
        const settlement = sumKobo(settled.map(({ amount }) => amount))
        const principal = kobo(wanted.principal + settlement + 1n)
        const made: RunningLoan | Refusal = runningLoan(planOf({ ...wanted, startOn: on, firstDueOn: undefined }), {
          disbursements: [{ on, amount: principal }],
          repayments: [],
        })
        if (made instanceof Refusal) return
        const empty: RunningLoan = {
          instalments: [],
          disbursed: zeroKobo,
          deducted: zeroKobo,
          feesDeducted: zeroKobo,
          paid: { principal: zeroKobo, interest: zeroKobo, fees: zeroKobo, penalties: zeroKobo },
          regularInstalment: zeroKobo,
        }
        const lines = journalsAsOne([
          journalOf('disbursement', principal, money, changeBetween(empty, made), accountsOf('new')),
          ...settled.flatMap((each, index) => journalsOf(each.amount, money, each, accountsOf(`old ${index}`))),
        ])
        expect(journalSums(lines).difference).toBe(0n)
        expect(new Set(lines.map(({ accountId }) => accountId)).size).toBe(lines.length)
        const netOf = (id: AccountId) =>
          lines.filter(({ accountId }) => accountId === id).reduce((sum, { debit, credit }) => sum + debit - credit, 0n)
        expect(settlement - netOf(money) + made.deducted).toBe(principal)
        expect(netOf(account('new'))).toBe(principal)
      }),
      { numRuns: 60 },
    )
  })

  test('is refused on a day before the last that happened to the old one', () => {
    const old = lent({
      interestMethod: 'flat',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      principal: kobo(10_000_000),
      payments: [{ day: 40, amount: 100_000n }],
    })
    if (!old) throw new Error('This loan can be lent')
    expect(settledOn(old, addDays(start, 39))).toMatchObject({
      message: 'top_up_day_too_early',
      detail: { field: 'on', loan: 'Regular', day: addDays(start, 40) },
    })
    expect(settledOn(old, addDays(start, 40))).toMatchObject({ amount: expect.any(BigInt) })
    expect(
      settledOn(
        {
          ...old,
          restarts: [
            { on: addDays(start, 50), instalments: 6, firstDueOn: addDays(start, 80), annualRatePpm: 120_000 },
          ],
        },
        addDays(start, 45),
      ),
    ).toBeInstanceOf(Refusal)
  })

  test('is a rebate alone, where no more is left than that', () => {
    // 20 of 12,000 naira are left of a loan of which 1,440 were taken off for a year.
    const old = lent({
      interestMethod: 'upfront',
      annualRatePpm: 120_000,
      schedule: { ...plainSchedule, prepayment: 'smaller', rebate: true },
      instalments: 12,
      repaidEvery: 'month',
      principal: kobo(1_200_000),
      payments: [{ day: 2, amount: 1_198_000n }],
    })
    if (!old) throw new Error('This loan can be lent')
    expect(settledOn(old, addDays(start, 3))).toMatchObject({ amount: 0n, rebate: { amount: 2000n } })
  })

  test('is not held up by a payment that was taken back, and is nothing once the old one is repaid', () => {
    const old = lent({
      interestMethod: 'equal_principal',
      annualRatePpm: 0,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      principal: kobo(1_000_000),
      payments: [
        { day: 10, amount: 400_000n },
        { day: 40, amount: 100_000n },
      ],
    })
    if (!old) throw new Error('This loan can be lent')
    const movements = old.movements.map((each) =>
      each.occurredOn === addDays(start, 40) ? { ...each, status: 'reversed' as const } : each,
    )
    expect(settledOn({ ...old, movements }, addDays(start, 20))).toMatchObject({
      amount: 600_000n,
      after: { paid: { principal: 1_000_000n } },
    })
    const repaid = lent({
      interestMethod: 'equal_principal',
      annualRatePpm: 0,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      principal: kobo(1_000_000),
      payments: [{ day: 10, amount: 1_000_000n }],
    })
    if (!repaid) throw new Error('This loan can be lent')
    expect(settledOn(repaid, addDays(start, 20))).toBeUndefined()
  })
})

describe('one voucher of several journals', () => {
  const line = (of: string, debit: bigint, credit: bigint): JournalLine => ({
    accountId: account(of),
    debit: kobo(debit),
    credit: kobo(credit),
  })

  test('moves each account once, by the difference, and not where nothing is left of it', () => {
    const paidOut = [line('new loan', 900n, 0n), line('cash', 0n, 900n)]
    const settled = [line('cash', 250n, 0n), line('old loan', 0n, 200n), line('interest', 0n, 50n)]
    const undone = [
      line('fees', 30n, 0n),
      line('penalties', 0n, 30n),
      line('fees', 0n, 30n),
      line('penalties', 30n, 0n),
    ]
    expect(journalsAsOne([paidOut, settled, undone])).toEqual([
      line('new loan', 900n, 0n),
      line('cash', 0n, 650n),
      line('old loan', 0n, 200n),
      line('interest', 0n, 50n),
    ])
    expect(journalsAsOne([])).toEqual([])
  })

  test('takes what settles all of them together', () => {
    expect(settlementTotal([{ amount: kobo(250) }, { amount: kobo(3) }])).toBe(253n)
    expect(settlementTotal([])).toBe(0n)
  })
})

describe('the most that may be borrowed beside old loans', () => {
  const most = (max: bigint, ...settles: LoanToSettle[]) => mostBeside({ max: kobo(max), why: 'savings' }, settles)
  const emergency: LoanToSettle = { ...running, name: 'Emergency', settlement: kobo(400_000) }

  test('names every loan of which something is left, and no other', () => {
    expect(most(20_000_000n, running, { ...running, name: 'Old', settlement: zeroKobo }, emergency).why).toBe(
      'savings; ₦55,000.00 of it settles the Regular and Emergency loans and ₦145,000.00 is paid out',
    )
  })

  test('is told as it was where nothing may be borrowed or nothing is left to settle', () => {
    expect(most(0n, running)).toEqual({ max: 0n, why: 'savings' })
    expect(most(500n, { ...running, settlement: zeroKobo })).toEqual({ max: 500n, why: 'savings' })
  })
})
