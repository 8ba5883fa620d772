import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { instalmentUnits } from './due-dates.ts'
import { type Agreed, planOf, runningLoan, type RunningLoan } from './running-loan.ts'
import { journalOfWriteOff, leftToRecover, whyNotWriteOff, writeOffOf } from './write-off.ts'
import { anySchedule } from './schedule-terms.arbitrary.ts'

const start = '2026-01-31' as Day
const accounts = { loan: 'loan' as AccountId, provision: 'provision' as AccountId, badDebts: 'bad debts' as AccountId }

const terms: fc.Arbitrary<Agreed> = fc.record({
  interestMethod: fc.constantFrom('flat', 'equal_instalment', 'equal_principal', 'murabaha'),
  annualRatePpm: fc.integer({ min: 0, max: 400_000 }),
  schedule: anySchedule,
  instalments: fc.integer({ min: 1, max: 36 }),
  repaidEvery: fc.constantFrom(...instalmentUnits),
  startOn: fc.constant(start),
  firstDueOn: fc.constant(undefined),
})
const amount = (max: bigint) => fc.bigInt({ min: 1n, max }).map((each) => each as Kobo)
const repayments = fc.array(
  fc.record({ on: fc.nat(900).map((day) => addDays(start, day)), amount: amount(40_000_000n) }),
  { maxLength: 6 },
)

function afterAsMuchAsIsOwed(agreed: Agreed, lent: Kobo, wanted: readonly { on: Day; amount: Kobo }[]): RunningLoan {
  const plan = planOf(agreed)
  let events = { disbursements: [{ on: start, amount: lent }], repayments: [] as { on: Day; amount: Kobo }[] }
  for (const each of wanted) {
    const next = { ...events, repayments: [...events.repayments, each] }
    if (!(runningLoan(plan, next) instanceof Refusal)) events = next
  }
  const loan = runningLoan(plan, events)
  if (loan instanceof Refusal) throw loan
  return loan
}

describe('a loan that is written off', () => {
  test('repaid, recovered and lost principal come to what was paid out, whatever came in before and after', () => {
    fc.assert(
      fc.property(
        terms,
        amount(300_000_000n),
        repayments,
        fc.bigInt({ min: -5_000_000n, max: 400_000_000n }),
        fc.array(amount(50_000_000n), { maxLength: 8 }),
        (agreed, lent, paid, provision, later) => {
          const loan = afterAsMuchAsIsOwed(agreed, lent, paid)
          const off = writeOffOf(loan, kobo(provision))
          expect(loan.paid.principal + off.amount).toBe(lent)
          expect(off.fromProvision + off.toBadDebts).toBe(off.amount)
          expect(
            off.fromProvision >= 0n && (provision < 0n ? off.fromProvision === 0n : off.fromProvision <= provision),
          ).toBe(true)
          let state = { writtenOff: off.amount, recovered: kobo(0) }
          for (const each of later)
            if (each <= leftToRecover(state)) state = { ...state, recovered: kobo(state.recovered + each) }
          expect(loan.paid.principal + state.recovered + leftToRecover(state)).toBe(lent)
          expect(leftToRecover(state) >= 0n).toBe(true)
        },
      ),
    )
  })

  test('its journal empties the account of the loan and moves nothing else but provision and bad debts', () => {
    fc.assert(
      fc.property(amount(300_000_000n), fc.bigInt({ min: 0n, max: 400_000_000n }), (lent, provision) => {
        const off = writeOffOf(
          { disbursed: lent, paid: { principal: kobo(0), interest: kobo(0), fees: kobo(0), penalties: kobo(0) } },
          kobo(provision),
        )
        const pairs = pairsOf(journalOfWriteOff(off, accounts))
        const debited = (account: AccountId) =>
          pairs.filter(({ debit }) => debit === account).reduce((sum, each) => sum + each.amount, 0n)
        expect(pairs.every(({ credit }) => credit === accounts.loan)).toBe(true)
        expect([debited(accounts.provision), debited(accounts.badDebts)]).toEqual([off.fromProvision, off.toBadDebts])
        expect(pairs.reduce((sum, each) => sum + each.amount, 0n)).toBe(lent)
      }),
    )
  })

  const facts = { amount: kobo(5_000_000), lastMovedOn: '2026-05-31' as Day, recoverable: kobo(0) }
  const asked = { on: '2026-06-30' as Day, releasesPledges: false }
  test.each([
    [{ amount: kobo(0) }, {}, 'write_off_nothing'],
    [{}, { on: '2026-05-30' as Day }, 'write_off_too_early'],
    [{ recoverable: kobo(1) }, {}, 'write_off_recoverable'],
  ])('is refused with %o %o', (fact, ask, code) =>
    expect(whyNotWriteOff({ ...facts, ...fact }, { ...asked, ...ask })?.message).toBe(code),
  )

  test('is allowed where nothing is left to recover, or the officer lets go of it', () => {
    expect(whyNotWriteOff(facts, asked)).toBeUndefined()
    expect(whyNotWriteOff({ ...facts, recoverable: kobo(100) }, { ...asked, releasesPledges: true })).toBeUndefined()
  })
})

describe('by figures', () => {
  const loan = {
    disbursed: kobo(500),
    paid: { principal: kobo(200), interest: kobo(90), fees: kobo(0), penalties: kobo(0) },
  }
  const lines = (provision: number) =>
    journalOfWriteOff(writeOffOf(loan, kobo(provision)), accounts).map(({ accountId, debit, credit }) => [
      accountId,
      debit,
      credit,
    ])

  test('the provision bears what it holds, bad debts the rest, and neither is named where it bears nothing', () => {
    expect(lines(100)).toEqual([
      ['provision', 100n, 0n],
      ['bad debts', 200n, 0n],
      ['loan', 0n, 300n],
    ])
    expect(lines(300)).toEqual([
      ['provision', 300n, 0n],
      ['loan', 0n, 300n],
    ])
    expect(lines(999)).toEqual([
      ['provision', 300n, 0n],
      ['loan', 0n, 300n],
    ])
    expect(lines(0)).toEqual([
      ['bad debts', 300n, 0n],
      ['loan', 0n, 300n],
    ])
    expect(lines(-50)).toEqual([
      ['bad debts', 300n, 0n],
      ['loan', 0n, 300n],
    ])
  })

  test('a refusal names its field with the day or the sum that is against it', () => {
    const facts = { amount: kobo(300), lastMovedOn: '2026-05-31' as Day, recoverable: kobo(0) }
    const asked = { on: '2026-05-31' as Day, releasesPledges: false }
    expect(whyNotWriteOff(facts, asked)).toBeUndefined()
    expect(whyNotWriteOff({ ...facts, lastMovedOn: undefined }, asked)).toBeUndefined()
    expect(whyNotWriteOff(facts, { ...asked, on: '2026-05-30' as Day })?.detail).toEqual({
      field: 'on',
      last: '2026-05-31',
    })
    expect(whyNotWriteOff({ ...facts, recoverable: kobo(1) }, asked)?.detail).toEqual({
      field: 'releasesPledges',
      recoverable: '₦0.01',
    })
    expect(leftToRecover({ writtenOff: kobo(300), recovered: kobo(120) })).toBe(180n)
  })
})
