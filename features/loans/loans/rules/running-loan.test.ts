import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, lastDayOf, periodOf } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo, sumKobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { chargedPlan } from './charged-plan.ts'
import { instalmentUnits } from './due-dates.ts'
import { type LoanEvents, movementBeforeLoan, type Repayment } from './loan-plan.ts'
import type { Fee, LoanCharges, PenaltyRule } from './product-charges.ts'
import {
  type Agreed,
  anyDueDay,
  changeBetween,
  changeWithout,
  instalmentParts,
  isNoChange,
  isRepaid,
  journalOf,
  type LoanAccounts,
  nothingLent,
  outstandingPrincipal,
  planOf,
  repaidAsOwed,
  type RunningLoan,
  runningLoan,
  standingOn,
  totalOf,
} from './running-loan.ts'
import { settlementOn } from './settlement.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'
import { plainSchedule } from './schedule-terms.ts'

const start = '2026-01-31' as Day
const accounts = { loan: 'loan', interest: 'interest', fees: 'fees', penalties: 'penalties' } as unknown as LoanAccounts
const money = 'money' as AccountId

const chargedSum = fc.oneof(
  fc.record({
    of: fc.constant('fixed' as const),
    naira: fc.bigInt({ min: 1n, max: 5_000n }).map((amount) => amount as Kobo),
  }),
  fc.record({ of: fc.constantFrom('amount' as const, 'interest' as const), percent: fc.constantFrom(0.5, 1, 2.5) }),
)
const fee: fc.Arbitrary<Fee> = fc
  .tuple(chargedSum, fc.constantFrom('disbursement' as const, 'instalment' as const))
  .map(([sum, when]) => ({ name: 'Fee', when, ...sum }))
const penalty: fc.Arbitrary<PenaltyRule | null> = fc.option(
  fc.record({
    graceDays: fc.constantFrom(0, 5, 40),
    repeats: fc.constantFrom('once' as const, 'monthly' as const),
    cap: fc.constantFrom(
      null,
      { of: 'fixed' as const, naira: kobo(90_000) },
      { of: 'instalment' as const, percent: 10 },
    ),
    of: fc.constantFrom('principal' as const, 'instalment' as const),
    percent: fc.constantFrom(0.5, 1.5, 5),
  }),
  { nil: null },
)
type Charged = Agreed & { charges: LoanCharges }
const planFor = ({ charges, ...terms }: Charged, lent: Kobo) => chargedPlan(planOf(terms), lent, charges)

const agreed: fc.Arbitrary<Charged> = fc.record({
  charges: fc.record({ fees: fc.array(fee, { maxLength: 3 }), penalty }),
  interestMethod: fc.constantFrom('flat', 'equal_instalment', 'equal_principal', 'murabaha'),
  annualRatePpm: fc.integer({ min: 0, max: 600_000 }),
  schedule: anySchedule,
  instalments: fc.integer({ min: 1, max: 36 }),
  repaidEvery: fc.constantFrom(...instalmentUnits),
  startOn: fc.constant(start),
  firstDueOn: fc.constant(undefined),
})
const principal = fc.bigInt({ min: 100_000n, max: 500_000_000n }).map((amount) => amount as Kobo)
/** Some by hand, of which every other is held for its due day, some deducted from a salary for their month. */
const payments = fc.array(
  fc.record({ day: fc.nat(1200), amount: fc.bigInt({ min: 1n, max: 60_000_000n }), deducted: fc.boolean() }),
  { maxLength: 12 },
)

const paymentOf = (on: Day, amount: bigint, deducted: boolean): Repayment => ({
  on,
  amount: amount as Kobo,
  ...(deducted ? { dueBy: lastDayOf(periodOf(on)) } : amount % 2n === 0n && { heldBy: anyDueDay }),
})

/** The payments that were owed, taken one after the other as an officer would record them. */
function lived(
  terms: Charged,
  lent: Kobo,
  wanted: readonly { day: number; amount: bigint; deducted: boolean }[],
): { events: LoanEvents; states: RunningLoan[]; moves: Repayment[] } {
  const plan = planFor(terms, lent)
  const disbursements = [{ on: start, amount: lent }]
  let events: LoanEvents = { disbursements, repayments: [] }
  const states = [known(runningLoan(plan, events))]
  const moves: Repayment[] = []
  for (const { day, amount, deducted } of wanted) {
    const move = paymentOf(addDays(start, day), amount, deducted)
    const next = { disbursements, repayments: [...events.repayments, move] }
    const state = runningLoan(plan, next)
    if (state instanceof Refusal) continue
    events = next
    states.push(state)
    moves.push(move)
  }
  return { events, states, moves }
}

function known(state: RunningLoan | Refusal): RunningLoan {
  if (state instanceof Refusal) throw state
  return state
}

/** What each account comes to, debits above zero. */
function sums(journals: readonly ReturnType<typeof journalOf>[]): Map<AccountId, bigint> {
  const found = new Map<AccountId, bigint>()
  for (const { debit, credit, amount } of journals.flatMap((lines) => pairsOf(lines))) {
    found.set(debit, (found.get(debit) ?? 0n) + amount)
    found.set(credit, (found.get(credit) ?? 0n) - amount)
  }
  return found
}

describe('a running loan', () => {
  test('every kobo that was paid is used for a part, and the account of the loan is at its principal', () => {
    fc.assert(
      fc.property(agreed, principal, payments, (terms, lent, wanted) => {
        const { states, moves } = lived(terms, lent, wanted)
        const last = states.at(-1) ?? nothingLent
        expect(totalOf(last.paid)).toBe(sumKobo(moves.map(({ amount }) => amount)))
        expect(sumKobo(last.instalments.map((line) => line.principal))).toBe(lent)
        expect(sumKobo(last.instalments.map((line) => line.owed.principal))).toBe(outstandingPrincipal(last))
        const journals = [
          journalOf('disbursement', lent, money, changeBetween(nothingLent, states[0] ?? nothingLent), accounts),
          ...moves.map(({ amount }, index) =>
            journalOf(
              'repayment',
              amount,
              money,
              changeBetween(states[index] ?? nothingLent, states[index + 1] ?? nothingLent),
              accounts,
            ),
          ),
        ]
        const books = sums(journals)
        expect(books.get(accounts.loan) ?? 0n).toBe(outstandingPrincipal(last))
        expect(-(books.get(accounts.interest) ?? 0n)).toBe(last.paid.interest)
        expect(-(books.get(accounts.fees) ?? 0n)).toBe(last.paid.fees + last.feesDeducted)
        expect(-(books.get(accounts.penalties) ?? 0n)).toBe(last.paid.penalties)
        expect(books.get(money) ?? 0n).toBe(sumKobo(moves.map(({ amount }) => amount)) - lent + last.feesDeducted)
        for (const lines of journals)
          expect(sumKobo(lines.map(({ debit }) => debit))).toBe(sumKobo(lines.map(({ credit }) => credit)))
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 400 },
    )
  })

  test('a payment that is taken back leaves what would have been without it, in the schedule and in the books', () => {
    fc.assert(
      fc.property(agreed, principal, payments, fc.nat(11), (terms, lent, wanted, which) => {
        const { events, states, moves } = lived(terms, lent, wanted)
        if (moves.length === 0) return
        const index = which % moves.length
        const without = runningLoan(planFor(terms, lent), {
          ...events,
          repayments: events.repayments.filter((_, each) => each !== index),
        })
        // Without it a later one may not have been owed; the officer is then told so.
        if (without instanceof Refusal) return
        const [before, last] = [states[index] ?? nothingLent, states.at(-1) ?? nothingLent]
        const own = changeBetween(before, states[index + 1] ?? nothingLent)
        const undone = {
          principal: kobo(-own.principal),
          interest: kobo(-own.interest),
          fees: kobo(-own.fees),
          penalties: kobo(-own.penalties),
          deducted: kobo(-own.deducted),
          feesDeducted: kobo(-own.feesDeducted),
        }
        const further = changeWithout(changeBetween(last, without), undone)
        expect(totalOf(further)).toBe(0n)
        const moved = isNoChange(further)
          ? new Map<AccountId, bigint>()
          : sums([journalOf('reallocation', kobo(0), undefined, further, accounts)])
        expect(kobo(outstandingPrincipal(last) + own.principal + (moved.get(accounts.loan) ?? 0n))).toBe(
          outstandingPrincipal(without),
        )
        expect(without.paid).toEqual(
          known(runningLoan(planFor(terms, lent), { ...events, repayments: moves.filter((_, each) => each !== index) }))
            .paid,
        )
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 400 },
    )
  })

  test('what the quote says settles it, and a kobo more is not owed', () => {
    fc.assert(
      fc.property(agreed, principal, payments, fc.nat(1500), (terms, lent, wanted, later) => {
        const { events, states } = lived(terms, lent, wanted)
        const plan = planFor(terms, lent)
        const last =
          events.repayments
            .map(({ on }) => on)
            .toSorted()
            .at(-1) ?? start
        const on = addDays(last, later)
        const amount = settlementOn(plan, events, on)
        expect(amount === 0n).toBe(isRepaid(states.at(-1) ?? nothingLent))
        if (amount === 0n) return
        const settled = known(runningLoan(plan, { ...events, repayments: [...events.repayments, { on, amount }] }))
        expect(isRepaid(settled)).toBe(true)
        expect(outstandingPrincipal(settled)).toBe(0n)
        expect(
          runningLoan(plan, { ...events, repayments: [...events.repayments, { on, amount: kobo(amount + 1n) }] }),
        ).toMatchObject({ message: 'repaid_above_owed' })
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 1000 },
    )
  })

  test('the order in which payments of one day are recorded does not matter', () => {
    fc.assert(
      fc.property(
        agreed,
        principal,
        fc.nat(400),
        fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 2_000_000n }), fc.boolean()), { minLength: 2, maxLength: 5 }),
        (terms, lent, day, paid) => {
          const repayments = paid.map(([amount, deducted]) => paymentOf(addDays(start, day), amount, deducted))
          const events = { disbursements: [{ on: start, amount: lent }], repayments }
          const one = runningLoan(planFor(terms, lent), events)
          const other = runningLoan(planFor(terms, lent), { ...events, repayments: repayments.toReversed() })
          if (one instanceof Refusal || other instanceof Refusal) return
          expect(one).toEqual(other)
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 1000 },
    )
  })

  test('a deduction for a month pays its instalment whole, interest and all, though the salary came before the due date', () => {
    const terms = {
      interestMethod: 'equal_instalment',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 3,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    } as const
    const disbursements = [{ on: start, amount: kobo(300_000) }]
    const agreedOn = known(runningLoan(planOf(terms), { disbursements, repayments: [] })).instalments
    const amount = agreedOn[0]?.total ?? kobo(0)
    const deducted = known(
      runningLoan(planOf(terms), {
        disbursements,
        repayments: [{ on: '2026-02-24' as Day, amount, dueBy: '2026-02-28' as Day }],
      }),
    )
    expect(deducted.instalments.map(({ owed: _owed, ...line }) => line)).toEqual(
      agreedOn.map(({ owed: _owed, ...line }) => line),
    )
    expect(deducted.instalments.map(({ owed }) => totalOf(owed) === 0n)).toEqual([true, false, false])
    expect(deducted.paid).toMatchObject({ interest: agreedOn[0]?.interest, principal: agreedOn[0]?.principal })
    // The same money by hand repays principal on its day, and the month's interest stays to be paid.
    const byHand = known(
      runningLoan(planOf(terms), { disbursements, repayments: [{ on: '2026-02-24' as Day, amount }] }),
    )
    expect(byHand.paid.interest).toBe(0n)
  })

  test('of what is deducted a loan takes what is owed and no more, and says how much', () => {
    fc.assert(
      fc.property(
        agreed,
        principal,
        payments,
        fc.record({ day: fc.nat(1500), amount: fc.bigInt({ min: 1n, max: 900_000_000n }) }),
        (terms, lent, wanted, { day, amount }) => {
          const { events, states } = lived(terms, lent, wanted)
          const plan = planFor(terms, lent)
          const move = paymentOf(addDays(start, day), amount, true)
          const found = repaidAsOwed(plan, events, move)
          expect(found?.amount ?? 0n).toBeLessThanOrEqual(amount)
          if (!found) return
          const before = totalOf((states.at(-1) ?? nothingLent).paid)
          expect(totalOf(found.after.paid)).toBe(before + found.amount)
          expect(
            known(
              runningLoan(plan, { ...events, repayments: [...events.repayments, { ...move, amount: found.amount }] }),
            ),
          ).toEqual(found.after)
          const isLatest = events.repayments.every(({ on }) => on <= move.on)
          expect(!isLatest || found.amount === amount || isRepaid(found.after)).toBe(true)
        },
      ),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 600 },
    )
  })

  test('interest that is due upfront is taken off what is paid out', () => {
    const terms = {
      interestMethod: 'upfront',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 12,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    } as const
    const state = known(
      runningLoan(planOf(terms), { disbursements: [{ on: start, amount: kobo(12_000_000) }], repayments: [] }),
    )
    expect(state.deducted).toBe(1_440_000n)
    expect(journalOf('disbursement', kobo(12_000_000), money, changeBetween(nothingLent, state), accounts)).toEqual([
      { accountId: money, debit: 0n, credit: 10_560_000n },
      { accountId: accounts.loan, debit: 12_000_000n, credit: 0n },
      { accountId: accounts.interest, debit: 0n, credit: 1_440_000n },
    ])
  })

  test('is by its days: what is late, since when, and what comes next', () => {
    const terms = {
      interestMethod: 'flat',
      annualRatePpm: 120_000,
      schedule: plainSchedule,
      instalments: 3,
      repaidEvery: 'month',
      startOn: start,
      firstDueOn: undefined,
    } as const
    const { instalments } = known(
      runningLoan(planOf(terms), {
        disbursements: [{ on: start, amount: kobo(300_000) }],
        repayments: [{ on: '2026-02-28' as Day, amount: kobo(100_000) }],
      }),
    )
    expect(standingOn(instalments, '2026-02-28' as Day)).toEqual({
      overdue: 0n,
      overdueSince: undefined,
      next: { on: '2026-02-28', amount: 3000n },
    })
    expect(standingOn(instalments, '2026-04-01' as Day)).toEqual({
      overdue: 106_000n,
      overdueSince: '2026-02-28',
      next: { on: '2026-04-30', amount: 103_000n },
    })
    expect(instalmentParts.map((part) => instalments[0]?.owed[part])).toEqual([3000n, 0n, 0n, 0n])
  })
})

describe('a movement before the loan', () => {
  const plan = planOf({
    interestMethod: 'flat',
    annualRatePpm: 120_000,
    schedule: plainSchedule,
    instalments: 3,
    repaidEvery: 'month',
    startOn: start,
    firstDueOn: undefined,
  })
  const amount = kobo(100_000)
  const lent = [{ on: start, amount: kobo(300_000) }]
  const dayBefore = '2026-01-30' as Day

  test('is refused with its field, whichever it is, and a deduction of that day finds nothing owed', () => {
    const refused = movementBeforeLoan({ field: 'on', start })
    expect(runningLoan(plan, { disbursements: lent, repayments: [{ on: dayBefore, amount }] })).toEqual(refused)
    expect(runningLoan(plan, { disbursements: [...lent, { on: dayBefore, amount }], repayments: [] })).toEqual(refused)
    expect(runningLoan(plan, { disbursements: lent, repayments: [{ on: start, amount }] })).not.toBeInstanceOf(Refusal)
    const nothing = { disbursements: lent, repayments: [] }
    expect(repaidAsOwed(plan, nothing, { on: dayBefore, amount })).toBeUndefined()
    expect(repaidAsOwed(plan, nothing, { on: start, amount })).toMatchObject({ amount })
  })
})
